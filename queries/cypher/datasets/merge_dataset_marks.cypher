// Marks the data sets that an earlier perto wrote without a mark; returns how many.
MATCH (d:Dataset)
WHERE NOT d:Perto AND d.state IN ['loading', 'complete'] AND d.services IS NOT NULL AND d.attribution IS NOT NULL
SET d:Perto
RETURN count(d) AS written
