// How many relationships leave and enter perto's nodes, and how many of those are of its types: leaving, entering, own_leaving, own_entering; all equal where none is another's.
RETURN COUNT { (:Perto)-->() } AS leaving, COUNT { ()-->(:Perto) } AS entering,
       COUNT { (:Perto)-[:ADJACENT|ALONG|CONNECTS|COVERED|FROM|HAS|IN_AREA|IN_ZONE|IS_A|NEAR|ON_BORDER|PART_OF]->() } AS own_leaving,
       COUNT { ()-[:ADJACENT|ALONG|CONNECTS|COVERED|FROM|HAS|IN_AREA|IN_ZONE|IS_A|NEAR|ON_BORDER|PART_OF]->(:Perto) } AS own_entering
