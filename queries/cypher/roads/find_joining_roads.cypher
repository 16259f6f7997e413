// Roads that are part of no street and meet the one and the other street: id, road_class.
MATCH (one:Street)<-[:PART_OF]-(x:Road)-[:CONNECTS]-(r:Road)
USING INDEX one:Street(id)
WHERE one.id IN $one AND NOT EXISTS { MATCH (r)-[:PART_OF]->(:Street) }
  AND ($datasets IS NULL OR any(d IN x.datasets WHERE d IN $datasets)) AND ($datasets IS NULL OR any(d IN r.datasets WHERE d IN $datasets))
WITH DISTINCT r
MATCH (r)-[:CONNECTS]-(y:Road)-[:PART_OF]->(other:Street)
WHERE other.id IN $other
  AND ($datasets IS NULL OR any(d IN y.datasets WHERE d IN $datasets))
RETURN DISTINCT r.id AS id, r.road_class AS road_class
ORDER BY id
