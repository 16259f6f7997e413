"""The typed functions that run the Cypher files: one for each statement, by subject."""
