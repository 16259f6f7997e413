// Places after an id, in order, with what a document tells: id, name, alt_names, services, tags, latitude, longitude, datasets, zones (its cells of resolution 9, most of it first), street (the nearest named road's), area (the smallest that holds most of it).
MATCH (p:POI)
WHERE p.id > $after
WITH p
ORDER BY p.id
LIMIT $limit
RETURN p.id AS id, p.name AS name, p.alt_names AS alt_names, p.tags AS tags, p.datasets AS datasets,
       p.location.latitude AS latitude, p.location.longitude AS longitude,
       COLLECT { MATCH (p)-[:IS_A]->(s:Service) RETURN s.id AS service ORDER BY service } AS services,
       COLLECT {
         MATCH (p)-[i:IN_ZONE]->(z:Zone {resolution: 9})
         RETURN z.id AS zone
         ORDER BY i.share DESC, zone
       } AS zones,
       COLLECT {
         MATCH (p)-[a:ALONG]->(r:Road)
         WHERE r.name IS NOT NULL
         RETURN r.name
         ORDER BY a.dist_m, r.id
         LIMIT 1
       }[0] AS street,
       COLLECT {
         MATCH (p)-[i:IN_AREA]->(a:Area)
         RETURN a.name
         ORDER BY i.share < 0.5, a.area_m2, a.id
         LIMIT 1
       }[0] AS area
