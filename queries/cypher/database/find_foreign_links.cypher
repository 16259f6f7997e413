// Relationships that hang on perto's nodes and are not its own, by their type or by the other end: label, type, ids (of perto's nodes, each once).
MATCH (n:Perto)-[r]-(m)
WHERE NOT (m:Perto AND type(r) IN $types)
WITH [l IN labels(n) WHERE l <> 'Perto'][0] AS label, type(r) AS type, collect(DISTINCT n.id) AS ids
RETURN label, type, ids
ORDER BY label, type
