// Takes streets out of the graph; nothing is returned.
UNWIND $ids AS id
MATCH (s:Street:Perto {id: id})
DETACH DELETE s
