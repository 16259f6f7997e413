// Writes of data sets how much is as another told it that holds it no more; nothing is returned.
UNWIND $rows AS row
MATCH (d:Dataset {id: row.dataset})
SET d.inherited = row.things
