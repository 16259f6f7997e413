// Roads in the cells of resolution 8 of the places and in the cells beside them: id, name, road_class, geometry, each once, by id.
MATCH (p:POI)-[:IN_ZONE]->(z:Zone {resolution: 8})
WHERE p.id IN $ids
WITH DISTINCT z
MATCH (z)-[:ADJACENT]-{0,1}(n:Zone)<-[:IN_ZONE]-(r:Road)
WITH DISTINCT r
RETURN r.id AS id, r.name AS name, r.road_class AS road_class, r.geometry AS geometry
ORDER BY id
