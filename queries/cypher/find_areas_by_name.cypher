// Areas of this folded name or other name, and those with any of the words in their name: id, name, kind, admin_level, exact, whole (it has a boundary), latitude, longitude.
MATCH (a:Area)
USING INDEX a:Area(name_key)
WHERE a.name_key IS NOT NULL
  AND (a.name_key = $name_key OR $name_key IN a.name_keys OR any(word IN $words WHERE a.name_key CONTAINS word))
  AND ($datasets IS NULL OR any(d IN a.datasets WHERE d IN $datasets))
RETURN a.id AS id, a.name AS name, a.kind AS kind, a.admin_level AS admin_level,
       a.name_key = $name_key OR $name_key IN a.name_keys AS exact, a.geometry IS NOT NULL AS whole,
       a.location.latitude AS latitude, a.location.longitude AS longitude
ORDER BY id
