// The sites and things of the places that belong to one of another id, in lists: ids, site_ids, thing_ids.
MATCH (p:POI)
USING INDEX p:POI(id)
WHERE p.id IN $ids
  AND (p.site_id <> p.id OR p.thing_id <> p.id)
RETURN collect(p.id) AS ids, collect(p.site_id) AS site_ids, collect(coalesce(p.thing_id, p.id)) AS thing_ids
