// Takes cells out of the graph; nothing is returned.
UNWIND $ids AS id
MATCH (z:Zone:Perto {id: id})
DETACH DELETE z
