"""What stands around a place, to tell people where it is: street, area and named neighbours."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from queries.geometry.position import Position
from queries.graph import Graph


@dataclass(frozen=True, slots=True)
class FoundNeighbour:
    """A named place near another one."""

    id: str
    name: str
    position: Position


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The nearest named road, the smallest area with most of the place, and up to three named neighbours."""

    street: str | None
    area: str | None
    neighbours: tuple[FoundNeighbour, ...]


def find_surroundings(
    graph: Graph, *, rows: Mapping[str, Collection[str]], within_m: float
) -> dict[str, Surroundings]:
    """Return what is around each of the places (ids, each with places that are no neighbours of it).

    Neighbours, of places without a name only, are those within within_m on a sphere, location to location.
    """
    listed = [{"id": id_, "apart": sorted(apart)} for id_, apart in rows.items()]
    return {
        r["id"]: Surroundings(
            r["street"],
            r["area"],
            tuple(FoundNeighbour(q, name, Position(lat, lon)) for q, name, lat, lon in r["neighbours"]),
        )
        for r in graph.read("find_surroundings", rows=listed, within_m=within_m)
    }
