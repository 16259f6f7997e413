// How many places, roads and areas are as a data set that holds them no more told them, of each that would tell them now: dataset, things.
MATCH (d:Dataset)
USING INDEX d:Dataset(id)
WHERE d.id IS NOT NULL
CALL (d) {
  MATCH (d)<-[f:FROM]-(n)
  WHERE f.hash <> n.hash
    AND NOT EXISTS {
      MATCH (n)-[g:FROM]->(e:Dataset)
      WHERE g.hash = n.hash
         OR coalesce(e.extracted_at, '') > coalesce(d.extracted_at, '')
         OR (coalesce(e.extracted_at, '') = coalesce(d.extracted_at, '') AND e.id > d.id)
    }
  RETURN count(n) AS things
}
RETURN d.id AS dataset, things
