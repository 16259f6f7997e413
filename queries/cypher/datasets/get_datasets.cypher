// All data sets in the order of their ids: id, name, source, extracted_at, attribution, services, coverage, state, inherited, caveats, rules, haloed (it has a halo); and of the whole graph labelled and marked, as count_marked has them.
MATCH (d:Dataset)
USING INDEX d:Dataset(id)
WHERE d.id IS NOT NULL
RETURN d.id AS id, d.name AS name, d.source AS source, d.extracted_at AS extracted_at,
       d.attribution AS attribution, d.services AS services, d.coverage AS coverage, d.state AS state,
       coalesce(d.inherited, 0) AS inherited, coalesce(d.caveats, []) AS caveats, d.rules AS rules,
       EXISTS { MATCH (p:POI) WHERE p.halo_of IS NOT NULL AND d.id IN p.halo_of } AS haloed,
       COUNT { (:POI) } + COUNT { (:Service) } + COUNT { (:Zone) } + COUNT { (:Road) } + COUNT { (:Street) }
       + COUNT { (:Area) } + COUNT { (:Dataset) } + COUNT { (:Load) } + COUNT { (:Address) } AS labelled, COUNT { (:Perto) } AS marked
ORDER BY id
