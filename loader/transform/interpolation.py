"""Ways along which house numbers are interpolated: from which number to which, along which line; pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from shapely.geometry import LineString

from loader.formats.seam import Coordinate
from queries.catalogue.addresses import house_key

_STEPS = {"even": 2, "odd": 2, "all": 1}
# a step of more digits is none
_DIGITS = 4
# more houses are a slip of a digit
_MOST_HOUSES = 500


@dataclass(frozen=True, slots=True)
class Stretch:
    """Houses `low`, `low` + `step` … `high`, evenly along a line that begins at the lowest."""

    low: int
    high: int
    step: int
    line: LineString


def find_stretches(
    kind: str,
    nodes: Sequence[int],
    coordinates: Sequence[Coordinate | None],
    numbers: Mapping[int, str],
) -> list[Stretch]:
    """Return the stretches between the nodes that have numbers; `kind` is the value of addr:interpolation.

    Without those whose ends do not fit the kind, or of which a node lacks its position.
    """
    step = _STEPS.get(kind) or (int(kind) if kind.isascii() and kind.isdigit() and len(kind) < _DIGITS else 0)
    known = {
        i: int(key) for i, node in enumerate(nodes) if (key := house_key(numbers.get(node, ""))).isdecimal()
    }
    ends = sorted(known)
    found = []
    for first, last in pairwise(ends):
        line = [at for at in coordinates[first : last + 1] if at is not None]
        low, high = known[first], known[last]
        if not step or len(line) < last - first + 1 or not _fits(kind, low, high, step):
            continue
        if low > high:
            low, high, line = high, low, line[::-1]
        found.append(Stretch(low, high, step, LineString(line)))
    return found


def _fits(kind: str, one: int, other: int, step: int) -> bool:
    parity = {"even": 0, "odd": 1}.get(kind, one % 2)
    apart = abs(one - other)
    return one % 2 == parity and apart % step == 0 and 0 < apart // step <= _MOST_HOUSES
