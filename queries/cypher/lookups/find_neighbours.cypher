// Up to five named places around each position, nearest first, but none of `apart`: row, id, name, latitude, longitude.
UNWIND $rows AS row
WITH row, point({latitude: row.latitude, longitude: row.longitude}) AS c
CALL (row, c) {
  MATCH (q:POI)
  USING INDEX q:POI(location)
  WHERE point.distance(q.location, c) <= $within_m AND q.name IS NOT NULL AND NOT q.id IN row.apart
    AND ($datasets IS NULL OR any(d IN q.datasets WHERE d IN $datasets))
  WITH q
  ORDER BY point.distance(q.location, c), q.id
  LIMIT 5
  RETURN q
}
RETURN row.id AS row, q.id AS id, q.name AS name, q.location.latitude AS latitude, q.location.longitude AS longitude
