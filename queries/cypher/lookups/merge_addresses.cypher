// Writes addresses as this data set says; nothing is returned.
MATCH (d:Dataset {id: $dataset})
UNWIND $rows AS row
MERGE (a:Address:Perto {id: row.id})
SET a.name = row.name,
    a.number = row.number,
    a.streets = row.streets,
    a.street_keys = row.street_keys,
    a.keys = row.keys,
    a.beside = row.beside,
    a.location = point({latitude: row.latitude, longitude: row.longitude}),
    a.geometry = row.geometry,
    a.tags = row.tags,
    a.marks = row.marks,
    a.hash = row.hash
MERGE (a)-[f:FROM]->(d)
SET f.hash = row.hash
WITH a
SET a.datasets = COLLECT { MATCH (a)-[:FROM]->(e:Dataset) RETURN e.id AS id ORDER BY id }
