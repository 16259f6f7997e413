// The counts that are written at the cells and areas: holder, service, places, across (null as written before there was such).
MATCH (s:Service)
WHERE s.id IS NOT NULL
MATCH (s)<-[h:HAS]-(x)
RETURN x.id AS holder, s.id AS service, h.count AS places, h.across AS across
