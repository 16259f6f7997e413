// Writes how far places are from roads; nothing is returned.
UNWIND $rows AS row
MATCH (p:POI {id: row.place})
MATCH (r:Road {id: row.road})
MERGE (p)-[a:ALONG]->(r)
SET a.dist_m = row.dist_m
