// Named roads in the cells of resolution 9 of the places and in the cells beside them: road_id, name, geometry, ids.
MATCH (p:POI)-[:IN_ZONE]->(z:Zone {resolution: 9})
WHERE p.id IN $ids
WITH z, collect(DISTINCT p.id) AS ids
MATCH (z)-[:ADJACENT]-{0,1}(n:Zone)<-[:IN_ZONE]-(r:Road)
WHERE r.name IS NOT NULL
UNWIND ids AS id
RETURN r.id AS road_id, r.name AS name, r.geometry AS geometry, collect(DISTINCT id) AS ids
