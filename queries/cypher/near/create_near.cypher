// Writes NEAR edges that are not there yet, each [from_id, to_id, pair, dist_m, centre_dist_m]: lists, since most of a load is this; returns how many.
UNWIND $rows AS row
MATCH (a:POI {id: row[0]})
MATCH (b:POI {id: row[1]})
CREATE (a)-[:NEAR {pair: row[2], dist_m: row[3], centre_dist_m: row[4]}]->(b)
RETURN count(*) AS written
