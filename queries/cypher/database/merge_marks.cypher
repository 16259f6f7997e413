// Marks at most so many of the nodes that an earlier perto wrote without a mark, told as in find_foreign, but no data sets: theirs come last; returns how many.
CALL () {
  MATCH (n:Address)
  WHERE NOT n:Perto
    AND EXISTS {
      MATCH (n)-[f:FROM]->(d:Dataset)
      WHERE f.hash IS NOT NULL AND NOT d:Perto AND d.state IN ['loading', 'complete'] AND d.services IS NOT NULL AND d.attribution IS NOT NULL
    }
  RETURN n
  UNION
  MATCH (n:POI)
  WHERE NOT n:Perto
    AND EXISTS {
      MATCH (n)-[f:FROM]->(d:Dataset)
      WHERE f.hash IS NOT NULL AND NOT d:Perto AND d.state IN ['loading', 'complete'] AND d.services IS NOT NULL AND d.attribution IS NOT NULL
    }
  RETURN n
  UNION
  MATCH (n:Service)
  WHERE NOT n:Perto
    AND n.label_pt IS NOT NULL
    AND n.label_en IS NOT NULL
  RETURN n
  UNION
  MATCH (n:Zone)
  WHERE NOT n:Perto
    AND n.resolution IN [7, 8, 9]
    AND n.location IS NOT NULL
    AND EXISTS {
      MATCH (d:Dataset)
      WHERE NOT d:Perto AND d.state IN ['loading', 'complete'] AND d.services IS NOT NULL AND d.attribution IS NOT NULL
    }
  RETURN n
  UNION
  MATCH (n:Road)
  WHERE NOT n:Perto
    AND EXISTS {
      MATCH (n)-[f:FROM]->(d:Dataset)
      WHERE f.hash IS NOT NULL AND NOT d:Perto AND d.state IN ['loading', 'complete'] AND d.services IS NOT NULL AND d.attribution IS NOT NULL
    }
  RETURN n
  UNION
  MATCH (n:Street)
  WHERE NOT n:Perto
    AND n.name_keys IS NOT NULL
    AND n.id STARTS WITH 'street/'
    AND EXISTS {
      MATCH (d:Dataset)
      WHERE NOT d:Perto AND d.state IN ['loading', 'complete'] AND d.services IS NOT NULL AND d.attribution IS NOT NULL
    }
  RETURN n
  UNION
  MATCH (n:Area)
  WHERE NOT n:Perto
    AND EXISTS {
      MATCH (n)-[f:FROM]->(d:Dataset)
      WHERE f.hash IS NOT NULL AND NOT d:Perto AND d.state IN ['loading', 'complete'] AND d.services IS NOT NULL AND d.attribution IS NOT NULL
    }
  RETURN n
}
WITH n
LIMIT $limit
SET n:Perto
RETURN count(n) AS written
