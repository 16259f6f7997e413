// Which places are of each of the services and have the tags asked of it, those of a halo left out: service, ids.
MATCH (s:Service)<-[:IS_A]-(p:POI)
USING INDEX s:Service(id)
WHERE s.id IN $services
  AND ($ids IS NULL OR p.id IN $ids)
  AND any(d IN p.datasets WHERE ($datasets IS NULL OR d IN $datasets) AND NOT d IN coalesce(p.halo_of, []))
  AND all(either IN coalesce($tags[s.id], []) WHERE any(tag IN either WHERE tag IN p.tags))
RETURN s.id AS service, collect(p.id) AS ids
