"""The messages of an answer in words: its notes, its assumptions, and why it can't be given."""
