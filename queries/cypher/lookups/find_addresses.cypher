// Addresses of which a key fits the query of the index `addresses`: id, name, number, streets, street_keys, keys, beside, latitude, longitude, geometry, tags, marks.
CALL db.index.fulltext.queryNodes('addresses', $query)
YIELD node AS a
WHERE $datasets IS NULL OR any(d IN a.datasets WHERE d IN $datasets)
RETURN a.id AS id, a.name AS name, a.number AS number, a.streets AS streets, a.street_keys AS street_keys, a.keys AS keys, a.beside AS beside,
       a.location.latitude AS latitude, a.location.longitude AS longitude, a.geometry AS geometry, a.tags AS tags, a.marks AS marks
ORDER BY id
