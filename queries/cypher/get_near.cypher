// NEAR edges of one pair from a distance on, nearest first: from_id, to_id, dist_m, centre_dist_m.
MATCH (a)-[r:NEAR]->(b)
USING INDEX r:NEAR(pair, dist_m)
WHERE r.pair = $pair AND r.dist_m >= $from_m
RETURN a.id AS from_id, b.id AS to_id, r.dist_m AS dist_m, r.centre_dist_m AS centre_dist_m
ORDER BY r.pair, r.dist_m
LIMIT $limit
