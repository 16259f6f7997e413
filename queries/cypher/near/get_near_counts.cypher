// How many NEAR edges there are of each pair that has any: pair, edges.
UNWIND $pairs AS pair
CALL (pair) {
  MATCH ()-[r:NEAR]->()
  USING INDEX r:NEAR(pair, dist_m)
  WHERE r.pair = pair AND r.dist_m >= 0
  RETURN count(r) AS edges
}
WITH pair, edges
WHERE edges > 0
RETURN pair, edges
