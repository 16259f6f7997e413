// Takes counts of services away from cells; nothing is returned.
UNWIND $rows AS row
MATCH (:Zone {id: row.zone})-[h:HAS]->(:Service {id: row.service})
DELETE h
