// How many data sets are not complete: one is loading, or a load of it was broken off: unfinished.
MATCH (d:Dataset)
USING INDEX d:Dataset(id)
WHERE d.id IS NOT NULL AND d.state <> 'complete'
RETURN count(d) AS unfinished
