// All streets: id, name.
MATCH (s:Street)
WHERE s.id IS NOT NULL
RETURN s.id AS id, s.name AS name
