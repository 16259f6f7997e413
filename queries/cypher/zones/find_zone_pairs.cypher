// Cells with both places of NEAR pairs up to a distance, and of each the pairs of services found there most: zone, counts (pair, places).
UNWIND $pairs AS pair
CALL (pair) {
  MATCH (a)-[r:NEAR]->(b)
  USING INDEX r:NEAR(pair, dist_m)
  WHERE r.pair = pair AND r.dist_m <= $within_m
  // a place has a few cells, a cell thousands of places: each end is asked for its own, and no plan can do else
  RETURN [(a)-[:IN_ZONE]->(x) | x] AS of_a, [(b)-[:IN_ZONE]->(y) | y] AS of_b
}
UNWIND of_a AS z
WITH pair, z, of_b
WHERE z IN of_b
WITH z, pair, count(*) AS places
ORDER BY places DESC, pair
RETURN z.id AS zone, collect([pair, places])[..$most] AS counts
