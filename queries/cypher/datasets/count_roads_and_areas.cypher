// How many roads and areas the graph holds: roads, areas.
RETURN COUNT { (:Road) } AS roads, COUNT { (:Area) } AS areas
