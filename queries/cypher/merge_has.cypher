// Writes how many places of a service a cell has; nothing is returned.
UNWIND $rows AS row
MATCH (z:Zone {id: row.zone})
MATCH (s:Service {id: row.service})
MERGE (z)-[h:HAS]->(s)
SET h.count = row.places
