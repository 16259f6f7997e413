// How many places of each service count in the area, for of those of its level it holds most of them: service, places; and how many lie there only in part: across.
MATCH (a:Area {id: $area})
WITH a, COLLECT {
  MATCH (b:Area)
  USING INDEX b:Area(id)
  WHERE b.id > ''
    AND b <> a
    AND b.geometry IS NOT NULL
    AND (b.admin_level = a.admin_level OR (b.admin_level IS NULL AND a.admin_level IS NULL AND b.kind = a.kind))
  RETURN b
} AS rivals
MATCH (a)<-[i:IN_AREA]-(p:POI)
WHERE ($datasets IS NULL AND p.halo_of IS NULL)
   OR any(d IN p.datasets WHERE ($datasets IS NULL OR d IN $datasets) AND NOT d IN coalesce(p.halo_of, []))
// a country has no rival, and asking each of its places for one takes longest
WITH p, CASE WHEN rivals = [] THEN true ELSE NOT EXISTS {
  MATCH (p)-[j:IN_AREA]->(b:Area)
  WHERE (j.share > i.share OR (j.share = i.share AND b.id < a.id)) AND b IN rivals
} END AS counts
MATCH (p)-[:IS_A]->(s:Service)
WITH s, sum(CASE WHEN counts THEN 1 ELSE 0 END) AS places, count(*) AS every
RETURN s.id AS service, places, every - places AS across
ORDER BY places DESC, service
