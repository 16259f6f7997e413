"""From elements of a source to rows of the graph and documents, and what has to be written."""
