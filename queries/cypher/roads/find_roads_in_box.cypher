// Roads in the cells of resolution 9 whose centres lie in the box: id, name, road_class, geometry, each once, by id.
MATCH (z:Zone)
USING POINT INDEX z:Zone(location)
WHERE point.withinBBox(z.location, point({latitude: $south, longitude: $west}), point({latitude: $north, longitude: $east}))
  AND z.resolution = 9
MATCH (z)<-[:IN_ZONE]-(r:Road)
WITH DISTINCT r
RETURN r.id AS id, r.name AS name, r.road_class AS road_class, r.geometry AS geometry
ORDER BY id
