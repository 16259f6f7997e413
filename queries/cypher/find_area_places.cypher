// Places of the services that share more than a border with the area: id, each once, in the order of ids.
MATCH (a:Area)<-[:IN_AREA]-(p:POI)
USING INDEX a:Area(id)
WHERE a.id = $area
  AND ($datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets))
  AND EXISTS { MATCH (p)-[:IS_A]->(s:Service) WHERE s.id IN $services }
RETURN p.id AS id
ORDER BY id
