// Writes how many places of a service count in a cell or an area, and how many lie there only in part; nothing is returned.
UNWIND $rows AS row
MATCH (s:Service {id: row.service})
CALL (row) {
  MATCH (x:Zone {id: row.holder})
  RETURN x
  UNION
  MATCH (x:Area {id: row.holder})
  RETURN x
}
MERGE (x)-[h:HAS]->(s)
SET h.count = row.places, h.across = row.across
