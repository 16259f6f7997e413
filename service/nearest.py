"""Which places are nearest, exactly at any distance: few are all read, many are sought wider and wider."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from queries.distance import Pairs, Shapes, distances_m
from queries.graph import Graph
from queries.nearest import as_points, nearest_of_each, nearest_to
from queries.pairs import FoundPair, FoundShape, Measure, get_reaches
from queries.radius import HALF_EARTH_M
from service.nearby import Narrowed, read_shapes, retrieve_around, to_shapes

# so many shapes are read and measured in the time that a few searches by the point index take
_READ_ALL = 2_000
_FIRST_M = 500.0
# a search four times as wide finds some sixteen times as many
_WIDER = 4.0


def retrieve_nearest(
    graph: Graph,
    *,
    around: FoundShape,
    services: Narrowed,
    k: int,
    measure: Measure,
    datasets: Sequence[str] | None,
    without: Collection[str] = frozenset(),
) -> dict[str, float]:
    """Return the metres to the k places nearest to a shape, nearest first, then by id.

    Neither itself nor any of `without`. Whatever is as near as the last of them comes too, so that ties can
    be told.
    """
    free = [service for service, ids in services.items() if ids is None]
    there = sum(reaches.places for reaches in get_reaches(graph, services=free).values()) if free else 0
    read = services
    found: dict[str, float] = {}
    if there > max(_READ_ALL, k):
        read = {service: ids for service, ids in services.items() if ids is not None}
        found = _search(graph, around, free, k=k, measure=measure, datasets=datasets, without=without)
    shapes = [shape for shape in read_shapes(graph, read, datasets) if shape.id not in without]
    found |= _nearest_of(around, to_shapes(shapes), k=k, measure=measure)
    ordered = sorted((metres, id_) for id_, metres in found.items())
    last_m = ordered[min(k, len(ordered)) - 1][0] if ordered and k > 0 else -1.0
    return {id_: metres for metres, id_ in ordered if metres <= last_m}


def retrieve_nearest_of_each(
    graph: Graph,
    a: Narrowed,
    b: Narrowed,
    *,
    measure: Measure,
    datasets: Sequence[str] | None,
    apart: Callable[[Sequence[str]], Mapping[str, str]] | None = None,
) -> dict[str, FoundPair | None]:
    """Return for each place of a the one of b nearest to it, by metres, then id; never the place itself.

    None where there is no other of b at all. Metres are by both measures. `apart` names the groups that
    places belong to, of which no two are measured.
    """
    of_a = to_shapes(read_shapes(graph, a, datasets))
    of_b = of_a if a == b else to_shapes(read_shapes(graph, b, datasets))
    one, two = of_a, of_b
    if apart is not None:
        groups = apart(sorted({*of_a.ids.tolist(), *of_b.ids.tolist()}))
        one, two = _called(of_a, groups), _called(of_b, groups)
    if measure == "centre":
        one, two = as_points(one), as_points(two)
    pairs = nearest_of_each(one, two)
    if measure == "centre":
        edge_m, centre_m = distances_m(of_a, pairs.i, of_b, pairs.j)
        pairs = Pairs(pairs.i, pairs.j, edge_m, centre_m)
    columns = (of_a.ids[pairs.i], of_b.ids[pairs.j], pairs.dist_m, pairs.centre_dist_m)
    found: dict[str, FoundPair | None] = dict.fromkeys(of_a.ids.tolist())
    found.update((p.from_id, p) for p in map(FoundPair, *(column.tolist() for column in columns)))
    return found


def _search(
    graph: Graph,
    around: FoundShape,
    services: Sequence[str],
    *,
    k: int,
    measure: Measure,
    datasets: Sequence[str] | None,
    without: Collection[str],
) -> dict[str, float]:
    """Search wider and wider: k places within a radius hold the k nearest, since none beyond it is nearer."""
    radius_m = _FIRST_M
    while True:
        found = retrieve_around(
            graph,
            around=around,
            services=services,
            radius_m=min(radius_m, HALF_EARTH_M),
            measure=measure,
            datasets=datasets,
        )
        found = {id_: metres for id_, metres in found.items() if id_ not in without}
        if len(found) >= k or radius_m >= HALF_EARTH_M:
            return found
        radius_m *= _WIDER


def _nearest_of(around: FoundShape, places: Shapes, *, k: int, measure: Measure) -> Mapping[str, float]:
    if not len(places):
        return {}
    here = to_shapes([around])
    if measure == "centre":
        here, places = as_points(here), as_points(places)
    found = nearest_to(here, places, k)
    return dict(zip(places.ids[found.j].tolist(), found.dist_m.tolist(), strict=True))


def _called(shapes: Shapes, groups: Mapping[str, str]) -> Shapes:
    """Return the shapes under the names of their groups: nothing is measured to what has its own name."""
    ids = np.array([groups.get(id_, id_) for id_ in shapes.ids.tolist()], dtype=np.str_)
    return replace(shapes, ids=ids)
