"""Where the places shown are, for people: street, area, and the nearest named place to one without a name."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np

from queries.geometry.distance import bearings_deg, point_distances_m
from queries.geometry.position import Position
from queries.graph import Graph
from queries.statements.lookups import Neighbour, Surroundings, find_surroundings
from queries.statements.places import FoundPlace
from service.evidence.evidence import Locator

# most places have a named one this near; the rest are asked for again, farther
_WITHIN_M = (80.0, 400.0, 2_500.0)
_STREET = "addr:street="


def retrieve_locators(
    graph: Graph,
    places: Mapping[str, FoundPlace],
    *,
    apart: Mapping[str, Collection[str]],
    datasets: Sequence[str] | None,
) -> dict[str, Locator]:
    """Return a locator for each of the places, in one statement, two where some stand far from any name.

    The street is the place's own address, else the nearest named road within 50 m of it; the area is the
    smallest that holds most of it. Metres and bearing, of a place without a name, are from the location of
    the nearest named place to that of this one; never from one of `apart`: those the answer measures it to.
    """
    around: dict[str, Surroundings] = {}
    for within_m in _WITHIN_M:
        missing = sorted(
            id_
            for id_, place in places.items()
            if id_ not in around or (place.name is None and not around[id_].neighbours)
        )
        if missing:
            rows = {id_: apart.get(id_, ()) for id_ in missing}
            around |= find_surroundings(graph, rows=rows, within_m=within_m, datasets=datasets)
    return {
        id_: _locator(place, around.get(id_, Surroundings(None, None, ()))) for id_, place in places.items()
    }


def _locator(place: FoundPlace, around: Surroundings) -> Locator:
    own = next((tag.removeprefix(_STREET) for tag in place.tags if tag.startswith(_STREET)), None)
    street = own or around.street
    if not around.neighbours:
        return Locator(street, area=around.area)
    neighbour, metres, bearing = _nearest(place.position, around.neighbours)
    return Locator(street, neighbour.id, neighbour.name, round(metres, 3), bearing, around.area)


def _nearest(here: Position, neighbours: Collection[Neighbour]) -> tuple[Neighbour, float, float]:
    """Return the nearest of the places, the metres from it, and the bearing there towards here."""
    by_id = sorted(neighbours, key=lambda neighbour: neighbour.id)
    there = (
        np.array([neighbour.position.latitude for neighbour in by_id]),
        np.array([neighbour.position.longitude for neighbour in by_id]),
    )
    to = np.array([here.latitude]), np.array([here.longitude])
    metres = point_distances_m(*there, *to)
    k = int(metres.argmin())
    return by_id[k], float(metres[k]), float(bearings_deg(there[0][[k]], there[1][[k]], *to)[0])
