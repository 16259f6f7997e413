// The different tags of some keys that places of a service have, in one list: tags ("key=value").
MATCH (s:Service {id: $service})<-[:IS_A]-(p:POI)
USING INDEX s:Service(id)
WHERE $datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets)
UNWIND [tag IN p.tags WHERE toLower(split(tag, '=')[0]) IN $keys] AS tag
WITH DISTINCT tag
RETURN collect(tag) AS tags
