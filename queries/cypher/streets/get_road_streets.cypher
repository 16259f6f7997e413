// A page of roads in the order of ids, after one of them: id, name, name_key, alt_names, connected by CONNECTS of larger id, streets by PART_OF.
MATCH (r:Road)
WHERE r.id > $after
WITH r ORDER BY r.id LIMIT $limit
RETURN r.id AS id, r.name AS name, r.name_key AS name_key, r.alt_names AS alt_names,
       COLLECT { MATCH (r)-[:CONNECTS]->(other:Road) RETURN other.id } AS connected,
       COLLECT { MATCH (r)-[:PART_OF]->(s:Street) RETURN s.id } AS streets
ORDER BY id
