// The places of some kinds with their shapes, in lists, each once: ids, latitudes, longitudes, geometries (WKT, null for a bare point), reaches_m, services (those asked for).
MATCH (s:Service)<-[:IS_A]-(p:POI)
USING INDEX s:Service(id)
WHERE s.id IN $services
  AND ($ids IS NULL OR p.id IN $ids)
  AND ($datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets))
WITH p, collect(s.id) AS kinds
WITH collect(p) AS places, collect(kinds) AS services
RETURN [p IN places | p.id] AS ids, [p IN places | p.location.latitude] AS latitudes,
       [p IN places | p.location.longitude] AS longitudes, [p IN places | p.geometry] AS geometries,
       [p IN places | p.reach_m] AS reaches_m, services
