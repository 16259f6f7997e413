// Notes that this data set holds addresses too, whose properties come from a newer one; nothing is returned.
MATCH (d:Dataset {id: $dataset})
UNWIND $rows AS row
MATCH (a:Address {id: row.id})
MERGE (a)-[f:FROM]->(d)
SET f.hash = row.hash
WITH a
SET a.datasets = COLLECT { MATCH (a)-[:FROM]->(e:Dataset) RETURN e.id AS id ORDER BY id }
