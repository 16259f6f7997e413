// The services that the graph knows: id, label_pt, label_en.
MATCH (s:Service)
WHERE s.id IS NOT NULL
RETURN s.id AS id, s.label_pt AS label_pt, s.label_en AS label_en
