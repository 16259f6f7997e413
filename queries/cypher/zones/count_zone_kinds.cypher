// How many places of each service count in the cell, for most of them lies there: service, places; and how many lie there only in part: across.
MATCH (z:Zone {id: $zone})<-[i:IN_ZONE]-(p:POI)
WHERE i.share > 0
  AND (($datasets IS NULL AND p.halo_of IS NULL)
   OR any(d IN p.datasets WHERE ($datasets IS NULL OR d IN $datasets) AND NOT d IN coalesce(p.halo_of, [])))
WITH p, NOT EXISTS {
  MATCH (p)-[j:IN_ZONE]->(other:Zone)
  WHERE (j.share > i.share OR (j.share = i.share AND other.id < z.id)) AND other.resolution = z.resolution
} AS counts
MATCH (p)-[:IS_A]->(s:Service)
WITH s, sum(CASE WHEN counts THEN 1 ELSE 0 END) AS places, count(*) AS every
RETURN s.id AS service, places, every - places AS across
ORDER BY places DESC, service
