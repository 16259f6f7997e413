"""Where the places shown are, for people: street, and the nearest named place to one without a name."""

from collections.abc import Mapping

import numpy as np

from queries.distance import Shapes, bearings_deg, distances_m, point_distances_m
from queries.graph import Graph
from queries.locators import FoundNeighbour, find_named_neighbours, find_named_roads
from queries.places import FoundPlace
from service.evidence import Locator

# a road farther than this is not where the place is
ROAD_M = 100.0
# most places have a named one this near; the rest are asked for again, farther
_WITHIN_M = (250.0, 2_500.0)
_STREET = "addr:street="


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
    roads = find_named_roads(graph, ids=sorted(places)) if places else []
    if not roads:
        return {}
    ids = sorted(places)
    index = {id_: i for i, id_ in enumerate(ids)}
    points = Shapes.from_found(
        {
            "id": id_,
            "latitude": places[id_].position.latitude,
            "longitude": places[id_].position.longitude,
            "geometry": None,
            "reach_m": 0.0,
        }
        for id_ in ids
    )
    lines = Shapes.from_found(
        # a line's own location plays no part in the distance to it
        {"id": r.road_id, "latitude": 0.0, "longitude": 0.0, "geometry": r.geometry, "reach_m": 0.0}
        for r in roads
    )
    pairs = [(index[id_], j) for j, road in enumerate(roads) for id_ in road.ids]
    i, j = np.array(pairs, dtype=np.int64).T
    metres, _ = distances_m(points, i, lines, j)
    nearest: dict[str, tuple[float, str]] = {}
    for place, road, distance in zip(i.tolist(), j.tolist(), metres.tolist(), strict=True):
        if distance <= ROAD_M:
            found = (distance, roads[road].name)
            nearest[ids[place]] = min(nearest.get(ids[place], found), found)
    return {id_: name for id_, (_, name) in nearest.items()}
