// The shapes of places, in lists: ids, latitudes, longitudes, geometries (WKT, null for a bare point), reaches_m.
MATCH (p:POI)
USING INDEX p:POI(id)
WHERE p.id IN $ids
WITH collect(p) AS places
RETURN [p IN places | p.id] AS ids, [p IN places | p.location.latitude] AS latitudes,
       [p IN places | p.location.longitude] AS longitudes, [p IN places | p.geometry] AS geometries,
       [p IN places | p.reach_m] AS reaches_m
