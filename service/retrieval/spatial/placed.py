"""Which places are where a reading names a place: in it, along it, or within metres of it."""

from collections.abc import Sequence

import numpy as np

from queries.geometry.distance import distances_m
from queries.geometry.radius import ALONG_M
from queries.graph import Graph
from queries.statements.pairs import Measure, find_service_shapes
from queries.statements.places import find_zone_places
from queries.statements.streets import find_along_places
from service.retrieval.geocoding.geocoder import Landmark
from service.retrieval.settled import is_settled
from service.retrieval.spatial.containment import retrieve_in_area, retrieve_inside
from service.retrieval.spatial.within import retrieve_around, to_shapes


def find_at(
    graph: Graph,
    mark: Landmark,
    services: Sequence[str],
    *,
    measure: Measure,
    datasets: Sequence[str] | None,
) -> dict[str, float]:
    """Return the places of the services there, itself left out, and the metres to it, 0 for what is in it."""
    place = mark.place
    if mark.shape is None and place.kind == "area":
        area = place.id or place.name
        found = retrieve_in_area(graph, area=area, services=services, datasets=datasets)
        return dict.fromkeys(found, 0.0)
    if mark.shape is None:
        zone = place.id or place.name
        found = find_zone_places(graph, zone=zone, services=services, datasets=datasets)
        return dict.fromkeys(found, 0.0)
    if place.relation == "in":
        found = retrieve_inside(graph, outline=mark.shape, services=services, datasets=datasets)
        metres = dict.fromkeys(found, 0.0)
    elif place.relation == "along" and place.kind == "street":
        metres = retrieve_along(graph, mark, services, datasets=datasets)
    else:
        metres = retrieve_around(
            graph,
            around=[mark.shape],
            services=services,
            radius_m=place.radius_m or 0.0,
            measure=measure,
            datasets=datasets,
        )
    return {id_: m for id_, m in metres.items() if id_ not in mark.parts}


def retrieve_along(
    graph: Graph, mark: Landmark, services: Sequence[str], *, datasets: Sequence[str] | None
) -> dict[str, float]:
    """Return the metres to a street from the places of the services within 50 m of it, edge to edge.

    ALONG is worked out last in a load, so while one runs, or after a broken one, the shapes are measured.
    """
    if is_settled(graph):
        return find_along_places(graph, streets=mark.parts, services=services, datasets=datasets)
    shapes = [shape for shape, _ in find_service_shapes(graph, services=services, datasets=datasets)]
    if not shapes:
        return {}
    number = np.arange(len(shapes))
    metres, _ = distances_m(to_shapes(shapes), number, to_shapes([mark.outline]), np.zeros_like(number))
    return {s.id: float(m) for s, m in zip(shapes, metres, strict=True) if m <= ALONG_M}
