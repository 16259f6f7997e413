// Places of the services of which a part is in no extract: id, latitude, longitude, geometry, reach_m, encloses (an outline is missing), services (those asked for), each once.
MATCH (s:Service)<-[:IS_A]-(p:POI)
USING INDEX s:Service(id)
WHERE s.id IN $services
  AND p.cut
  AND ($datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets))
WITH p, collect(s.id) AS services
RETURN p.id AS id, p.location.latitude AS latitude, p.location.longitude AS longitude,
       p.geometry AS geometry, p.reach_m AS reach_m, coalesce(p.encloses, true) AS encloses, services
