// Up to which radius NEAR is complete, for each pair of services where it is: pair, radius_m.
MATCH (a:Service)
USING INDEX a:Service(id)
WHERE a.id IN [pair IN $pairs | split(pair, '|')[0]]
MATCH (a)-[c:COVERED]->(b:Service)
WHERE a.id + '|' + b.id IN $pairs
RETURN a.id + '|' + b.id AS pair, c.radius_m AS radius_m
