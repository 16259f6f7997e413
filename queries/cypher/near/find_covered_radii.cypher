// Up to which radius NEAR is complete between some services and others, among the places of the data sets, one row of lists: a, b (ids of services, a not after b), radius_m.
MATCH (s:Service)
USING INDEX s:Service(id)
WHERE s.id IN $services
// the other bears no label here: with one, the planner may seek it too and multiply the two
MATCH (s)-[c:COVERED]-(o)
WHERE o.id IN $others
WITH DISTINCT c
WITH collect(c) AS covered
RETURN [c IN covered | startNode(c).id] AS a, [c IN covered | endNode(c).id] AS b,
       [c IN covered | CASE
         WHEN $datasets IS NULL OR c.farther IS NULL OR any(d IN $datasets WHERE NOT d IN c.farther) THEN c.radius_m
         // the least of those of the data sets
         ELSE reduce(m = c.asked_m, i IN range(0, size(c.farther) - 1) |
           CASE WHEN c.farther[i] IN $datasets AND c.farther_m[i] < m THEN c.farther_m[i] ELSE m END)
       END] AS radius_m
