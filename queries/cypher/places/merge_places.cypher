// Writes places as this data set says, with their services and cells; nothing is returned.
MATCH (d:Dataset {id: $dataset})
UNWIND $rows AS row
MERGE (p:POI:Perto {id: row.id})
SET p.name = row.name,
    p.name_key = row.name_key,
    p.alt_names = row.alt_names,
    p.name_keys = row.name_keys,
    p.location = point({latitude: row.latitude, longitude: row.longitude}),
    p.geometry = row.geometry,
    p.reach_m = row.reach_m,
    p.tags = row.tags,
    p.cut = row.cut,
    p.encloses = row.encloses,
    p.hash = row.hash
MERGE (p)-[f:FROM]->(d)
SET f.hash = row.hash, f.halo = CASE WHEN row.halo THEN true END
WITH p, row
SET p.datasets = COLLECT { MATCH (p)-[:FROM]->(e:Dataset) RETURN e.id AS id ORDER BY id },
    p.halo_of = nullIf(COLLECT { MATCH (p)-[:FROM {halo: true}]->(e:Dataset) RETURN e.id AS id ORDER BY id }, [])
WITH p, row
CALL (p, row) {
  MATCH (p)-[old:IS_A]->(s:Service)
  WHERE NOT s.id IN row.services
  DELETE old
}
CALL (p, row) {
  UNWIND row.services AS service
  MATCH (s:Service {id: service})
  MERGE (p)-[:IS_A]->(s)
}
CALL (p, row) {
  MATCH (p)-[old:IN_ZONE]->(z:Zone)
  WHERE NOT z.id IN row.cells
  DELETE old
}
CALL (p, row) {
  UNWIND row.zones AS zone
  MATCH (z:Zone {id: zone.cell})
  MERGE (p)-[i:IN_ZONE]->(z)
  SET i.share = zone.share
}
