"""Speaks to sources: reads OpenStreetMap data into rows and keeps graph and vectors equal to it."""
