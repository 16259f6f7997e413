"""Roads to draw: those in a box, and those around places."""

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
