// Takes addresses out of this data set, and out of the graph where no other holds them; nothing is returned.
UNWIND $ids AS id
MATCH (a:Address:Perto {id: id})-[f:FROM]->(:Dataset {id: $dataset})
DELETE f
WITH a
WITH a, COLLECT { MATCH (a)-[:FROM]->(e:Dataset) RETURN e.id AS left ORDER BY left } AS left
FOREACH (_ IN CASE WHEN left = [] THEN [1] ELSE [] END | DETACH DELETE a)
FOREACH (_ IN CASE WHEN left = [] THEN [] ELSE [1] END | SET a.datasets = left)
