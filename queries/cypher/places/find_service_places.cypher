// All places of any of the services, in one list: ids, each once, in their order.
MATCH (s:Service)<-[:IS_A]-(p:POI)
USING INDEX s:Service(id)
WHERE s.id IN $services
  AND ($ids IS NULL OR p.id IN $ids)
  AND ($datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets))
WITH DISTINCT p.id AS id
ORDER BY id
// a list: a row for each place costs ten times as much on the way
RETURN collect(id) AS ids
