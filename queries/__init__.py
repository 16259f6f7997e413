"""Speaks to Neo4j and Qdrant: every statement perto runs, and the values that go in and come out."""
