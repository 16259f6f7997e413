"""Small errors of spelling: how far a name as it was typed is from a name on the map."""

from collections import Counter

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
    found = _distance(one, other, most)
    return found if found <= most else None


def _distance(a: str, b: str, most: int) -> int:
    """Count letters left out, put in, changed or swapped with the next (optimal string alignment)."""
    if abs(len(a) - len(b)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        earlier, before, row = before, row, [i]
        for j, other in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
    return row[-1]
