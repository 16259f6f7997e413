// The sites of the places, in lists: ids, site_ids (its own id where none is written).
MATCH (p:POI)
USING INDEX p:POI(id)
WHERE p.id IN $ids
RETURN collect(p.id) AS ids, collect(coalesce(p.site_id, p.id)) AS site_ids
