// A page of the areas with a boundary, or with places, in the order of ids, after one of them: id, geometry (WKT), and its places by IN_AREA: place_ids, shares.
MATCH (a:Area)
WHERE a.id > $after AND (a.geometry IS NOT NULL OR EXISTS { (:POI)-[:IN_AREA]->(a) })
WITH a ORDER BY a.id LIMIT $limit
OPTIONAL MATCH (p:POI)-[i:IN_AREA]->(a)
RETURN a.id AS id, a.geometry AS geometry, collect(p.id) AS place_ids, collect(i.share) AS shares
ORDER BY id
