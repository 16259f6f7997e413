// Places, areas and streets of which a name fits the query of the index `names`: id, label, name, alt_names, name_keys, address (its tags), services, kind, admin_level, whole (it has a boundary), latitude, longitude.
CALL db.index.fulltext.queryNodes('names', $query)
YIELD node AS n
WHERE $datasets IS NULL
   OR any(d IN n.datasets WHERE d IN $datasets)
   OR EXISTS { MATCH (n)<-[:PART_OF]-(r:Road) WHERE any(d IN r.datasets WHERE d IN $datasets) }
// the best first, and the limit after the data sets: those of others take no room
WITH n
LIMIT coalesce($limit, 1000000000)
RETURN n.id AS id, [l IN labels(n) WHERE l <> 'Perto'][0] AS label, coalesce(n.name, n.alt_names[0], n.id) AS name, n.alt_names AS alt_names, n.name_keys AS name_keys,
       [tag IN n.tags WHERE tag STARTS WITH 'addr:'] AS address,
       COLLECT { MATCH (n)-[:IS_A]->(s:Service) RETURN s.id ORDER BY s.id } AS services,
       n.kind AS kind, n.admin_level AS admin_level, n.geometry IS NOT NULL AS whole,
       n.location.latitude AS latitude, n.location.longitude AS longitude
ORDER BY id
