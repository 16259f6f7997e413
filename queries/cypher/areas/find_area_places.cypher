// Places of the services that share more than a border with the area, in one list: ids, each once, in their order.
MATCH (a:Area)
USING INDEX a:Area(id)
WHERE a.id = $area
WITH a, COUNT { (a)<-[:IN_AREA]-() } AS inside, COLLECT {
  MATCH (s:Service)
  USING INDEX s:Service(id)
  WHERE s.id IN $services
  RETURN COUNT { (s)<-[:IS_A]-() }
} AS of_services
WITH a, inside < reduce(total = 0, count IN of_services | total + count) AS by_area
// from the fewer: a country holds thousands of places of which a few are asked for
CALL (a, by_area) {
  MATCH (a)<-[:IN_AREA]-(p:POI)
  WHERE by_area AND EXISTS { MATCH (p)-[:IS_A]->(s:Service) WHERE s.id IN $services }
  RETURN p
  UNION
  MATCH (s:Service)<-[:IS_A]-(p:POI)
  USING INDEX s:Service(id)
  WHERE NOT by_area AND s.id IN $services AND EXISTS { (p)-[:IN_AREA]->(a) }
  RETURN p
}
WITH p
WHERE $datasets IS NULL OR any(d IN p.datasets WHERE d IN $datasets)
WITH p.id AS id
ORDER BY id
// a list: a row for each place costs ten times as much on the way
RETURN collect(id) AS ids
