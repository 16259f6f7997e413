// Places after an id, in order: id, services, latitude, longitude, geometry, reach_m, name_key, cut, site_id, margin_m.
MATCH (p:POI)
WHERE p.id > $after
RETURN p.id AS id, COLLECT { MATCH (p)-[:IS_A]->(s:Service) RETURN s.id AS service ORDER BY service } AS services,
       p.location.latitude AS latitude, p.location.longitude AS longitude,
       p.geometry AS geometry, p.reach_m AS reach_m, p.name_key AS name_key, coalesce(p.cut, false) AS cut,
       p.site_id AS site_id, p.margin_m AS margin_m
ORDER BY id
LIMIT $limit
