// The areas that a data set holds: id.
MATCH (d:Dataset)<-[:FROM]-(a:Area)
WHERE d.id = $dataset AND a.id IS NOT NULL
RETURN a.id AS id
