// NEAR edges of pairs from a distance on, nearest first: pair, and lists: from_ids, to_ids, dist_m, centre_dist_m.
UNWIND $pairs AS pair
CALL (pair) {
  MATCH (a)-[r:NEAR]->(b)
  USING INDEX r:NEAR(pair, dist_m)
  WHERE r.pair = pair AND r.dist_m >= $from_m
  WITH a, r, b
  ORDER BY r.pair, r.dist_m
  LIMIT $limit
  // one row of lists: receiving a row for each edge takes the driver far longer
  RETURN collect(a.id) AS from_ids, collect(b.id) AS to_ids,
         collect(r.dist_m) AS dist_m, collect(r.centre_dist_m) AS centre_dist_m
}
RETURN pair, from_ids, to_ids, dist_m, centre_dist_m
