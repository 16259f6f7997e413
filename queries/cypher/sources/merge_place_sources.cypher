// Notes that this data set holds places too, whose properties come from a newer one; nothing is returned.
MATCH (d:Dataset {id: $dataset})
UNWIND $rows AS row
MATCH (p:POI {id: row.id})
MERGE (p)-[f:FROM]->(d)
SET f.hash = row.hash, f.halo = CASE WHEN row.halo THEN true END
WITH p
SET p.datasets = COLLECT { MATCH (p)-[:FROM]->(e:Dataset) RETURN e.id AS id ORDER BY id },
    p.halo_of = nullIf(COLLECT { MATCH (p)-[:FROM {halo: true}]->(e:Dataset) RETURN e.id AS id ORDER BY id }, [])
