// The shapes of places: id, latitude, longitude, geometry (WKT, null for a bare point), reach_m.
MATCH (p:POI)
USING INDEX p:POI(id)
WHERE p.id IN $ids
RETURN p.id AS id, p.location.latitude AS latitude, p.location.longitude AS longitude,
       p.geometry AS geometry, p.reach_m AS reach_m
