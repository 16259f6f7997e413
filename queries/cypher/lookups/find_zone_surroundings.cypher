// What is near the middle of cells: zone, and of the nearest of its places with a name that name and area (the smallest that holds most of it); nothing of a cell where there is none within $within_m.
MATCH (z:Zone)
USING INDEX z:Zone(id)
WHERE z.id IN $zones
WITH z, z.location AS c
CALL (c) {
  MATCH (p:POI)
  USING INDEX p:POI(location)
  WHERE point.distance(p.location, c) <= $within_m AND p.name IS NOT NULL
    AND ($datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets))
  WITH p ORDER BY point.distance(p.location, c), p.id LIMIT 1
  RETURN p
}
RETURN z.id AS zone, p.name AS name,
       COLLECT {
         MATCH (p)-[i:IN_AREA]->(a:Area)
         WHERE ($datasets IS NULL OR any(d IN a.datasets WHERE d IN $datasets))
         RETURN a.name
         ORDER BY i.share < 0.5, a.area_m2, a.id
         LIMIT 1
       }[0] AS area
