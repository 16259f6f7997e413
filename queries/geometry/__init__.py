"""Shapes on the Earth: distances, cells, overlaps and borders, computed from coordinates alone."""
