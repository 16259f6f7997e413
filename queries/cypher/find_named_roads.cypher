// Named roads in any of the cells, each once: id, name, geometry (WKT), and in which of the cells.
MATCH (z:Zone)<-[:IN_ZONE]-(r:Road)
USING INDEX z:Zone(id)
WHERE z.id IN $zones AND r.name IS NOT NULL
WITH r, collect(z.id) AS zones
RETURN r.id AS id, r.name AS name, r.geometry AS geometry, zones
