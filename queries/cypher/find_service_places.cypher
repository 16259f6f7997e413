// All places of any of the services that have one tag at least of each list of tags, in one list: ids, each once, in their order.
MATCH (s:Service)<-[:IS_A]-(p:POI)
USING INDEX s:Service(id)
WHERE s.id IN $services
  AND ($ids IS NULL OR p.id IN $ids)
  AND ($datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets))
  AND all(either IN $tags WHERE any(tag IN either WHERE tag IN p.tags))
WITH DISTINCT p.id AS id
ORDER BY id
// a list: a row for each place costs ten times as much on the way
RETURN collect(id) AS ids
