// How many places, roads and areas each data set holds: dataset, places, roads, areas.
MATCH (d:Dataset)
WHERE d.id IS NOT NULL
RETURN d.id AS dataset,
       COUNT { (d)<-[:FROM]-(:POI) } AS places,
       COUNT { (d)<-[:FROM]-(:Road) } AS roads,
       COUNT { (d)<-[:FROM]-(:Area) } AS areas
