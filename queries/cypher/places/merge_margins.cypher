// Writes the metres from places to the border of what the data sets hold whole; nothing is returned.
UNWIND $rows AS row
MATCH (p:POI {id: row.id})
SET p.margin_m = row.margin_m
