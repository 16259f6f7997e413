// How many places of each service lie within 50 m of streets (or of the ids that are roads): service, places.
CALL () {
  MATCH (s:Street)<-[:PART_OF]-(r:Road)
  USING INDEX s:Street(id)
  WHERE s.id IN $streets
  RETURN r
  UNION
  MATCH (r:Road)
  USING INDEX r:Road(id)
  WHERE r.id IN $streets
  RETURN r
}
MATCH (r)<-[:ALONG]-(p:POI)
WHERE any(d IN p.datasets WHERE ($datasets IS NULL OR d IN $datasets) AND NOT d IN coalesce(p.halo_of, []))
WITH DISTINCT p
MATCH (p)-[:IS_A]->(s:Service)
RETURN s.id AS service, count(p) AS places
ORDER BY places DESC, service
