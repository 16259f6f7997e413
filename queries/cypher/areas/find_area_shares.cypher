// How places of the services, of one in $members those that it names ("service id") alone, lie in the areas, or in none of them, in lists, those that lie alike put together unless $each: ids (null unless $each), services, areas, shares, places (how many).
CALL () {
  MATCH (s:Service)<-[:IS_A]-(p:POI)
  USING INDEX s:Service(id)
  WHERE $ids IS NULL AND s.id IN $services
  RETURN s, p
  UNION ALL
  // a few of a city's thousands are found sooner by their ids
  MATCH (p:POI)-[:IS_A]->(s:Service)
  USING INDEX p:POI(id)
  WHERE p.id IN $ids AND s.id IN $services
  RETURN s, p
}
WITH s, p
WHERE any(d IN p.datasets WHERE ($datasets IS NULL OR d IN $datasets) AND ($halo OR NOT d IN coalesce(p.halo_of, [])))
  AND (NOT s.id IN $members OR s.id + ' ' + p.id IN $members)
WITH p, collect(s.id) AS services
OPTIONAL MATCH (p)-[i:IN_AREA]->(a:Area)
WHERE a.id IN $areas
WITH p, services, collect(a.id) AS areas, collect(i.share) AS shares
WITH CASE WHEN $each THEN p.id END AS id, services, areas, shares, count(*) AS places
// lists: rows cost far more on the way than what is in them
WITH collect([id, services, areas, shares, places]) AS found
RETURN [f IN found | f[0]] AS ids, [f IN found | f[1]] AS services, [f IN found | f[2]] AS areas,
       [f IN found | f[3]] AS shares, [f IN found | f[4]] AS places
