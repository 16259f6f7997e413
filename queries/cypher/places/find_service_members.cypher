// Which places are of each of the services, those of a halo left out: service, ids.
MATCH (s:Service)<-[:IS_A]-(p:POI)
USING INDEX s:Service(id)
WHERE s.id IN $services
  AND ($ids IS NULL OR p.id IN $ids)
  AND any(d IN p.datasets WHERE ($datasets IS NULL OR d IN $datasets) AND NOT d IN coalesce(p.halo_of, []))
RETURN s.id AS service, collect(p.id) AS ids
