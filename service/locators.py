"""Where the places shown are, for people: street, and the nearest named place to one without a name."""

import math
from collections.abc import Mapping

import numpy as np

from queries.cells import cell_at
from queries.distance import Shapes, bearings_deg, distances_m, point_distances_m
from queries.geodesic import scales_m
from queries.graph import Graph
from queries.locators import FoundNeighbour, find_named_neighbours, find_named_roads
from queries.places import FoundPlace
from queries.position import Position
from service.evidence import Locator

# a road farther than this is not where the place is
ROAD_M = 100.0
# most places have a named one this near; the rest are asked for again, farther
_WITHIN_M = (250.0, 2_500.0)
_STREET = "addr:street="
# most places have a named road this near, and then few cells are enough
_ROAD_WITHIN_M = (40.0, ROAD_M)
_TURNS = [2 * math.pi * k / 24 for k in range(24)]


def retrieve_locators(graph: Graph, places: Mapping[str, FoundPlace]) -> dict[str, Locator]:
    """Return a locator for each of the places, in few statements however many they are.

    The street is the place's own address, else of a place without a name the nearest named road within
    100 m. Metres and bearing are from the location of the nearest named place to that of this one.
    """
    streets = {id_: _street(place) for id_, place in places.items()}
    nameless = {id_: place for id_, place in places.items() if place.name is None}
    named = _find_named(graph, nameless)
    streets |= _find_roads(graph, {id_: p for id_, p in nameless.items() if streets[id_] is None})
    return {
        id_: Locator(streets[id_]) if id_ not in named else _beside(named[id_], streets[id_], place)
        for id_, place in places.items()
    }


def _street(place: FoundPlace) -> str | None:
    return next((tag.removeprefix(_STREET) for tag in place.tags if tag.startswith(_STREET)), None)


def _find_named(graph: Graph, places: Mapping[str, FoundPlace]) -> dict[str, tuple[FoundNeighbour, float]]:
    """Return the nearest named place to each, and the metres to it."""
    nearest: dict[str, tuple[FoundNeighbour, float]] = {}
    for within_m in _WITHIN_M:
        missing = sorted(places.keys() - nearest.keys())
        if not missing:
            break
        found = find_named_neighbours(graph, ids=missing, within_m=within_m)
        if not found:
            continue
        here = [places[f.id].position for f in found]
        metres = point_distances_m(
            np.array([p.latitude for p in here]),
            np.array([p.longitude for p in here]),
            np.array([f.position.latitude for f in found]),
            np.array([f.position.longitude for f in found]),
        )
        order = sorted(range(len(found)), key=lambda i: (float(metres[i]), found[i].neighbour_id))
        for i in order:
            nearest.setdefault(found[i].id, (found[i], float(metres[i])))
    return nearest


def _beside(named: tuple[FoundNeighbour, float], street: str | None, place: FoundPlace) -> Locator:
    neighbour, metres = named
    bearing = bearings_deg(
        np.array([neighbour.position.latitude]),
        np.array([neighbour.position.longitude]),
        np.array([place.position.latitude]),
        np.array([place.position.longitude]),
    )
    return Locator(street, neighbour.neighbour_id, neighbour.name, round(metres, 3), float(bearing[0]))


def _find_roads(graph: Graph, places: Mapping[str, FoundPlace]) -> dict[str, str]:
    """Return the name of the nearest named road to each place, where one is within 100 m."""
    nearest: dict[str, str] = {}
    for within_m in _ROAD_WITHIN_M:
        missing = {id_: place for id_, place in places.items() if id_ not in nearest}
        nearest |= _find_roads_within(graph, missing, within_m)
    return nearest


def _find_roads_within(graph: Graph, places: Mapping[str, FoundPlace], within_m: float) -> dict[str, str]:
    ids = sorted(places)
    cells = [_cells_around(places[id_].position, within_m) for id_ in ids]
    zones = sorted(set().union(*cells))
    roads = find_named_roads(graph, zones=zones) if zones else []
    in_cell: dict[str, list[int]] = {}
    for k, road in enumerate(roads):
        for zone in road.zones:
            in_cell.setdefault(zone, []).append(k)
    pairs = [
        (place, road)
        for place, around in enumerate(cells)
        for road in sorted(set().union(*(in_cell.get(zone, ()) for zone in around)))
    ]
    if not pairs:
        return {}
    points = Shapes.from_found(_row(id_, places[id_].position, None) for id_ in ids)
    # a line's own location plays no part in the distance to it
    lines = Shapes.from_found(_row(road.id, Position(0.0, 0.0), road.geometry) for road in roads)
    i, j = np.array(pairs, dtype=np.int64).T
    metres, _ = distances_m(points, i, lines, j)
    nearest: dict[str, tuple[float, str]] = {}
    for k in np.flatnonzero(metres <= within_m).tolist():
        found = (float(metres[k]), roads[j[k]].name)
        nearest[ids[i[k]]] = min(nearest.get(ids[i[k]], found), found)
    return {id_: name for id_, (_, name) in nearest.items()}


def _cells_around(position: Position, within_m: float) -> set[str]:
    """Return the cells of resolution 9 that the circle meets, up to 100 m around the position.

    Its own cell, and those at 24 points of a circle a tenth wider: a corner of a cell (120 degrees) that
    pokes in between two of them comes no nearer than the circle, 29 m being the most between two.
    """
    east, north = scales_m(np.array([position.latitude]))
    dx, dy = 1.1 * within_m / float(east[0]), 1.1 * within_m / float(north[0])
    return {cell_at(position, 9)} | {
        cell_at(_moved(position, dy * math.cos(turn), dx * math.sin(turn)), 9) for turn in _TURNS
    }


def _moved(position: Position, north_deg: float, east_deg: float) -> Position:
    latitude = max(-90.0, min(90.0, position.latitude + north_deg))
    return Position(latitude, (position.longitude + east_deg + 180.0) % 360.0 - 180.0)


def _row(id_: str, position: Position, geometry: str | None) -> dict[str, object]:
    return {
        "id": id_,
        "latitude": position.latitude,
        "longitude": position.longitude,
        "geometry": geometry,
        "reach_m": 0.0,
    }
