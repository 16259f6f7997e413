// A page of the areas with a boundary, or with places, in the order of ids, after one of them: id, admin_level, kind, geometry (WKT), its places by IN_AREA: place_ids, shares, and border_ids, those on its border by ON_BORDER.
MATCH (a:Area)
WHERE a.id > $after AND (a.geometry IS NOT NULL OR EXISTS { (:POI)-[:IN_AREA]->(a) } OR EXISTS { (:POI)-[:ON_BORDER]->(a) })
WITH a ORDER BY a.id LIMIT $limit
OPTIONAL MATCH (p:POI)-[i:IN_AREA]->(a)
WITH a, collect(p.id) AS place_ids, collect(i.share) AS shares
RETURN a.id AS id, a.admin_level AS admin_level, a.kind AS kind, a.geometry AS geometry, place_ids, shares,
       COLLECT { MATCH (q:POI)-[:ON_BORDER]->(a) RETURN q.id } AS border_ids
ORDER BY id
