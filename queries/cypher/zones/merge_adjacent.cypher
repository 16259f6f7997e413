// Joins neighbouring cells, from the smaller id to the larger; nothing is returned.
UNWIND $rows AS row
MATCH (a:Zone {id: row.smaller})
MATCH (b:Zone {id: row.larger})
MERGE (a)-[:ADJACENT]->(b)
