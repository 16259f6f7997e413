// Places of the services nearer than a radius to the border of what is known, in lists: ids, margins_m.
MATCH (s:Service)<-[:IS_A]-(p:POI)
USING INDEX s:Service(id)
WHERE s.id IN $services
  AND coalesce(p.margin_m, 0.0) < $radius_m
  AND ($ids IS NULL OR p.id IN $ids)
  AND ($datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets))
WITH DISTINCT p
RETURN collect(p.id) AS ids, collect(coalesce(p.margin_m, 0.0)) AS margins_m
