// Those of the roads that the graph has: id, hash of what is written, sources as [dataset, hash].
UNWIND $ids AS id
MATCH (r:Road {id: id})
RETURN r.id AS id, r.hash AS hash, [] AS services,
       COLLECT { MATCH (r)-[f:FROM]->(d:Dataset) RETURN [d.id, f.hash] } AS sources
