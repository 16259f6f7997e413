// How many nodes bear a label of perto's (one of two twice), and how many bear its mark: labelled, marked; equal where all are its own.
RETURN COUNT { (:POI) } + COUNT { (:Service) } + COUNT { (:Zone) } + COUNT { (:Road) } + COUNT { (:Street) }
       + COUNT { (:Area) } + COUNT { (:Dataset) } + COUNT { (:Load) } + COUNT { (:Address) } AS labelled,
       COUNT { (:Perto) } AS marked
