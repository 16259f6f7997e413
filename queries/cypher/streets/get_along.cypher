// A page of roads in the order of ids, after one of them: id, geometry (WKT), length_m, and the places by ALONG: place_ids, dist_m.
MATCH (r:Road)
WHERE r.id > $after
WITH r ORDER BY r.id LIMIT $limit
OPTIONAL MATCH (p:POI)-[a:ALONG]->(r)
RETURN r.id AS id, r.geometry AS geometry, r.length_m AS length_m,
       collect(p.id) AS place_ids, collect(a.dist_m) AS dist_m
ORDER BY id
