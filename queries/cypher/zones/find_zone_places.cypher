// Places of the services that lie in the cell, wholly or in part: id, each once, in the order of ids.
MATCH (z:Zone)<-[i:IN_ZONE]-(p:POI)
USING INDEX z:Zone(id)
WHERE z.id = $zone
  AND i.share > 0
  AND ($datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets))
  AND EXISTS { MATCH (p)-[:IS_A]->(s:Service) WHERE s.id IN $services }
RETURN DISTINCT p.id AS id
ORDER BY id
