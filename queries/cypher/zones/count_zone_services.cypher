// How many places of each service count in a cell, those of a halo left out, each in the cell with most of it (of equal ones the smaller id), and how many lie there only in part: holder, service, places, across.
MATCH (p:POI)
WHERE p.id IS NOT NULL
  AND any(d IN p.datasets WHERE NOT d IN coalesce(p.halo_of, []))
CALL (p) {
  MATCH (p)-[i:IN_ZONE]->(z:Zone)
  WHERE i.share > 0
  WITH z, i ORDER BY i.share DESC, z.id
  WITH z.resolution AS resolution, collect(z.id) AS zones
  UNWIND zones AS zone
  RETURN zone, zone = zones[0] AS counts
}
MATCH (p)-[:IS_A]->(s:Service)
WITH zone, s, sum(CASE WHEN counts THEN 1 ELSE 0 END) AS places, count(*) AS every
RETURN zone AS holder, s.id AS service, places, every - places AS across
