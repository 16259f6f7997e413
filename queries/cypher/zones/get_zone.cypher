// The cell of this id, if the graph has it: id, resolution, latitude, longitude.
MATCH (z:Zone {id: $zone})
RETURN z.id AS id, z.resolution AS resolution, z.location.latitude AS latitude, z.location.longitude AS longitude
