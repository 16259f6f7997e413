// All streets: id, name, alt_names, name_keys.
MATCH (s:Street)
WHERE s.id IS NOT NULL
RETURN s.id AS id, s.name AS name, s.alt_names AS alt_names, s.name_keys AS name_keys
