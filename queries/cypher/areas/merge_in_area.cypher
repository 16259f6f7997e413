// Writes how much of places lies in areas; nothing is returned.
UNWIND $rows AS row
MATCH (p:POI {id: row.place})
MATCH (a:Area {id: row.area})
MERGE (p)-[i:IN_AREA]->(a)
SET i.share = row.share
