// Notes that this data set holds areas too, whose properties come from a newer one; nothing is returned.
MATCH (d:Dataset {id: $dataset})
UNWIND $rows AS row
MATCH (p:Area {id: row.id})
MERGE (p)-[f:FROM]->(d)
SET f.hash = row.hash
WITH p
SET p.datasets = COLLECT { MATCH (p)-[:FROM]->(e:Dataset) RETURN e.id AS id ORDER BY id }
