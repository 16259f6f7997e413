// Places of the services within 50 m of streets (or of the ids that are roads): id, dist_m to the nearest of their roads, in the order of ids.
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
MATCH (r)<-[a:ALONG]-(p:POI)
WHERE ($datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets))
  AND EXISTS { MATCH (p)-[:IS_A]->(s:Service) WHERE s.id IN $services }
RETURN p.id AS id, min(a.dist_m) AS dist_m
ORDER BY id
