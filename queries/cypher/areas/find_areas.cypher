// The areas of these ids: id, name, kind, admin_level, geometry (WKT, null without a boundary), latitude, longitude, reach_m (null without a boundary).
MATCH (a:Area)
USING INDEX a:Area(id)
WHERE a.id IN $ids
RETURN a.id AS id, a.name AS name, a.kind AS kind, a.admin_level AS admin_level, a.geometry AS geometry,
       a.location.latitude AS latitude, a.location.longitude AS longitude, a.reach_m AS reach_m
