// The addresses that a data set holds: id.
MATCH (d:Dataset)<-[:FROM]-(a:Address)
WHERE d.id = $dataset AND a.id IS NOT NULL
RETURN a.id AS id
