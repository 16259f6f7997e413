// Where two streets meet each other: of_one, of_other (ids of the roads that share a node).
MATCH (one:Street)<-[:PART_OF]-(x:Road)-[:CONNECTS]-(y:Road)-[:PART_OF]->(other:Street)
USING INDEX one:Street(id)
WHERE one.id IN $one AND other.id IN $other
  AND ($datasets IS NULL OR any(d IN x.datasets WHERE d IN $datasets)) AND ($datasets IS NULL OR any(d IN y.datasets WHERE d IN $datasets))
RETURN DISTINCT x.id AS of_one, y.id AS of_other
ORDER BY of_one, of_other
