"""Why perto's counts and those by hand differ, by the condition's English words."""

EXPLAINED: dict[str, str] = {}

# conditions that perto refuses, so that no question is drawn with them
REFUSED: dict[str, str] = {}
