"""Presents evidence: composes, verifies and assembles the answer."""
