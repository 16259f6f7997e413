// Joins cells to the next coarser cell that they are part of; nothing is returned.
UNWIND $rows AS row
MATCH (child:Zone {id: row.child})
MATCH (parent:Zone {id: row.parent})
MERGE (child)-[:PART_OF]->(parent)
