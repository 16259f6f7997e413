// Places of one kind and those of another near them, by NEAR edges, a row for each pair of services that has any, in lists, nearest first: row, pair, from_ids, to_ids, dist_m, centre_dist_m.
UNWIND $rows AS row
CALL (row) {
  MATCH (a)-[r:NEAR]->(b)
  USING INDEX r:NEAR(pair, dist_m)
  WHERE r.pair = row.pair AND r.dist_m <= $radius_m
    // edge to edge is never more than centre to centre, so the index serves both measures
    AND $at_least_m <= CASE $measure WHEN 'centre' THEN r.centre_dist_m ELSE r.dist_m END <= $radius_m
    AND (row.from_ids IS NULL OR a.id IN row.from_ids)
    AND (row.to_ids IS NULL OR b.id IN row.to_ids)
    AND ($datasets IS NULL OR any(d IN a.datasets WHERE d IN $datasets))
    AND ($datasets IS NULL OR any(d IN b.datasets WHERE d IN $datasets))
  WITH a, r, b
  ORDER BY r.pair, r.dist_m
  // lists: rows cost far more on the way than what is in them
  RETURN collect(a.id) AS from_ids, collect(b.id) AS to_ids, collect(r.dist_m) AS dist_m,
         collect(r.centre_dist_m) AS centre_dist_m
}
WITH row, from_ids, to_ids, dist_m, centre_dist_m
WHERE size(from_ids) > 0
RETURN row.row AS row, row.pair AS pair, from_ids, to_ids, dist_m, centre_dist_m
