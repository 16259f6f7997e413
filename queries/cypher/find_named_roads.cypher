// Names of the roads in any of the cells, each once: name, and the ids, geometries (WKT) and cells of its roads.
MATCH (z:Zone)<-[:IN_ZONE]-(r:Road)
USING INDEX z:Zone(id)
WHERE z.id IN $zones AND r.name IS NOT NULL
WITH r, collect(z.id) AS cells
// one row a name: rows cost far more on the way than what is in them
RETURN r.name AS name, collect(r.id) AS ids, collect(r.geometry) AS geometries, collect(cells) AS zones
