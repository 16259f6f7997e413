// Cells after an id that hold places, in order: id, resolution, latitude, longitude, counts (service, places), names (name, service), streets (name, metres), datasets.
MATCH (z:Zone)
WHERE z.id > $after AND EXISTS { (z)-[h:HAS]->(:Service) WHERE h.count > 0 }
WITH z
ORDER BY z.id
LIMIT $limit
RETURN z.id AS id, z.resolution AS resolution, z.location.latitude AS latitude, z.location.longitude AS longitude,
       COLLECT {
         MATCH (z)-[h:HAS]->(s:Service)
         WHERE h.count > 0
         WITH h.count AS places, s.id AS service
         ORDER BY places DESC, service
         RETURN [service, places]
       } AS counts,
       COLLECT {
         MATCH (z)<-[:IN_ZONE]-(p:POI)-[:IS_A]->(s:Service)
         WHERE p.name IS NOT NULL
         WITH s.id AS service, p.name AS name
         ORDER BY service, name
         WITH service, collect(DISTINCT name)[..$names] AS names
         UNWIND names AS name
         RETURN [name, service]
       } AS names,
       COLLECT {
         MATCH (z)<-[i:IN_ZONE]-(r:Road)
         WHERE r.name IS NOT NULL
         WITH r.name AS name, sum(i.length_m) AS metres
         ORDER BY metres DESC, name
         LIMIT $streets
         RETURN name
       } AS streets,
       COLLECT {
         MATCH (z)<-[:IN_ZONE]-(p:POI)
         UNWIND p.datasets AS dataset
         WITH DISTINCT dataset
         ORDER BY dataset
         RETURN dataset
       } AS datasets
