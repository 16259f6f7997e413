// How many places of each service count in the area, for of those of its level it holds most of them: service, places; and how many lie there only in part: across.
MATCH (a:Area {id: $area})<-[i:IN_AREA]-(p:POI)
WHERE any(d IN p.datasets WHERE ($datasets IS NULL OR d IN $datasets) AND NOT d IN coalesce(p.halo_of, []))
WITH p, NOT EXISTS {
  MATCH (p)-[j:IN_AREA]->(other:Area)
  WHERE (j.share > i.share OR (j.share = i.share AND other.id < a.id))
    AND (other.admin_level = a.admin_level OR (other.admin_level IS NULL AND a.admin_level IS NULL AND other.kind = a.kind))
} AS counts
MATCH (p)-[:IS_A]->(s:Service)
RETURN s.id AS service, sum(CASE WHEN counts THEN 1 ELSE 0 END) AS places, sum(CASE WHEN counts THEN 0 ELSE 1 END) AS across
ORDER BY places DESC, service
