// Writes roads as this data set says, with their cells; nothing is returned.
MATCH (d:Dataset {id: $dataset})
UNWIND $rows AS row
MERGE (r:Road:Perto {id: row.id})
SET r.name = row.name,
    r.name_key = row.name_key,
    r.alt_names = row.alt_names,
    r.road_class = row.road_class,
    r.geometry = row.geometry,
    r.length_m = row.length_m,
    r.connects = row.connects,
    r.hash = row.hash
MERGE (r)-[f:FROM]->(d)
SET f.hash = row.hash
WITH r, row
SET r.datasets = COLLECT { MATCH (r)-[:FROM]->(e:Dataset) RETURN e.id AS id ORDER BY id }
WITH r, row
CALL (r, row) {
  MATCH (r)-[old:IN_ZONE]->(z:Zone)
  WHERE NOT z.id IN row.cells
  DELETE old
}
CALL (r, row) {
  UNWIND row.zones AS zone
  MATCH (z:Zone {id: zone.cell})
  MERGE (r)-[i:IN_ZONE]->(z)
  SET i.length_m = zone.length_m
}
