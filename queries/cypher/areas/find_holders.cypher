// The cells of some resolutions and the areas of some ids that hold places of a service by HAS, in lists: ids, resolutions (of areas -1), places, across; and settled: no load is on its way.
CALL () {
  MATCH (d:Dataset)
  USING INDEX d:Dataset(id)
  WHERE d.id IS NOT NULL
  WITH collect(d.state) AS states
  RETURN all(state IN states WHERE state = 'complete') AS settled
}
CALL (settled) {
  MATCH (s:Service {id: $service})<-[h:HAS]-(x)
  WHERE settled AND (x.resolution IN $resolutions OR x.id IN $areas)
  RETURN collect(x.id) AS ids, collect(coalesce(x.resolution, -1)) AS resolutions, collect(h.count) AS places,
         collect(coalesce(h.across, -1)) AS across
}
RETURN settled, ids, resolutions, places, across
