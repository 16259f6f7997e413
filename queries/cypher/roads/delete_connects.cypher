// Parts roads that no longer share an OSM node; nothing is returned.
UNWIND $rows AS row
MATCH (:Road {id: row.smaller})-[c:CONNECTS]->(:Road {id: row.larger})
DELETE c
