// Takes a data set itself out of the graph; nothing is returned.
MATCH (d:Dataset {id: $dataset})
DETACH DELETE d
