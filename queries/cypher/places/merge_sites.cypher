// Writes the site and the thing of places; nothing is returned.
UNWIND $rows AS row
MATCH (p:POI {id: row.id})
SET p.site_id = row.site_id, p.thing_id = row.thing_id
