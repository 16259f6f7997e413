// Writes up to which radius NEAR is complete for pairs of services, their edges, the radius and most edges asked for, and the data sets that have it farther; returns how many.
UNWIND $rows AS row
MATCH (a:Service {id: row.a})
MATCH (b:Service {id: row.b})
MERGE (a)-[c:COVERED]->(b)
SET c.radius_m = row.radius_m, c.pairs = row.pairs, c.asked_m = row.asked_m, c.asked_edges = row.asked_edges,
    c.farther = row.farther, c.farther_m = row.farther_m
RETURN count(*) AS written
