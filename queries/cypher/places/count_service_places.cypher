// How many places each of the services has in the data sets, those of a halo left out: service, places.
MATCH (s:Service)
USING INDEX s:Service(id)
WHERE s.id IN $services
OPTIONAL MATCH (s)<-[:IS_A]-(p:POI)
WHERE any(d IN p.datasets WHERE ($datasets IS NULL OR d IN $datasets) AND NOT d IN coalesce(p.halo_of, []))
RETURN s.id AS service, count(p) AS places
