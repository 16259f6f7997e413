// The few named places nearest to each of the places, location to location: id, neighbour_id, name, latitude, longitude.
MATCH (p:POI)
USING INDEX p:POI(id)
WHERE p.id IN $ids
WITH p, p.location AS c
CALL (p, c) {
  MATCH (q:POI)
  USING INDEX q:POI(location)
  WHERE point.distance(q.location, c) <= $within_m AND q.name IS NOT NULL AND q.id <> p.id
  RETURN q
  // a sphere's order is off by under 1 %: the ellipsoid picks among the first few
  ORDER BY point.distance(q.location, c), q.id
  LIMIT 3
}
RETURN p.id AS id, q.id AS neighbour_id, q.name AS name,
       q.location.latitude AS latitude, q.location.longitude AS longitude
