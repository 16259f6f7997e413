// The roads of streets, and those of the ids that are roads: street (or the road's own id), road, road_class, geometry (WKT), length_m, in order.
CALL () {
  MATCH (s:Street)<-[:PART_OF]-(r:Road)
  USING INDEX s:Street(id)
  WHERE s.id IN $ids
  RETURN s.id AS street, r
  UNION
  MATCH (r:Road)
  USING INDEX r:Road(id)
  WHERE r.id IN $ids
  RETURN r.id AS street, r
}
WITH street, r
WHERE ($datasets IS NULL OR any(d IN r.datasets WHERE d IN $datasets))
RETURN street, r.id AS road, r.road_class AS road_class, r.geometry AS geometry, r.length_m AS length_m
ORDER BY street, road
