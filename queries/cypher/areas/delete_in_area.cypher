// Takes places out of areas; nothing is returned.
UNWIND $rows AS row
MATCH (:POI {id: row.place})-[i:IN_AREA]->(:Area {id: row.area})
DELETE i
