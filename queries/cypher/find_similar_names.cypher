// Named places with another name equal to `lower`, or with any of the words in their name: id, name, alt_names.
MATCH (p:POI)
USING INDEX p:POI(name_key)
WHERE p.name_key IS NOT NULL
  AND (any(word IN $words WHERE p.name_key CONTAINS word) OR any(n IN p.alt_names WHERE toLower(n) = $lower))
  AND ($datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets))
RETURN p.id AS id, p.name AS name, p.alt_names AS alt_names
ORDER BY id
