// All places of any of the services that have all of the tags: id, each once, in the order of ids.
MATCH (s:Service)<-[:IS_A]-(p:POI)
USING INDEX s:Service(id)
WHERE s.id IN $services
  AND ($ids IS NULL OR p.id IN $ids)
  AND ($datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets))
  AND all(tag IN $tags WHERE tag IN p.tags)
RETURN DISTINCT p.id AS id
ORDER BY id
