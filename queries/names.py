"""Names compared as people compare them: without case, accents, or doubled spaces."""

import unicodedata


def fold(text: str) -> str:
    """Return text in lower case without accents, runs of white space as one space.

    >>> fold("  Praça da  REPÚBLICA ")
    'praca da republica'
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in decomposed if not unicodedata.combining(c)).split())
