// Where places are: id, street (the nearest named road's), area (the smallest that holds most of it), and of a nameless one up to three named neighbours, nearest first, but none of `apart`: [id, name, latitude, longitude].
UNWIND $rows AS row
MATCH (p:POI {id: row.id})
// of a place with a name within no metres, not fewer: a search of -1 m fails at a pole
WITH p, row.apart AS apart, p.location AS c, CASE WHEN p.name IS NULL THEN $within_m ELSE 0.0 END AS near_m
CALL (p, apart, c, near_m) {
  MATCH (q:POI)
  USING INDEX q:POI(location)
  WHERE point.distance(q.location, c) <= near_m AND p.name IS NULL AND q.name IS NOT NULL AND q.id <> p.id AND NOT q.id IN apart
    AND ($datasets IS NULL OR any(d IN q.datasets WHERE d IN $datasets))
  WITH q
  // a sphere's order is off by under 1 %: the ellipsoid picks among the first few
  ORDER BY point.distance(q.location, c), q.id
  LIMIT 3
  RETURN collect([q.id, q.name, q.location.latitude, q.location.longitude]) AS neighbours
}
RETURN p.id AS id, neighbours,
       COLLECT {
         MATCH (p)-[a:ALONG]->(r:Road)
         WHERE r.name IS NOT NULL AND ($datasets IS NULL OR any(d IN r.datasets WHERE d IN $datasets))
         RETURN r.name
         ORDER BY a.dist_m, r.id
         LIMIT 1
       }[0] AS street,
       COLLECT {
         MATCH (p)-[i:IN_AREA]->(a:Area)
         WHERE ($datasets IS NULL OR any(d IN a.datasets WHERE d IN $datasets))
         RETURN a.name
         ORDER BY i.share < 0.5, a.area_m2, a.id
         LIMIT 1
       }[0] AS area
