"""Roads: which connect, and those to draw in a box or around places."""

from collections.abc import Sequence
from dataclasses import dataclass

from queries.graph import Graph


@dataclass(frozen=True, slots=True)
class FoundWay:
    """A road as it is drawn; geometry is WKT, lines cut at 180 degrees."""

    id: str
    name: str | None
    road_class: str
    geometry: str


def find_roads_in_box(
    graph: Graph, *, south: float, west: float, north: float, east: float
) -> list[FoundWay]:
    """Return the roads in the cells of resolution 9 whose centres lie in the box, each once, by id.

    Bounds in degrees. A cell reaches up to 0.2 km beyond its centre: widen the box by that to miss no road.
    """
    rows = graph.read("find_roads_in_box", south=south, west=west, north=north, east=east)
    return [FoundWay(**row) for row in rows]


def find_roads_near_places(graph: Graph, *, ids: Sequence[str]) -> list[FoundWay]:
    """Return the roads in and beside the cells of resolution 8 of the places, some 1 km around each."""
    return [FoundWay(**row) for row in graph.read("find_roads_near_places", ids=list(ids))]


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
