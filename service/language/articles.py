"""English articles."""

# written with a vowel and said with the consonant of "you" or "one"
_SAID_AS_CONSONANT = ("uni", "use", "euro", "one-")


def with_article(label: str) -> str:
    """Return a noun with "a" or "an" before it, by how it is said."""
    lowered = label.casefold()
    vowel = lowered.startswith(tuple("aeiou")) and not lowered.startswith(_SAID_AS_CONSONANT)
    return f"{'an' if vowel else 'a'} {label}"
