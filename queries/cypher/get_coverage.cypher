// All COVERED edges: a, b (ids of services), radius_m, pairs.
MATCH (a:Service)-[c:COVERED]->(b:Service)
WHERE a.id IS NOT NULL
RETURN a.id AS a, b.id AS b, c.radius_m AS radius_m, c.pairs AS pairs
