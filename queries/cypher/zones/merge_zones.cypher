// Writes the cells that are missing; nothing is returned.
UNWIND $rows AS row
MERGE (z:Zone:Perto {id: row.id})
ON CREATE SET z.resolution = row.resolution,
              z.location = point({latitude: row.latitude, longitude: row.longitude})
