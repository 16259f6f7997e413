"""Which places lie in an area, or in a place that has an outline."""

from collections.abc import Sequence

import shapely

from queries.geometry.borders import find_lies
from queries.geometry.distance import reach_m
from queries.graph import Graph
from queries.statements.areas import FoundArea, find_area_places, find_areas
from queries.statements.pairs import Disc, FoundShape, find_candidate_places, find_shapes
from queries.statements.places import find_service_places
from service.retrieval.settled import is_settled
from service.retrieval.spatial.rivals import measure_lies
from service.retrieval.spatial.within import LARGE_REACH_M, to_shapes


def find_area_shape(graph: Graph, *, area: str) -> FoundShape | None:
    """Return the shape of an area, or the point it is mapped as; None where the graph has neither."""
    found = find_areas(graph, ids=[area]).get(area)
    return None if found is None else shape_of(found)


def shape_of(area: FoundArea) -> FoundShape | None:
    """Return the shape of an area, or the point it is mapped as; None where it has neither."""
    at, reach = area.position, area.reach_m
    if at is None:
        return None
    if reach is None:
        reach = reach_m(shapely.from_wkt(area.geometry), at) if area.geometry else 0.0
    return FoundShape(area.id, at.latitude, at.longitude, area.geometry, reach)


def retrieve_in_area(
    graph: Graph, *, area: str, services: Sequence[str], datasets: Sequence[str] | None
) -> list[str]:
    """Return the ids of all places of the services that lie in the area, or on its border and in no other.

    IN_AREA is worked out last in a load, so while one runs, or after a broken one, the shapes are looked at.
    """
    if is_settled(graph):
        return find_area_places(graph, area=area, services=services, datasets=datasets)
    ids = find_service_places(graph, services=services, datasets=datasets)
    shapes = to_shapes(find_shapes(graph, ids=ids)) if ids else None
    if shapes is None:
        return []
    lies = measure_lies(graph, shapes, [area])
    return sorted(str(shapes.ids[k]) for k, held_by in lies.shares if held_by == area)


def retrieve_inside(
    graph: Graph, *, outline: FoundShape, services: Sequence[str], datasets: Sequence[str] | None
) -> list[str]:
    """Return the ids of all places of the services that lie in a place's outline or, whole, on it."""
    disc = Disc(outline.latitude, outline.longitude, outline.reach_m)
    (ids,) = find_candidate_places(
        graph, services=services, around=[disc], reach_m=LARGE_REACH_M, datasets=datasets
    )
    return _sift(find_shapes(graph, ids=ids), outline) if ids else []


def _sift(shapes: Sequence[FoundShape], outline: FoundShape) -> list[str]:
    places = to_shapes(shapes)
    lies = find_lies(list(places.filled), [("", "", shapely.from_wkt(outline.geometry))])
    return sorted(str(places.ids[k]) for k, _ in lies.shares)
