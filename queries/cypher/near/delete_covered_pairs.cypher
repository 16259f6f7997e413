// Takes COVERED away from pairs of services; returns how many.
UNWIND $rows AS row
MATCH (a:Service {id: row.a})
MATCH (b:Service {id: row.b})
MATCH (a)-[c:COVERED]->(b)
DELETE c
RETURN count(*) AS written
