// How many places of each service count in the area, for of those of its level it holds most of them: service, places; and how many lie there only in part: across.
MATCH (a:Area {id: $area})<-[:IN_AREA]-(p:POI)
WHERE any(d IN p.datasets WHERE ($datasets IS NULL OR d IN $datasets) AND NOT d IN coalesce(p.halo_of, []))
WITH p, COLLECT {
  MATCH (p)-[j:IN_AREA]->(other:Area)
  WHERE coalesce(toString(other.admin_level), other.kind) = coalesce(toString(a.admin_level), a.kind)
  RETURN other.id
  ORDER BY j.share DESC, other.id
  LIMIT 1
}[0] = a.id AS counts
MATCH (p)-[:IS_A]->(s:Service)
RETURN s.id AS service, sum(CASE WHEN counts THEN 1 ELSE 0 END) AS places, sum(CASE WHEN counts THEN 0 ELSE 1 END) AS across
ORDER BY places DESC, service
