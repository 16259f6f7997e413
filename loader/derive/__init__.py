"""What follows from places, roads and areas: each module keeps one thing in the graph equal to them."""
