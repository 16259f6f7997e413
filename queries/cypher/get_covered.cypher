// Up to which radius NEAR is complete, for each pair of services where it is: pair, radius_m.
MATCH (a:Service)-[c:COVERED]->(b:Service)
WHERE a.id + '|' + b.id IN $pairs
RETURN a.id + '|' + b.id AS pair, c.radius_m AS radius_m
