"""What the graph knows of one thing: what is in a cell, an area or along a street, and where a place lies."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from queries.geometry.position import Position
from queries.graph import Graph, listed


@dataclass(frozen=True, slots=True)
class KindCount:
    """How many places of a service count somewhere, and how many more lie there in part."""

    service: str
    places: int
    across: int = 0


@dataclass(frozen=True, slots=True)
class HoldingArea:
    """An area that may hold a position; geometry is WKT."""

    id: str
    name: str
    kind: str
    admin_level: int | None
    geometry: str


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A named place near a position."""

    id: str
    name: str
    position: Position


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The nearest named road, the smallest area with most of the place, and up to three named neighbours."""

    street: str | None
    area: str | None
    neighbours: tuple[Neighbour, ...]


@dataclass(frozen=True, slots=True)
class PlaceContext:
    """Where a place lies: cells, finest first; areas (id, name, level, share); streets (id, name, m)."""

    zones: tuple[str, ...]
    areas: tuple[tuple[str, str, int | None, float], ...]
    streets: tuple[tuple[str, str, float], ...]
    datasets: tuple[str, ...]


def count_zone_kinds(graph: Graph, *, zone: str, datasets: Sequence[str] | None = None) -> list[KindCount]:
    """Return how many places of each service the cell has, most first; it counts where most of it lies."""
    rows = graph.read("count_zone_kinds", zone=zone, datasets=listed(datasets))
    return [KindCount(r["service"], r["places"], r["across"]) for r in rows]


def count_area_kinds(graph: Graph, *, area: str, datasets: Sequence[str] | None = None) -> list[KindCount]:
    """Return how many places of each service the area has, most first.

    A place counts in that of the areas of one admin_level (else of one kind) which holds most of it.
    """
    rows = graph.read("count_area_kinds", area=area, datasets=listed(datasets))
    return [KindCount(r["service"], r["places"], r["across"]) for r in rows]


def count_street_kinds(
    graph: Graph, *, streets: Sequence[str], datasets: Sequence[str] | None = None
) -> list[KindCount]:
    """Return how many places of each service lie within 50 m of the streets, most first."""
    rows = graph.read("count_street_kinds", streets=list(streets), datasets=listed(datasets))
    return [KindCount(r["service"], r["places"]) for r in rows]


def find_areas_at(
    graph: Graph, *, rows: Mapping[str, Position], datasets: Sequence[str] | None = None
) -> dict[str, list[HoldingArea]]:
    """Return the areas that may hold each of the positions (by any id), smallest first, missing none."""
    found: dict[str, list[HoldingArea]] = {id_: [] for id_ in rows}
    for r in graph.read(
        "find_areas_at",
        rows=[{"id": i, "latitude": at.latitude, "longitude": at.longitude} for i, at in rows.items()],
        datasets=listed(datasets),
    ):
        area = HoldingArea(r["id"], r["name"], r["kind"], r["admin_level"], r["geometry"])
        found[r["row"]].append(area)
    return found


def find_neighbours(
    graph: Graph,
    *,
    rows: Mapping[str, tuple[Position, Collection[str]]],
    within_m: float,
    datasets: Sequence[str] | None = None,
) -> dict[str, list[Neighbour]]:
    """Return the nearest five named places within within_m of each of the positions (by any id).

    None of those that stand beside the position. Nearest on a sphere, location to location: the order is off
    by less than 1 %.
    """
    found: dict[str, list[Neighbour]] = {id_: [] for id_ in rows}
    asked = [
        {"id": id_, "latitude": at.latitude, "longitude": at.longitude, "apart": sorted(apart)}
        for id_, (at, apart) in rows.items()
    ]
    for r in graph.read(
        "find_neighbours",
        rows=asked,
        within_m=within_m,
        datasets=listed(datasets),
    ):
        at = Position(r["latitude"], r["longitude"])
        found[r["row"]].append(Neighbour(r["id"], r["name"], at))
    return found


def find_place_context(
    graph: Graph, *, place: str, datasets: Sequence[str] | None = None
) -> PlaceContext | None:
    """Return where the place of this id lies, None where the graph has none."""
    for r in graph.read("find_place_context", place=place, datasets=listed(datasets)):
        return PlaceContext(
            tuple(zone for zone in r["zones"] if zone),
            tuple((i, name, level, share) for i, name, level, share in r["areas"]),
            tuple((i, name, metres) for i, name, metres in r["streets"]),
            tuple(r["datasets"] or ()),
        )
    return None


def find_surroundings(
    graph: Graph,
    *,
    rows: Mapping[str, Collection[str]],
    within_m: float,
    datasets: Sequence[str] | None = None,
) -> dict[str, Surroundings]:
    """Return what is around each of the places (ids, each with places that are no neighbours of it).

    Neighbours, of places without a name only, are those within within_m on a sphere, location to location.
    """
    asked = [{"id": id_, "apart": sorted(apart)} for id_, apart in rows.items()]
    return {
        r["id"]: Surroundings(
            r["street"],
            r["area"],
            tuple(Neighbour(q, name, Position(lat, lon)) for q, name, lat, lon in r["neighbours"]),
        )
        for r in graph.read(
            "find_surroundings",
            rows=asked,
            within_m=within_m,
            datasets=listed(datasets),
        )
    }
