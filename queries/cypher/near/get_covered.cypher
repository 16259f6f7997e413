// COVERED among the services: a, b (ids of services), radius_m, pairs, asked_m, asked_edges, farther (ids of data sets), farther_m.
MATCH (a:Service)
USING INDEX a:Service(id)
WHERE a.id IN $services
// b bears no label here: with one, the planner may seek it too and multiply the two
MATCH (a)-[c:COVERED]->(b)
WHERE b.id IN $services
RETURN a.id AS a, b.id AS b, c.radius_m AS radius_m, c.pairs AS pairs, c.asked_m AS asked_m,
       c.asked_edges AS asked_edges, coalesce(c.farther, []) AS farther, coalesce(c.farther_m, []) AS farther_m
