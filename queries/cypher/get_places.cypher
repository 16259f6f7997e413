// What the graph knows of the places: id, name, services, latitude, longitude, tags, datasets.
MATCH (p:POI)
USING INDEX p:POI(id)
WHERE p.id IN $ids
RETURN p.id AS id, p.name AS name, COLLECT { MATCH (p)-[:IS_A]->(s:Service) RETURN s.id ORDER BY s.id } AS services,
       p.location.latitude AS latitude, p.location.longitude AS longitude, p.tags AS tags, p.datasets AS datasets
