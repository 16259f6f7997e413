// Takes a data set itself out of the graph; nothing is returned.
MATCH (d:Dataset:Perto {id: $dataset})
DETACH DELETE d
