// What the tag "access" says of those of the places that are of one of the services: id, tags. A place without such a tag has no row.
MATCH (p:POI)
USING INDEX p:POI(id)
WHERE p.id IN $ids AND any(tag IN p.tags WHERE tag STARTS WITH 'access=')
  AND EXISTS { MATCH (p)-[:IS_A]->(s:Service) WHERE s.id IN $services }
RETURN p.id AS id, [tag IN p.tags WHERE tag STARTS WITH 'access='] AS tags
ORDER BY id
