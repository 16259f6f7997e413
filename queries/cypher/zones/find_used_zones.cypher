// The cells of a resolution in which places of the data sets lie, those of a halo left out: ids (a list, sorted).
MATCH (z:Zone)
USING INDEX z:Zone(resolution)
WHERE z.resolution = $resolution
  AND EXISTS {
    MATCH (z)<-[:IN_ZONE]-(p:POI)
    WHERE any(d IN p.datasets WHERE ($datasets IS NULL OR d IN $datasets) AND NOT d IN coalesce(p.halo_of, []))
  }
WITH z.id AS id ORDER BY id
RETURN collect(id) AS ids
