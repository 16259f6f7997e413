"""The map of an answer as one page."""
