// Areas with a boundary that may hold a position: row, id, name, kind, admin_level, area_m2, geometry (WKT), the smallest first.
UNWIND $rows AS row
MATCH (a:Area)
USING INDEX a:Area(id)
// point.distance is a sphere's: up to 0.68 % more than the ellipsoid's metres, never less by as much
WHERE a.id > ''
  AND a.geometry IS NOT NULL
  AND ($datasets IS NULL OR any(d IN a.datasets WHERE d IN $datasets))
  AND point.distance(a.location, point({latitude: row.latitude, longitude: row.longitude})) <= a.reach_m * 1.007 + 1
RETURN row.id AS row, a.id AS id, a.name AS name, a.kind AS kind, a.admin_level AS admin_level, a.area_m2 AS area_m2, a.geometry AS geometry
ORDER BY row, a.area_m2, id
