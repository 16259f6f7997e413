// Those of the places that the graph has: id, hash of what is written, services, sources as [dataset, hash].
UNWIND $ids AS id
MATCH (p:POI {id: id})
RETURN p.id AS id, p.hash AS hash,
       COLLECT { MATCH (p)-[:IS_A]->(s:Service) RETURN s.id } AS services,
       COLLECT { MATCH (p)-[f:FROM]->(d:Dataset) RETURN [d.id, f.hash] } AS sources
