// Writes the distances of NEAR edges, whether they are there or not; returns how many.
UNWIND $rows AS row
MATCH (a:POI {id: row.from_id})
MATCH (b:POI {id: row.to_id})
MERGE (a)-[r:NEAR {pair: row.pair}]->(b)
SET r.dist_m = row.dist_m, r.centre_dist_m = row.centre_dist_m
RETURN count(*) AS written
