// The cells of a resolution in which places lie, wholly or in part, by HAS: ids (a list, sorted), whole (HAS tells those in part too); and settled: no load is on its way.
CALL () {
  MATCH (d:Dataset)
  USING INDEX d:Dataset(id)
  WHERE d.id IS NOT NULL
  WITH collect(d.state) AS states
  RETURN all(state IN states WHERE state = 'complete') AS settled
}
CALL (settled) {
  MATCH (z:Zone)
  USING INDEX z:Zone(resolution)
  WHERE z.resolution = $resolution AND settled
  WITH z, COLLECT { MATCH (z)-[h:HAS]->() RETURN h.across IS NOT NULL LIMIT 1 } AS held
  WHERE held <> []
  WITH z.id AS id, held[0] AS whole
  ORDER BY id
  RETURN collect(id) AS ids, collect(whole) AS whole
}
RETURN settled, ids, all(of_it IN whole WHERE of_it) AS whole
