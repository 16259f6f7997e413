// The areas of the data sets that have their whole boundary: id, name, kind, admin_level, latitude, longitude, used (places of the data sets lie in it, those of a halo left out), in the order of ids.
MATCH (a:Area)
USING INDEX a:Area(id)
WHERE a.id > '' AND a.geometry IS NOT NULL
  AND ($datasets IS NULL OR any(d IN a.datasets WHERE d IN $datasets))
RETURN a.id AS id, a.name AS name, a.kind AS kind, a.admin_level AS admin_level, a.location.latitude AS latitude,
       a.location.longitude AS longitude,
       EXISTS {
         MATCH (a)<-[:IN_AREA]-(p:POI)
         WHERE any(d IN p.datasets WHERE ($datasets IS NULL OR d IN $datasets) AND NOT d IN coalesce(p.halo_of, []))
       } AS used
ORDER BY id
