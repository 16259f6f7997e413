// Places on the border of any of the areas, of the services, of one in $members those that it names ("service id") alone: id, name, and of all areas on whose border it lies, and of all that it lies in, [id, name, admin_level, kind]: borders, homes.
MATCH (a:Area)
USING INDEX a:Area(id)
WHERE a.id IN $areas
MATCH (a)<-[:ON_BORDER]-(p:POI)
WITH DISTINCT p
WHERE ($ids IS NULL OR p.id IN $ids)
  AND any(d IN p.datasets WHERE ($datasets IS NULL OR d IN $datasets) AND ($halo OR NOT d IN coalesce(p.halo_of, [])))
  AND EXISTS {
    MATCH (p)-[:IS_A]->(s:Service)
    WHERE s.id IN $services
      AND (NOT s.id IN $members OR s.id + ' ' + p.id IN $members)
  }
RETURN p.id AS id, p.name AS name,
       COLLECT { MATCH (p)-[:ON_BORDER]->(b:Area) RETURN [b.id, b.name, b.admin_level, b.kind] ORDER BY b.id } AS borders,
       COLLECT { MATCH (p)-[:IN_AREA]->(h:Area) RETURN [h.id, h.name, h.admin_level, h.kind] ORDER BY h.id } AS homes
ORDER BY id
