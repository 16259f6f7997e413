"""A person's own Cypher on the store that perto uses, and what it returned as a table."""
