"""Whether a name is that of a street, by its words: "Rua da Aurora", "Republic Street"."""

from queries.names import fold

_FIRST = frozenset(
    ("rua", "r", "avenida", "av", "estrada", "travessa", "alameda", "rodovia", "ladeira", "beco", "viela")
)
_LAST = frozenset(("street", "avenue", "road", "lane", "boulevard", "st", "ave", "rd", "blvd"))


def is_street(name: str) -> bool:
    """Say whether a name begins or ends with a word for a street."""
    words = fold(name.partition(",")[0]).replace(".", " ").split()
    return len(words) > 1 and (words[0] in _FIRST or words[-1] in _LAST)
