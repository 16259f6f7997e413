// How many places there are, and how many cells that hold some: places, zones.
RETURN COUNT { MATCH (p:POI) } AS places,
       COUNT { MATCH (z:Zone) WHERE z.id > '' AND EXISTS { (z)-[h:HAS]->(:Service) WHERE h.count > 0 } } AS zones
