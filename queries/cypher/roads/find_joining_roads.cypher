// Roads that are part of no street and meet the one and the other street: id, road_class.
MATCH (one:Street)<-[:PART_OF]-(:Road)-[:CONNECTS]-(r:Road)
USING INDEX one:Street(id)
WHERE one.id IN $one AND NOT EXISTS { MATCH (r)-[:PART_OF]->(:Street) }
WITH DISTINCT r
MATCH (r)-[:CONNECTS]-(:Road)-[:PART_OF]->(other:Street)
WHERE other.id IN $other
RETURN DISTINCT r.id AS id, r.road_class AS road_class
ORDER BY id
