// Where a place lies: zones (id, of the finest first, those with most of it), areas ([id, name, admin_level, share], smallest first), streets ([id, name, metres] of the nearest named roads), datasets.
MATCH (p:POI)
USING INDEX p:POI(id)
WHERE p.id = $place
RETURN COLLECT {
         UNWIND [9, 8, 7] AS resolution
         RETURN COLLECT {
           MATCH (p)-[i:IN_ZONE]->(z:Zone)
           WHERE z.resolution = resolution
           RETURN z.id
           ORDER BY i.share DESC, z.id
           LIMIT 1
         }[0] AS zone
       } AS zones,
       COLLECT {
         MATCH (p)-[i:IN_AREA]->(a:Area)
         WHERE ($datasets IS NULL OR any(d IN a.datasets WHERE d IN $datasets))
         RETURN [a.id, a.name, a.admin_level, i.share]
         ORDER BY a.area_m2, a.id
       } AS areas,
       COLLECT {
         MATCH (p)-[a:ALONG]->(r:Road)-[:PART_OF]->(s:Street)
         WHERE ($datasets IS NULL OR any(d IN r.datasets WHERE d IN $datasets))
         WITH s, min(a.dist_m) AS metres
         RETURN [s.id, s.name, metres]
         ORDER BY metres, s.id
       } AS streets,
       p.datasets AS datasets
