// How many places of each service a cell has, those of a halo left out, each place in the cell with most of it (of equal ones the smaller id): zone, service, places.
MATCH (p:POI)
WHERE p.id IS NOT NULL
  AND any(d IN p.datasets WHERE NOT d IN coalesce(p.halo_of, []))
CALL (p) {
  MATCH (p)-[i:IN_ZONE]->(z:Zone)
  WITH z, i ORDER BY i.share DESC, z.id
  WITH z.resolution AS resolution, collect(z)[0] AS zone
  RETURN zone
}
MATCH (p)-[:IS_A]->(s:Service)
RETURN zone.id AS zone, s.id AS service, count(*) AS places
