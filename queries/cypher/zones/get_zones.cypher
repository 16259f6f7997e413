// All cells: id, whether a place or road lies in it, parents by PART_OF, adjacent by ADJACENT of larger id.
MATCH (z:Zone)
WHERE z.id IS NOT NULL
RETURN z.id AS id,
       EXISTS { (z)<-[:IN_ZONE]-() } AS used,
       COLLECT { MATCH (z)-[:PART_OF]->(parent:Zone) RETURN parent.id } AS parents,
       COLLECT { MATCH (z)-[:ADJACENT]->(other:Zone) RETURN other.id } AS adjacent
