"""From names and positions to places, areas, streets and houses of the graph, and back."""
