// Places of some kinds and those of others that may lie within the radius of them, by the point index: a_id, b_ids; no true pair is missing.
MATCH (s:Service)<-[:IS_A]-(a:POI)
USING INDEX s:Service(id)
WHERE s.id IN $a_services
  AND a.reach_m > $a_above_reach_m
  AND ($a_ids IS NULL OR a.id IN $a_ids)
  AND ($datasets IS NULL OR any(d IN a.datasets WHERE d IN $datasets))
WITH DISTINCT a, a.location AS c, $radius_m + a.reach_m AS near_m
CALL (a, c, near_m) {
  MATCH (b:POI)
  USING INDEX b:POI(location)
  // point.distance is a sphere's: up to 0.68 % more than the ellipsoid's metres, never less by as much
  WHERE point.distance(b.location, c) <= (near_m + $b_reach_m) * 1.007 + 1
    AND b.reach_m <= $b_reach_m
    AND point.distance(b.location, c) <= (near_m + b.reach_m) * 1.007 + 1
    AND b.id <> a.id
    AND ($datasets IS NULL OR any(d IN b.datasets WHERE d IN $datasets))
    AND EXISTS { MATCH (b)-[:IS_A]->(t:Service) WHERE t.id IN $b_services }
  RETURN collect(b.id) AS b_ids
}
WITH a, b_ids
WHERE size(b_ids) > 0
RETURN a.id AS a_id, b_ids
