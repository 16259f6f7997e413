// Takes streets out of the graph; nothing is returned.
UNWIND $ids AS id
MATCH (s:Street {id: id})
DETACH DELETE s
