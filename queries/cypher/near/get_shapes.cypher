// Places after an id, in order: id, services, latitude, longitude, geometry, reach_m, names, calling (tags of brand, branch and operator), cut, site_id, thing_id, margin_m, datasets.
MATCH (p:POI)
WHERE p.id > $after
RETURN p.id AS id, COLLECT { MATCH (p)-[:IS_A]->(s:Service) RETURN s.id AS service ORDER BY service } AS services,
       p.location.latitude AS latitude, p.location.longitude AS longitude,
       p.geometry AS geometry, p.reach_m AS reach_m, CASE WHEN p.name IS NULL THEN [] ELSE [p.name] END + coalesce(p.alt_names, []) AS names,
       [t IN coalesce(p.tags, []) WHERE split(t, '=')[0] IN ['brand', 'branch', 'operator']] AS calling, coalesce(p.cut, false) AS cut,
       p.site_id AS site_id, p.thing_id AS thing_id, p.margin_m AS margin_m,
       coalesce(p.datasets, []) AS datasets
ORDER BY id
LIMIT $limit
