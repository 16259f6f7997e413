// The places that a data set holds: id.
MATCH (:Dataset {id: $dataset})<-[:FROM]-(p:POI)
RETURN p.id AS id
