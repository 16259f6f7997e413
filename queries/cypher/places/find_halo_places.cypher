// Places that lie in the halo of every one of the data sets that hold them: id, in the order of ids.
MATCH (p:POI)
USING INDEX p:POI(halo_of)
WHERE p.halo_of IS NOT NULL
  AND all(d IN p.datasets WHERE NOT ($datasets IS NULL OR d IN $datasets) OR d IN p.halo_of)
RETURN p.id AS id
ORDER BY id
