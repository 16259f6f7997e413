// Places of the services that may lie within the radius of a position, by the point index: id, each once.
MATCH (p:POI)
USING INDEX p:POI(location)
// point.distance is a sphere's: up to 0.68 % more than the ellipsoid's metres, never less by as much
WHERE point.distance(p.location, point({latitude: $latitude, longitude: $longitude}))
      <= ($radius_m + $reach_m) * 1.007 + 1
  AND p.reach_m <= $reach_m
  AND point.distance(p.location, point({latitude: $latitude, longitude: $longitude}))
      <= ($radius_m + p.reach_m) * 1.007 + 1
  AND ($datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets))
  AND EXISTS { MATCH (p)-[:IS_A]->(s:Service) WHERE s.id IN $services }
RETURN p.id AS id
UNION
// the few large shapes, so that they do not widen the search for all
MATCH (p:POI)
USING INDEX p:POI(reach_m)
WHERE p.reach_m > $reach_m
  AND point.distance(p.location, point({latitude: $latitude, longitude: $longitude}))
      <= ($radius_m + p.reach_m) * 1.007 + 1
  AND ($datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets))
  AND EXISTS { MATCH (p)-[:IS_A]->(s:Service) WHERE s.id IN $services }
RETURN p.id AS id
