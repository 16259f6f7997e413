// What the places of a service say of one key: id, values (of the tags "key=…", in their order), latitude, longitude in degrees, listed (whether a data set was asked for it, not only for what is near it).
MATCH (s:Service {id: $service})<-[:IS_A]-(p:POI)
USING INDEX s:Service(id)
WHERE $datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets)
WITH p, [tag IN coalesce(p.tags, []) WHERE tag STARTS WITH $key + '=' | substring(tag, size($key) + 1)] AS values
RETURN p.id AS id, values, p.location.latitude AS latitude, p.location.longitude AS longitude,
       any(d IN p.datasets WHERE ($datasets IS NULL OR d IN $datasets) AND NOT d IN coalesce(p.halo_of, [])) AS listed
ORDER BY id
