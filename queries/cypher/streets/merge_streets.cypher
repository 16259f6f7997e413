// Writes streets; nothing is returned.
UNWIND $rows AS row
MERGE (s:Street:Perto {id: row.id})
SET s.name = row.name,
    s.name_key = row.name_key,
    s.alt_names = row.alt_names,
    s.name_keys = row.name_keys
