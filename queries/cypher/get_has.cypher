// The counts that are written at the cells: zone, service, places.
MATCH (s:Service)
WHERE s.id IS NOT NULL
MATCH (s)<-[h:HAS]-(z:Zone)
RETURN z.id AS zone, s.id AS service, h.count AS places
