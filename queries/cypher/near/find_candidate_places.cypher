// Places of the services that may lie within metres of positions, given as [latitude, longitude, metres], by the point index: nth (of the position, from 0), ids (each once).
UNWIND range(0, size($around) - 1) AS nth
WITH nth, point({latitude: $around[nth][0], longitude: $around[nth][1]}) AS here, $around[nth][2] AS radius_m
CALL (here, radius_m) {
  MATCH (p:POI)
  USING INDEX p:POI(location)
  // point.distance is a sphere's: up to 0.68 % more than the ellipsoid's metres, never less by as much
  WHERE point.distance(p.location, here) <= (radius_m + $reach_m) * 1.007 + 1
    AND p.reach_m <= $reach_m
    AND point.distance(p.location, here) <= (radius_m + p.reach_m) * 1.007 + 1
    AND ($datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets))
    AND EXISTS { MATCH (p)-[:IS_A]->(s:Service) WHERE s.id IN $services }
  RETURN p.id AS id
  UNION
  // the few large shapes, so that they do not widen the search for all
  MATCH (p:POI)
  USING INDEX p:POI(reach_m)
  WHERE p.reach_m > $reach_m
    AND point.distance(p.location, here) <= (radius_m + p.reach_m) * 1.007 + 1
    AND ($datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets))
    AND EXISTS { MATCH (p)-[:IS_A]->(s:Service) WHERE s.id IN $services }
  RETURN p.id AS id
}
RETURN nth, collect(id) AS ids
