"""Which roads connect."""

from collections.abc import Sequence
from dataclasses import dataclass

from queries.graph import Graph


@dataclass(frozen=True, slots=True)
class KnownRoad:
    """A road: the roads it says it connects to, and those of larger id it has a CONNECTS to."""

    id: str
    connects: tuple[str, ...]
    connected: frozenset[str]


def get_connects(graph: Graph, *, after: str, limit: int) -> list[KnownRoad]:
    """Return up to limit roads in the order of ids, those after an id ("" for the first of all)."""
    rows = graph.read("get_connects", after=after, limit=limit)
    return [KnownRoad(r["id"], tuple(r["connects"]), frozenset(r["connected"])) for r in rows]


def merge_connects(graph: Graph, *, rows: Sequence[tuple[str, str]]) -> None:
    """Join roads (smaller id, larger id) by CONNECTS; both must be there."""
    graph.write("merge_connects", rows=[{"smaller": a, "larger": b} for a, b in rows])


def delete_connects(graph: Graph, *, rows: Sequence[tuple[str, str]]) -> None:
    """Part roads (smaller id, larger id)."""
    graph.write("delete_connects", rows=[{"smaller": a, "larger": b} for a, b in rows])
