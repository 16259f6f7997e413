// Joins roads that share an OSM node, from the smaller id to the larger; nothing is returned.
UNWIND $rows AS row
MATCH (a:Road {id: row.smaller})
MATCH (b:Road {id: row.larger})
MERGE (a)-[:CONNECTS]->(b)
