// Places of the services of which a part is in no extract: id, latitude, longitude, geometry, reach_m, encloses (an outline is missing), services (those asked for), each once.
// cut ones are few, and a question may ask for all services
MATCH (p:POI)
WHERE p.cut = true
  AND ($datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets))
WITH p, COLLECT { MATCH (p)-[:IS_A]->(s:Service) WHERE s.id IN $services RETURN s.id AS service } AS services
WHERE services <> []
RETURN p.id AS id, p.location.latitude AS latitude, p.location.longitude AS longitude,
       p.geometry AS geometry, p.reach_m AS reach_m, coalesce(p.encloses, true) AS encloses, services
