"""Small errors of spelling: how far a name as it was typed is from a name on the map."""

from collections import Counter

from rapidfuzz.distance import OSA

# letters that may be wrong, by how many there are: none of 3, one of 4, two of 8
_LEAST, _TWO = 4, 8


def count_errors(typed: str, name: str) -> int | None:
    """Return in how many letters two forgiven names differ; None where that is no error of spelling.

    Only the words that are not the same are compared. Numbers and single letters tell names apart, so
    "rua 5" is never "rua 6", and "rua a" never "rua b".

    >>> count_errors("kiasna", "kiasma")
    1
    >>> count_errors("rua a", "rua b")
    """
    words, others = Counter(typed.split()), Counter(name.split())
    one, other = ("".join((a - b).elements()) for a, b in ((words, others), (others, words)))
    if not one or not other or any(c.isdigit() for c in one + other):
        return None
    shorter = min(len(one), len(other))
    most = 0 if shorter < _LEAST else 1 if shorter < _TWO else 2
    # letters left out, put in, changed or swapped with the next (optimal string alignment)
    found = OSA.distance(one, other, score_cutoff=most)
    return found if found <= most else None
