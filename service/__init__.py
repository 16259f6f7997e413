"""Speaks to people: reads a question, retrieves evidence, composes and verifies the answer."""
