// Nodes with a label of perto's that it did not write: label, nodes (how many).
// what bears no mark, and has what only perto writes, is of a load before there was a mark, while its data set is unmarked too
CALL () {
  MATCH (n:Address)
  WHERE NOT n:Perto
    AND NOT EXISTS {
      MATCH (n)-[f:FROM]->(d:Dataset)
      WHERE f.hash IS NOT NULL AND NOT d:Perto AND d.state IN ['loading', 'complete'] AND d.services IS NOT NULL AND d.attribution IS NOT NULL
    }
  RETURN 'Address' AS label, count(n) AS nodes
  UNION ALL
  MATCH (n:POI)
  WHERE NOT n:Perto
    AND NOT EXISTS {
      MATCH (n)-[f:FROM]->(d:Dataset)
      WHERE f.hash IS NOT NULL AND NOT d:Perto AND d.state IN ['loading', 'complete'] AND d.services IS NOT NULL AND d.attribution IS NOT NULL
    }
  RETURN 'POI' AS label, count(n) AS nodes
  UNION ALL
  MATCH (n:Service)
  WHERE NOT n:Perto
    AND NOT coalesce(n.label_pt IS NOT NULL
      AND n.label_en IS NOT NULL, false)
  RETURN 'Service' AS label, count(n) AS nodes
  UNION ALL
  MATCH (n:Zone)
  WHERE NOT n:Perto
    AND NOT coalesce(n.resolution IN [7, 8, 9]
      AND n.location IS NOT NULL
      AND EXISTS {
      MATCH (d:Dataset)
      WHERE NOT d:Perto AND d.state IN ['loading', 'complete'] AND d.services IS NOT NULL AND d.attribution IS NOT NULL
    }, false)
  RETURN 'Zone' AS label, count(n) AS nodes
  UNION ALL
  MATCH (n:Road)
  WHERE NOT n:Perto
    AND NOT EXISTS {
      MATCH (n)-[f:FROM]->(d:Dataset)
      WHERE f.hash IS NOT NULL AND NOT d:Perto AND d.state IN ['loading', 'complete'] AND d.services IS NOT NULL AND d.attribution IS NOT NULL
    }
  RETURN 'Road' AS label, count(n) AS nodes
  UNION ALL
  MATCH (n:Street)
  WHERE NOT n:Perto
    AND NOT coalesce(n.name_keys IS NOT NULL
      AND n.id STARTS WITH 'street/'
      AND EXISTS {
      MATCH (d:Dataset)
      WHERE NOT d:Perto AND d.state IN ['loading', 'complete'] AND d.services IS NOT NULL AND d.attribution IS NOT NULL
    }, false)
  RETURN 'Street' AS label, count(n) AS nodes
  UNION ALL
  MATCH (n:Area)
  WHERE NOT n:Perto
    AND NOT EXISTS {
      MATCH (n)-[f:FROM]->(d:Dataset)
      WHERE f.hash IS NOT NULL AND NOT d:Perto AND d.state IN ['loading', 'complete'] AND d.services IS NOT NULL AND d.attribution IS NOT NULL
    }
  RETURN 'Area' AS label, count(n) AS nodes
  UNION ALL
  MATCH (d:Dataset)
  WHERE NOT d:Perto
    AND NOT coalesce(d.state IN ['loading', 'complete']
      AND d.services IS NOT NULL
      AND d.attribution IS NOT NULL, false)
  RETURN 'Dataset' AS label, count(d) AS nodes
  UNION ALL
  MATCH (n:Load)
  WHERE NOT n:Perto
  RETURN 'Load' AS label, count(n) AS nodes
}
WITH label, nodes
WHERE nodes > 0
RETURN label, nodes
ORDER BY label
