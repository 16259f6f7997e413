// Streets with a road that meets the one and a road that meets the other: id, name, and where: of_one, of_other (ids of their own roads).
MATCH (one:Street)<-[:PART_OF]-(x:Road)-[:CONNECTS]-(r:Road)-[:PART_OF]->(s:Street)
USING INDEX one:Street(id)
WHERE one.id IN $one AND NOT s.id IN $one AND NOT s.id IN $other
  AND ($datasets IS NULL OR any(d IN x.datasets WHERE d IN $datasets)) AND ($datasets IS NULL OR any(d IN r.datasets WHERE d IN $datasets))
WITH s, collect(DISTINCT r.id) AS of_one
MATCH (s)<-[:PART_OF]-(r:Road)-[:CONNECTS]-(y:Road)-[:PART_OF]->(other:Street)
WHERE other.id IN $other
  AND ($datasets IS NULL OR any(d IN r.datasets WHERE d IN $datasets)) AND ($datasets IS NULL OR any(d IN y.datasets WHERE d IN $datasets))
RETURN s.id AS id, s.name AS name, of_one, collect(DISTINCT r.id) AS of_other
ORDER BY id
