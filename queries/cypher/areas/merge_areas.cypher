// Writes areas as this data set says; nothing is returned.
MATCH (d:Dataset {id: $dataset})
UNWIND $rows AS row
MERGE (a:Area:Perto {id: row.id})
SET a.name = row.name,
    a.name_key = row.name_key,
    a.alt_names = row.alt_names,
    a.name_keys = row.name_keys,
    a.kind = row.kind,
    a.admin_level = row.admin_level,
    a.location = CASE WHEN row.latitude IS NULL THEN null ELSE point({latitude: row.latitude, longitude: row.longitude}) END,
    a.geometry = row.geometry,
    a.area_m2 = row.area_m2,
    a.reach_m = row.reach_m,
    a.hash = row.hash
MERGE (a)-[f:FROM]->(d)
SET f.hash = row.hash
WITH a
SET a.datasets = COLLECT { MATCH (a)-[:FROM]->(e:Dataset) RETURN e.id AS id ORDER BY id }
