// How many places each of the services has in the data sets: service, places.
MATCH (s:Service)
USING INDEX s:Service(id)
WHERE s.id IN $services
OPTIONAL MATCH (s)<-[:IS_A]-(p:POI)
WHERE $datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets)
RETURN s.id AS service, count(p) AS places
