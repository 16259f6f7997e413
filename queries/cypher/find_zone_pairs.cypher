// Cells with both places of NEAR pairs up to a distance, and of each the pairs of services found there most: zone, counts (pair, places).
UNWIND $pairs AS pair
CALL (pair) {
  MATCH (a)-[r:NEAR]->(b)
  USING INDEX r:NEAR(pair, dist_m)
  WHERE r.pair = pair AND r.dist_m <= $within_m
  // a place has a few cells, a cell thousands of places: both ends are asked for theirs, never a cell for its
  RETURN a, [(b)-[:IN_ZONE]->(y) | y] AS of_b
}
MATCH (a)-[:IN_ZONE]->(z)
WHERE z IN of_b
WITH z, pair, count(*) AS places
ORDER BY places DESC, pair
RETURN z.id AS zone, collect([pair, places])[..$most] AS counts
