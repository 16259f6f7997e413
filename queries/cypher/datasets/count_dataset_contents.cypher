// How many places, roads, areas and addresses each data set holds: dataset, places, roads, areas, addresses.
MATCH (d:Dataset)
USING INDEX d:Dataset(id)
WHERE d.id IS NOT NULL
CALL (d) {
  MATCH (d)<-[:FROM]-(n)
  // by the label of what is found: counted by pattern, the planner scans a label of few nodes
  RETURN sum(CASE WHEN n:POI THEN 1 ELSE 0 END) AS places,
         sum(CASE WHEN n:Road THEN 1 ELSE 0 END) AS roads,
         sum(CASE WHEN n:Area THEN 1 ELSE 0 END) AS areas,
         sum(CASE WHEN n:Address THEN 1 ELSE 0 END) AS addresses
}
RETURN d.id AS dataset, places, roads, areas, addresses
