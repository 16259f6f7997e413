// How many places of each service count in an area, those of a halo left out, each in that area of a level (else of a kind) with most of it (of equal ones the smaller id), and how many lie there only in part: holder, service, places, across.
MATCH (p:POI)
WHERE p.id IS NOT NULL
  AND any(d IN p.datasets WHERE NOT d IN coalesce(p.halo_of, []))
CALL (p) {
  MATCH (p)-[i:IN_AREA]->(a:Area)
  WITH a, i ORDER BY i.share DESC, a.id
  WITH coalesce(a.admin_level, a.kind) AS level, collect(a.id) AS areas
  UNWIND areas AS area
  RETURN area, area = areas[0] AS counts
}
MATCH (p)-[:IS_A]->(s:Service)
WITH area, s, sum(CASE WHEN counts THEN 1 ELSE 0 END) AS places, count(*) AS every
RETURN area AS holder, s.id AS service, places, every - places AS across
