// What counts in a cell or an area by HAS, most first, in lists: services, places, across; and settled: no load is on its way.
CALL () {
  MATCH (d:Dataset)
  USING INDEX d:Dataset(id)
  WHERE d.id IS NOT NULL
  WITH collect(d.state) AS states
  RETURN all(state IN states WHERE state = 'complete') AS settled
}
CALL (settled) {
  CALL (settled) {
    MATCH (z:Zone {id: $holder})-[h:HAS]->(s:Service)
    WHERE settled
    RETURN h, s
    UNION ALL
    MATCH (a:Area {id: $holder})-[h:HAS]->(s:Service)
    WHERE settled
    RETURN h, s
  }
  WITH s.id AS service, h.count AS places, h.across AS across
  ORDER BY places DESC, service
  RETURN collect(service) AS services, collect(places) AS places, collect(coalesce(across, -1)) AS across
}
RETURN settled, services, places, across
