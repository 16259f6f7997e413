// How places of the services, of one in $members those that it names ("service id") alone, lie in the cells of some resolutions, in lists, those that lie alike put together unless $each: resolution, ids (null unless $each), services, zones, shares, places (how many).
MATCH (s:Service)<-[:IS_A]-(p:POI)
USING INDEX s:Service(id)
WHERE s.id IN $services
  AND ($ids IS NULL OR p.id IN $ids)
  AND any(d IN p.datasets WHERE ($datasets IS NULL OR d IN $datasets) AND ($halo OR NOT d IN coalesce(p.halo_of, [])))
  AND (NOT s.id IN $members OR s.id + ' ' + p.id IN $members)
WITH p, collect(s.id) AS services
MATCH (p)-[i:IN_ZONE]->(z:Zone)
WHERE z.resolution IN $resolutions
WITH p, services, z.resolution AS resolution, collect(z.id) AS zones, collect(i.share) AS shares
WITH CASE WHEN $each THEN p.id END AS id, services, resolution, zones, shares, count(*) AS places
// lists: rows cost far more on the way than what is in them
WITH resolution, collect([id, services, zones, shares, places]) AS found
RETURN resolution, [f IN found | f[0]] AS ids, [f IN found | f[1]] AS services, [f IN found | f[2]] AS zones,
       [f IN found | f[3]] AS shares, [f IN found | f[4]] AS places
