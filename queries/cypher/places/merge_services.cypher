// Writes services with their labels; nothing is returned.
UNWIND $rows AS row
MERGE (s:Service:Perto {id: row.id})
SET s.label_pt = row.label_pt,
    s.label_en = row.label_en
