"""What the first reading of an OpenStreetMap file finds out: whether it is whole, in order, new, of when.

What can't be told from a file: one that was cut exactly between two blocks of its relations looks like one
with fewer of them.
"""

from array import array
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import numpy as np

from loader.errors import SourceError
from queries.caveats import Code
from queries.progress import Progress

# whole extracts hold next to no untagged nodes that nothing refers to (0 to 1 in a city), nor ways (up to one
# in eighty); a file whose ways or relations were lost is full of them
_MOST_STRAY_NODES = 0.02
_MOST_STRAY_WAYS = 0.05
_FEW_STRAY = 10
_TELL_EVERY = 50_000


class Check:
    """Reads the elements of a file once.

    `located`: its ways have positions of their own; `new`: how many elements have numbers below zero, as
    before an upload; `stray`: how many untagged nodes nothing refers to; `nodes`: the numbers of all nodes.
    """

    def __init__(self) -> None:
        self.extracted_at: str | None = None
        self.in_order = True
        self.located = False
        self.deleted = 0
        self.new = 0
        self.counts = {"n": 0, "w": 0, "r": 0}
        self._tagged, self._untagged, self._referred = array("q"), array("q"), array("q")
        self._bare_ways, self._member_ways = array("q"), array("q")

    def read(self, elements: Iterable[Any], told: str | None, progress: Progress) -> None:
        """Read all elements; `told` is the time of the header. Raises RuntimeError where there are none."""
        newest, count, last = None, 0, ("", False, 0)
        for count, element in enumerate(elements, 1):
            if element.deleted:
                self.deleted += 1
                continue
            kind = element.type_str()
            place = ("0" if kind == "n" else "1" if kind == "w" else "2", element.id > 0, abs(element.id))
            self.in_order &= place > last
            self.new += element.id < 0
            self.counts[kind] += 1
            last = place
            self._note(kind, element)
            if not told and (newest is None or element.timestamp > newest):
                newest = element.timestamp
            if count % _TELL_EVERY == 0:
                progress("checking", count, None)
        if count == 0:
            raise RuntimeError("it holds no elements")
        if newest is not None and newest.year > 1970:  # no time at all reads as the start of 1970
            told = parse_time(newest.isoformat())
        self.extracted_at = told
        self.stray = _count_stray(self._untagged, self._referred)

    @property
    def nodes(self) -> set[int]:
        """The numbers of all nodes that the file holds."""
        return {*self._tagged, *self._untagged}

    def find_flaws(self, path: str, *, incomplete: bool) -> list[Code]:
        """Return what the file as a whole lacks.

        Raises SourceError where it is much, unless it may be `incomplete`.
        """
        flaws: list[Code] = []
        untagged = len(self._untagged)
        if self.stray > 1 and self.stray > _MOST_STRAY_NODES * untagged:
            flaws.append("ways_lost")
            if self.stray > _FEW_STRAY and not incomplete:
                raise SourceError(
                    f"{path} is not a whole OpenStreetMap file ({self.stray:,} of its {untagged:,} untagged"
                    " nodes belong to nothing: it was cut short, or filtered and the ways left out); get it"
                    " whole, or load what there is with --incomplete, and every answer says so",
                    source=path,
                )
        if self.counts["n"] > 1 and not (self.counts["w"] or self.counts["r"]):
            flaws.append("nodes_only")
        stray_ways = _count_stray(self._bare_ways, self._member_ways)
        most = max(_FEW_STRAY, _MOST_STRAY_WAYS * self.counts["w"]) if self.counts["r"] else 0
        if stray_ways > most:
            flaws.append("relations_lost")
        return flaws

    def _note(self, kind: str, element: Any) -> None:
        if kind == "w":
            nodes = element.nodes
            self._referred.extend(node.ref for node in nodes)
            self.located |= len(nodes) > 0 and nodes[0].location.valid()
            if not element.tags:
                self._bare_ways.append(element.id)
        elif kind == "r":
            for member in element.members:
                if member.type != "r":
                    (self._referred if member.type == "n" else self._member_ways).append(member.ref)
        else:
            (self._tagged if element.tags else self._untagged).append(element.id)


def parse_time(text: str) -> str | None:
    """Return a time in the one form that sorts as text, in UTC; None where it is no time."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _count_stray(numbers: "array[int]", referred: "array[int]") -> int:
    return int(np.isin(np.array(numbers), np.array(referred), invert=True).sum())
