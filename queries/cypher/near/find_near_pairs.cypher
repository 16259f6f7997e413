// Places of one kind and those of another near them, by NEAR edges, a row for each pair of services that has any or is not complete to $radius_m, in lists, nearest first: row, pair, complete_to_m (COVERED: NEAR may lack what is farther; null: anything), from_ids, to_ids, dist_m, centre_dist_m.
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
CALL (row) {
  OPTIONAL MATCH (s:Service {id: split(row.pair, '|')[0]})-[c:COVERED]->(o)
  WHERE o.id = split(row.pair, '|')[1]
  RETURN CASE
    WHEN $datasets IS NULL OR c.farther IS NULL OR any(d IN $datasets WHERE NOT d IN c.farther) THEN c.radius_m
    ELSE reduce(m = c.asked_m, i IN range(0, size(c.farther) - 1) |
      CASE WHEN c.farther[i] IN $datasets AND c.farther_m[i] < m THEN c.farther_m[i] ELSE m END)
  END AS complete_to_m
}
WITH row, complete_to_m, from_ids, to_ids, dist_m, centre_dist_m
WHERE size(from_ids) > 0 OR coalesce(complete_to_m, 0.0) < $radius_m
RETURN row.row AS row, row.pair AS pair, complete_to_m, from_ids, to_ids, dist_m, centre_dist_m
