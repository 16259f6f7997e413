// The areas that a data set holds: id.
MATCH (d:Dataset)<-[:FROM]-(a:Area)
USING INDEX d:Dataset(id)
WHERE d.id = $dataset
RETURN a.id AS id
