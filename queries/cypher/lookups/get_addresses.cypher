// The addresses of these ids: id, name, number, streets, street_keys, keys, beside, latitude, longitude, geometry, tags, marks.
MATCH (a:Address)
USING INDEX a:Address(id)
WHERE a.id IN $ids
RETURN a.id AS id, a.name AS name, a.number AS number, a.streets AS streets, a.street_keys AS street_keys, a.keys AS keys, a.beside AS beside,
       a.location.latitude AS latitude, a.location.longitude AS longitude, a.geometry AS geometry, a.tags AS tags, a.marks AS marks
ORDER BY id
