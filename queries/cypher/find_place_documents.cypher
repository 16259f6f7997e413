// Places after an id, in order, with what a document tells: id, name, alt_names, services, tags, latitude, longitude, geometry, reach_m, datasets, zones (its cells of resolution 9, most of it first).
MATCH (p:POI)
WHERE p.id > $after
WITH p
ORDER BY p.id
LIMIT $limit
RETURN p.id AS id, p.name AS name, p.alt_names AS alt_names, p.tags AS tags, p.datasets AS datasets,
       p.location.latitude AS latitude, p.location.longitude AS longitude, p.geometry AS geometry, p.reach_m AS reach_m,
       COLLECT { MATCH (p)-[:IS_A]->(s:Service) RETURN s.id AS service ORDER BY service } AS services,
       COLLECT {
         MATCH (p)-[i:IN_ZONE]->(z:Zone {resolution: 9})
         RETURN z.id AS zone
         ORDER BY i.share DESC, zone
       } AS zones
