// Places of exactly this name, folded: id, in the order of ids.
MATCH (p:POI)
WHERE p.name_key = $name_key
  AND ($datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets))
RETURN p.id AS id
ORDER BY id
