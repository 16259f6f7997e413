// The place of this id, if a part of it is in no extract: id, latitude, longitude, geometry, reach_m, encloses (an outline is missing), services.
MATCH (p:POI {id: $place})
WHERE p.cut
RETURN p.id AS id, p.location.latitude AS latitude, p.location.longitude AS longitude,
       p.geometry AS geometry, p.reach_m AS reach_m, coalesce(p.encloses, true) AS encloses,
       COLLECT { MATCH (p)-[:IS_A]->(s:Service) RETURN s.id AS service ORDER BY service } AS services
