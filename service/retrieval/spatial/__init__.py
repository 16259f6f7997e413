"""What is near what, in what, and how sure that is at the edge of the data."""
