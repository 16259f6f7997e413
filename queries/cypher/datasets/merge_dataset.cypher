// Writes a data set's own properties; nothing is returned.
MERGE (d:Dataset:Perto {id: $dataset})
SET d.name = $title,
    d.source = $source,
    d.extracted_at = $extracted_at,
    d.attribution = $attribution,
    d.services = $services,
    d.coverage = $coverage,
    d.caveats = $caveats,
    d.state = $state,
    d.rules = $rules,
    d.inherited = coalesce(d.inherited, 0)
