// Makes roads part of streets; nothing is returned.
UNWIND $rows AS row
MATCH (r:Road {id: row.road})
MATCH (s:Street {id: row.street})
MERGE (r)-[:PART_OF]->(s)
