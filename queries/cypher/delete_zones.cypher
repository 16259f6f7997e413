// Takes cells out of the graph; nothing is returned.
UNWIND $ids AS id
MATCH (z:Zone {id: id})
DETACH DELETE z
