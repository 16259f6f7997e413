"""Fetches regions from Overpass and OpenStreetMap over HTTP."""
