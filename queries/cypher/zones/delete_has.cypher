// Takes counts of services away from cells and areas; nothing is returned.
UNWIND $rows AS row
CALL (row) {
  MATCH (x:Zone {id: row.holder})
  RETURN x
  UNION
  MATCH (x:Area {id: row.holder})
  RETURN x
}
MATCH (x)-[h:HAS]->(:Service {id: row.service})
DELETE h
