// Writes the site of places; nothing is returned.
UNWIND $rows AS row
MATCH (p:POI {id: row.id})
SET p.site_id = row.site_id
