// The cells of a resolution that places count in, by HAS, in the order of ids: id, services, counts (most first, then by name).
MATCH (z:Zone)
USING INDEX z:Zone(resolution)
WHERE z.resolution = $resolution
MATCH (z)-[h:HAS]->(s:Service)
WHERE h.count > 0
WITH z, h.count AS places, s.id AS service
ORDER BY places DESC, service
RETURN z.id AS id, collect(service) AS services, collect(places) AS counts
ORDER BY id
