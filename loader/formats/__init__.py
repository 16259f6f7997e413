"""Reads the kinds of files that hold OpenStreetMap data into elements with tags and shapes."""
