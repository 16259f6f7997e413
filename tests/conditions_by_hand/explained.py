"""Why perto's counts and those by hand differ, by the condition's English words."""

EXPLAINED: dict[str, str] = {}
