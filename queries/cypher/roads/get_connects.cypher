// A page of roads in the order of ids, after one of them: id, connects as the road says, connected by CONNECTS of larger id.
MATCH (r:Road)
WHERE r.id > $after
WITH r ORDER BY r.id LIMIT $limit
RETURN r.id AS id, r.connects AS connects,
       COLLECT { MATCH (r)-[:CONNECTS]->(other:Road) RETURN other.id } AS connected
ORDER BY id
