// How many NEAR pairs up to a distance have both places in a cell: zone, pair, pairs.
UNWIND $pairs AS pair
CALL (pair) {
  MATCH (a)-[r:NEAR]->(b)
  USING INDEX r:NEAR(pair, dist_m)
  WHERE r.pair = pair AND r.dist_m <= $within_m
  RETURN a, b
}
MATCH (a)-[:IN_ZONE]->(z:Zone)
WHERE EXISTS { (z)<-[:IN_ZONE]-(b) }
RETURN z.id AS zone, pair, count(*) AS pairs
