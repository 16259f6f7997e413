// Those of the areas that the graph has: id, hash of what is written, sources as [dataset, hash].
UNWIND $ids AS id
MATCH (a:Area {id: id})
RETURN a.id AS id, a.hash AS hash, [] AS services,
       COLLECT { MATCH (a)-[f:FROM]->(d:Dataset) RETURN [d.id, f.hash] } AS sources
