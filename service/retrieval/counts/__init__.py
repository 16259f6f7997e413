"""Places counted by zone, area, side and kind."""
