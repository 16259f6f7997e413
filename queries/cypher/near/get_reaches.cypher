// How many places each of the services has and the largest reach among them: service, places, reach_m.
MATCH (s:Service)
USING INDEX s:Service(id)
WHERE s.id IN $services
OPTIONAL MATCH (s)<-[:IS_A]-(p:POI)
RETURN s.id AS service, count(p) AS places, coalesce(max(p.reach_m), 0.0) AS reach_m
