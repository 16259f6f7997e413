// Writes NEAR edges that are not there yet; returns how many.
UNWIND $rows AS row
MATCH (a:POI {id: row.from_id})
MATCH (b:POI {id: row.to_id})
CREATE (a)-[:NEAR {pair: row.pair, dist_m: row.dist_m, centre_dist_m: row.centre_dist_m}]->(b)
RETURN count(*) AS written
