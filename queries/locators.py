"""What stands around a place, to tell people where it is: named neighbours and named roads."""

from collections.abc import Sequence
from dataclasses import dataclass

from queries.graph import Graph
from queries.position import Position


@dataclass(frozen=True, slots=True)
class FoundNeighbour:
    """A named place near the place `id`."""

    id: str
    neighbour_id: str
    name: str
    position: Position


@dataclass(frozen=True, slots=True)
class FoundRoad:
    """A named road (WKT), and in which of the cells asked for it lies."""

    id: str
    name: str
    geometry: str
    zones: tuple[str, ...]


def find_named_neighbours(graph: Graph, *, ids: Sequence[str], within_m: float) -> list[FoundNeighbour]:
    """Return up to three named places nearest to each of the places, within within_m on a sphere."""
    rows = graph.read("find_named_neighbours", ids=list(ids), within_m=within_m)
    return [
        FoundNeighbour(r["id"], r["neighbour_id"], r["name"], Position(r["latitude"], r["longitude"]))
        for r in rows
    ]


def find_named_roads(graph: Graph, *, zones: Sequence[str]) -> list[FoundRoad]:
    """Return the named roads in any of the cells, each once."""
    rows = graph.read("find_named_roads", zones=list(zones))
    return [
        FoundRoad(id_, r["name"], geometry, tuple(cells))
        for r in rows
        for id_, geometry, cells in zip(r["ids"], r["geometries"], r["zones"], strict=True)
    ]
