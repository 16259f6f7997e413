// Takes places off the borders of areas; nothing is returned.
UNWIND $rows AS row
MATCH (:POI {id: row.place})-[b:ON_BORDER]->(:Area {id: row.area})
DELETE b
