"""Retrieves evidence: from a Reading to the exact sets that answer it."""
