// Pairs of one kind by their NEAR edges, nearest first: from_id, to_id, dist_m, centre_dist_m.
MATCH (a)-[r:NEAR]->(b)
USING INDEX r:NEAR(pair, dist_m)
WHERE r.pair = $pair AND r.dist_m <= $radius_m
  // edge to edge is never more than centre to centre, so the index serves both measures
  AND $at_least_m <= CASE $measure WHEN 'centre' THEN r.centre_dist_m ELSE r.dist_m END <= $radius_m
  AND ($from_ids IS NULL OR a.id IN $from_ids)
  AND ($to_ids IS NULL OR b.id IN $to_ids)
  AND ($datasets IS NULL OR any(d IN a.datasets WHERE d IN $datasets))
  AND ($datasets IS NULL OR any(d IN b.datasets WHERE d IN $datasets))
RETURN a.id AS from_id, b.id AS to_id, r.dist_m AS dist_m, r.centre_dist_m AS centre_dist_m
ORDER BY r.pair, r.dist_m
