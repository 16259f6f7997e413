// Writes on the borders of which areas places lie; nothing is returned.
UNWIND $rows AS row
MATCH (p:POI {id: row.place})
MATCH (a:Area {id: row.area})
MERGE (p)-[:ON_BORDER]->(a)
