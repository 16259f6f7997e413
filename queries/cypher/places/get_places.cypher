// What the graph knows of the places: id, name, services, latitude, longitude, tags, datasets, borders (the areas on whose border it lies).
MATCH (p:POI)
USING INDEX p:POI(id)
WHERE p.id IN $ids
RETURN p.id AS id, p.name AS name, COLLECT { MATCH (p)-[:IS_A]->(s:Service) RETURN s.id ORDER BY s.id } AS services,
       p.location.latitude AS latitude, p.location.longitude AS longitude, p.tags AS tags, p.datasets AS datasets,
       COLLECT { MATCH (p)-[:ON_BORDER]->(a:Area) RETURN a.id AS area ORDER BY area } AS borders
