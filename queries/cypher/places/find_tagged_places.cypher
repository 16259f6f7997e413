// The places of a service of which a tag says yes and none speaks against it, and those of which no tag says anything, in lists: ids, untold, places (how many of the service there are, those of a halo left out).
MATCH (s:Service {id: $service})<-[:IS_A]-(p:POI)
USING INDEX s:Service(id)
WHERE $datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets)
WITH p, coalesce(p.tags, []) AS tags
WITH p.id AS id,
     any(tag IN tags WHERE tag IN $yes) AS yes,
     any(tag IN tags WHERE tag IN $against) AS against,
     any(tag IN tags WHERE tag IN $no) AS no,
     any(d IN p.datasets WHERE ($datasets IS NULL OR d IN $datasets) AND NOT d IN coalesce(p.halo_of, [])) AS listed
ORDER BY id
RETURN [found IN collect(CASE WHEN yes AND NOT against THEN id END) WHERE found IS NOT NULL] AS ids,
       [found IN collect(CASE WHEN NOT (yes OR no OR against) THEN id END) WHERE found IS NOT NULL] AS untold,
       count(CASE WHEN listed THEN 1 END) AS places
