"""The words that a street is told by: first in Portuguese and Maltese, last in English."""

from queries.catalogue.addresses import split_address
from queries.catalogue.folding import fold

_FIRST = frozenset(
    ("rua", "r", "avenida", "av", "estrada", "travessa", "alameda", "rodovia", "ladeira", "beco", "viela")
) | {"avda", "trav", "tv", "triq", "sqaq", "vjal"}
_LAST = frozenset(("street", "avenue", "road", "lane", "boulevard", "st", "ave", "rd", "blvd"))
# these are places with houses too, and have names that tell of no street
ADDRESSED_FIRST = _FIRST | {
    "praca",
    "pca",
    "largo",
    "lg",
    "calcada",
    "cais",
    "escadas",
    "rotunda",
    "pracinha",
}
ADDRESSED_FIRST |= {"patio", "passagem", "via", "pjazza", "misrah", "quinta", "bairro", "campo", "vila"}
ADDRESSED_LAST = _LAST | {"square", "terrace", "place", "drive", "way", "crescent", "close", "court", "row"}
ADDRESSED_LAST |= {"mews", "parade", "hill", "quay", "wharf", "gardens", "walk", "park", "grove"}


def tells_street(name: str) -> bool:
    """Whether a name is a street's by its words, with or without a house number.

    >>> [tells_street(name) for name in ("Rua da Aurora", "12 Tower Road", "Rua", "Kiasma")]
    [True, True, False, False]
    """
    names = (name.partition(",")[0], *(address.street for address in split_address(name)))
    return any(_has_word(words_of(one), _FIRST, _LAST) for one in names)


def has_houses(name: str) -> bool:
    """Whether houses may be numbered along what has this name, by its words: squares too."""
    return _has_word(words_of(name), ADDRESSED_FIRST, ADDRESSED_LAST)


def words_of(name: str) -> list[str]:
    """Return the folded words of a name without the points of abbreviations."""
    return fold(name).replace(".", " ").split()


def _has_word(words: list[str], first: frozenset[str], last: frozenset[str]) -> bool:
    return len(words) > 1 and (words[0] in first or words[-1] in last)
