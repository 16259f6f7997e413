"""What documents are written from: places and cells with their names, tags, streets and neighbours."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from queries.cells import neighbours
from queries.distance import Shapes, distances_m
from queries.graph import Graph
from queries.locators import find_named_roads
from queries.position import Position

_PAGE = 500


@dataclass(frozen=True, slots=True)
class FoundDocumentPlace:
    """A place as its document tells it; `zones`: its cells of resolution 9, that with most of it first."""

    id: str
    name: str | None
    alt_names: tuple[str, ...]
    services: tuple[str, ...]
    tags: tuple[str, ...]
    position: Position
    geometry: str | None
    reach_m: float
    datasets: tuple[str, ...]
    zones: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FoundDocumentZone:
    """A cell with places: counts by service, most first; (name, service) of some; its longest streets."""

    id: str
    resolution: int
    position: Position
    counts: dict[str, int]
    names: tuple[tuple[str, str], ...]
    streets: tuple[str, ...]
    datasets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NearestRoad:
    """The named road nearest to a place, and the metres between their shapes."""

    road_id: str
    name: str
    dist_m: float


def find_place_documents(graph: Graph, *, after: str, limit: int) -> list[FoundDocumentPlace]:
    """Return up to `limit` places whose id comes after `after`, in the order of ids."""
    return [
        FoundDocumentPlace(
            r["id"],
            r["name"],
            tuple(r["alt_names"] or ()),
            tuple(r["services"]),
            tuple(r["tags"] or ()),
            Position(r["latitude"], r["longitude"]),
            r["geometry"],
            r["reach_m"] or 0.0,
            tuple(r["datasets"] or ()),
            tuple(r["zones"]),
        )
        for r in graph.read("find_place_documents", after=after, limit=limit)
    ]


def find_zone_documents(
    graph: Graph, *, after: str, limit: int, names: int, streets: int
) -> list[FoundDocumentZone]:
    """Return up to `limit` cells whose id comes after `after`, in the order of ids.

    With up to `names` names of each service and `streets` names of streets.
    """
    rows = graph.read("find_zone_documents", after=after, limit=limit, names=names, streets=streets)
    return [
        FoundDocumentZone(
            r["id"],
            r["resolution"],
            Position(r["latitude"], r["longitude"]),
            dict(r["counts"]),
            tuple((name, service) for name, service in r["names"]),
            tuple(r["streets"]),
            tuple(r["datasets"]),
        )
        for r in rows
    ]


def count_zone_pairs(graph: Graph, *, pairs: Sequence[str], within_m: float) -> dict[tuple[str, str], int]:
    """Return how many NEAR pairs ("a|b") up to within_m lie in a cell with both places, by (cell, pair)."""
    rows = graph.read("count_zone_pairs", pairs=list(pairs), within_m=within_m)
    return {(r["zone"], r["pair"]): r["pairs"] for r in rows}


def each_place(graph: Graph, *, page: int = _PAGE) -> Iterator[list[FoundDocumentPlace]]:
    """Yield all places, a page at a time, so that no single read is long."""
    after = ""
    while found := find_place_documents(graph, after=after, limit=page):
        yield found
        after = found[-1].id


def each_zone(
    graph: Graph, *, names: int, streets: int, page: int = 100
) -> Iterator[list[FoundDocumentZone]]:
    """Yield all cells that hold places, a page at a time."""
    after = ""
    while found := find_zone_documents(graph, after=after, limit=page, names=names, streets=streets):
        yield found
        after = found[-1].id


def nearest_named_roads(
    graph: Graph, *, places: Sequence[FoundDocumentPlace], within_m: float = 100.0
) -> dict[str, NearestRoad]:
    """Return the nearest named road of each place that has one within within_m (at most 150), by place id.

    Metres between the shapes on the ellipsoid, ties by the road's id. Roads are looked for in the place's
    cells of resolution 9 and those beside them, which reach at least 150 m beyond it.
    """
    around = [{*place.zones}.union(*(neighbours(cell) for cell in place.zones)) for place in places]
    zones = sorted(set().union(*around))
    roads = find_named_roads(graph, zones=zones) if zones else []
    in_cell: dict[str, list[int]] = {}
    for k, road in enumerate(roads):
        for zone in road.zones:
            in_cell.setdefault(zone, []).append(k)
    pairs = [
        (place, road)
        for place, cells in enumerate(around)
        for road in sorted(set().union(*(in_cell.get(cell, ()) for cell in cells)))
    ]
    if not pairs:
        return {}
    here = Shapes.from_found([_shape(p.id, p.position, p.geometry, p.reach_m) for p in places])
    # a line's own location plays no part in the distance to it
    there = Shapes.from_found([_shape(r.id, Position(0.0, 0.0), r.geometry, 0.0) for r in roads])
    i, j = np.array(pairs, dtype=np.int64).T
    # a box around the place sorts out most roads before any is measured
    near = _boxes_meet(here.bounds[i], there.bounds[j], within_m)
    i, j = i[near], j[near]
    metres, _ = distances_m(here, i, there, j)
    nearest: dict[str, NearestRoad] = {}
    for k in sorted(range(len(i)), key=lambda k: (float(metres[k]), roads[j[k]].id)):
        if metres[k] <= within_m:
            road = roads[j[k]]
            nearest.setdefault(places[i[k]].id, NearestRoad(road.id, road.name, float(metres[k])))
    return nearest


def _shape(id_: str, position: Position, geometry: str | None, reach_m: float) -> dict[str, Any]:
    return {
        "id": id_,
        "latitude": position.latitude,
        "longitude": position.longitude,
        "geometry": geometry,
        "reach_m": reach_m,
    }


def _boxes_meet(a: Any, b: Any, within_m: float) -> Any:
    """Say which boxes (west, south, east, north in degrees) may be within within_m of each other."""
    north = within_m / 110_000  # a degree of latitude is never shorter than 110.5 km
    east = north / np.maximum(np.cos(np.radians(np.abs(a[:, [1, 3]]).max(axis=1) + north)), 1e-6)
    return (
        (a[:, 0] - east <= b[:, 2])
        & (b[:, 0] <= a[:, 2] + east)
        & (a[:, 1] - north <= b[:, 3])
        & (b[:, 1] <= a[:, 3] + north)
    )
