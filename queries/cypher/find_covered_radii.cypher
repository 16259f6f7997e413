// Up to which radius NEAR is complete between some services and others, one row of lists: a, b (ids of services, a not after b), radius_m.
MATCH (s:Service)
USING INDEX s:Service(id)
WHERE s.id IN $services
// the other bears no label here: with one, the planner may seek it too and multiply the two
MATCH (s)-[c:COVERED]-(o)
WHERE o.id IN $others
WITH DISTINCT c
WITH collect(c) AS covered
RETURN [c IN covered | startNode(c).id] AS a, [c IN covered | endNode(c).id] AS b,
       [c IN covered | c.radius_m] AS radius_m
