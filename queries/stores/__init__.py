"""Which Neo4j and Qdrant are used, and the local Neo4j: fetched, started, found again, and its state."""
