// The sites of the places that belong to one of another name, in lists: ids, site_ids.
MATCH (p:POI)
USING INDEX p:POI(id)
WHERE p.id IN $ids
  AND p.site_id <> p.id
RETURN collect(p.id) AS ids, collect(p.site_id) AS site_ids
