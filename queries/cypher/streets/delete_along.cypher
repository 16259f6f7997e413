// Takes places away from roads; nothing is returned.
UNWIND $rows AS row
MATCH (:POI {id: row.place})-[a:ALONG]->(:Road {id: row.road})
DELETE a
