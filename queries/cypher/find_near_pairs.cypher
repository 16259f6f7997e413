// Places of one kind and those of another near them, by NEAR edges: from_id, and nearest first to_ids, dist_m, centre_dist_m.
MATCH (a)-[r:NEAR]->(b)
USING INDEX r:NEAR(pair, dist_m)
WHERE r.pair = $pair AND r.dist_m <= $radius_m
  // edge to edge is never more than centre to centre, so the index serves both measures
  AND $at_least_m <= CASE $measure WHEN 'centre' THEN r.centre_dist_m ELSE r.dist_m END <= $radius_m
  AND ($from_ids IS NULL OR a.id IN $from_ids)
  AND ($to_ids IS NULL OR b.id IN $to_ids)
  AND ($datasets IS NULL OR any(d IN a.datasets WHERE d IN $datasets))
  AND ($datasets IS NULL OR any(d IN b.datasets WHERE d IN $datasets))
WITH a, r, b
ORDER BY r.pair, r.dist_m
// one row a place: rows cost far more on the way than what is in them
RETURN a.id AS from_id, collect(b.id) AS to_ids, collect(r.dist_m) AS dist_m,
       collect(r.centre_dist_m) AS centre_dist_m
