// What has one of the ids, or the street of the road that has it: id, label, name (the id where there is none), alt_names, name_keys, address, services, kind, admin_level, whole, latitude, longitude.
CALL () {
  MATCH (n:POI)
  USING INDEX n:POI(id)
  WHERE n.id IN $ids
  RETURN n, 'POI' AS label
  UNION
  MATCH (n:Area)
  USING INDEX n:Area(id)
  WHERE n.id IN $ids
  RETURN n, 'Area' AS label
  UNION
  MATCH (n:Street)
  USING INDEX n:Street(id)
  WHERE n.id IN $ids
  RETURN n, 'Street' AS label
  UNION
  MATCH (r:Road)
  USING INDEX r:Road(id)
  WHERE r.id IN $ids
  OPTIONAL MATCH (r)-[:PART_OF]->(s:Street)
  RETURN coalesce(s, r) AS n, 'Street' AS label
}
RETURN n.id AS id, label, coalesce(n.name, n.alt_names[0], n.id) AS name, n.alt_names AS alt_names, n.name_keys AS name_keys,
       [tag IN n.tags WHERE tag STARTS WITH 'addr:'] AS address,
       COLLECT { MATCH (n)-[:IS_A]->(s:Service) RETURN s.id ORDER BY s.id } AS services,
       n.kind AS kind, n.admin_level AS admin_level, n.geometry IS NOT NULL AS whole,
       n.location.latitude AS latitude, n.location.longitude AS longitude
ORDER BY id, label
