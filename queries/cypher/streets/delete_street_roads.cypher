// Takes roads out of streets; nothing is returned.
UNWIND $rows AS row
MATCH (:Road {id: row.road})-[p:PART_OF]->(:Street {id: row.street})
DELETE p
