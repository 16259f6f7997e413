"""Texts into vectors, and vectors into Qdrant and back: ports, embedders and the two kinds of store."""
