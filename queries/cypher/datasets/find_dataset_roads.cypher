// The roads that a data set holds: id.
MATCH (:Dataset {id: $dataset})<-[:FROM]-(p:Road)
RETURN p.id AS id
