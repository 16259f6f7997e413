// Places of the services that lie in the cell, wholly or in part: id, each once, in the order of ids.
MATCH (:Zone {id: $zone})<-[i:IN_ZONE]-(p:POI)
WHERE i.share > 0
  AND ($datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets))
  AND EXISTS { MATCH (p)-[:IS_A]->(s:Service) WHERE s.id IN $services }
RETURN DISTINCT p.id AS id
ORDER BY id
