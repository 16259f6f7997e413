"""Which places are near which, exactly at every radius: by NEAR edges, or by candidates and verifying."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from queries.distance import Shapes, distances_m
from queries.graph import Graph
from queries.nearness import get_covered, pair_of
from queries.pairs import (
    FoundPair,
    FoundShape,
    Measure,
    find_candidate_pairs,
    find_candidate_places,
    find_near_pairs,
    find_shapes,
    get_reaches,
)

# shapes that reach farther are few: they are sought on their own, not with a margin for all
LARGE_REACH_M = 250.0
_ATTEMPTS = 3

Narrowed = Mapping[str, Sequence[str] | None]


@dataclass(frozen=True, slots=True)
class Search:
    """What two kinds of place and which metres; `a` and `b` map services to the ids allowed (None: all)."""

    a: Narrowed
    b: Narrowed
    radius_m: float
    at_least_m: float
    measure: Measure
    datasets: Sequence[str] | None


def retrieve_pairs(graph: Graph, search: Search) -> dict[tuple[str, str], FoundPair]:
    """Return every (a, b) whose metres lie from at_least_m to radius_m; no place pairs with itself.

    Where a and b may swap, both (x, y) and (y, x) are there. A load that begins or ends meanwhile takes
    COVERED away or brings it back, so it is read before and after, and the search repeated if it changed.
    """
    kinds = sorted({(x, y) for x in search.a for y in search.b})
    keys = sorted({pair_of(x, y) for x, y in kinds})
    covered = _covered_m(graph, kinds)
    for _ in range(_ATTEMPTS):
        found: dict[tuple[str, str], FoundPair] = {}
        complete = {key for key in keys if covered.get(key, 0.0) >= search.radius_m}
        for x, y in kinds:
            pairs = _by_edges if pair_of(x, y) in complete else _by_candidates
            found.update(((p.from_id, p.to_id), p) for p in pairs(graph, search, x, y))
        if not complete:
            return found
        before, covered = covered, _covered_m(graph, kinds)
        if covered == before:
            return found
    # loads come and go: the way that needs no edges is right at any time
    return {(p.from_id, p.to_id): p for x, y in kinds for p in _by_candidates(graph, search, x, y)}


def retrieve_around(
    graph: Graph,
    *,
    around: FoundShape,
    services: Sequence[str],
    radius_m: float,
    measure: Measure,
    datasets: Sequence[str] | None,
) -> dict[str, float]:
    """Return the metres to every place of the services within radius_m of the shape, itself left out."""
    ids = find_candidate_places(
        graph,
        services=services,
        latitude=around.latitude,
        longitude=around.longitude,
        radius_m=radius_m + around.reach_m,
        reach_m=LARGE_REACH_M,
        datasets=datasets,
    )
    shapes = [shape for shape in find_shapes(graph, ids=ids) if shape.id != around.id] if ids else []
    if not shapes:
        return {}
    everywhere = np.zeros(len(shapes), dtype=np.int64)
    edge, centre = distances_m(to_shapes([around]), everywhere, to_shapes(shapes), np.arange(len(shapes)))
    metres = edge if measure == "edge" else centre
    return {shape.id: float(m) for shape, m in zip(shapes, metres, strict=True) if m <= radius_m}


def to_shapes(found: Iterable[FoundShape]) -> Shapes:
    """Make the arrays that distances are computed on."""
    return Shapes.from_found(asdict(shape) for shape in found)


def _covered_m(graph: Graph, kinds: Sequence[tuple[str, str]]) -> dict[str, float]:
    """Return up to which radius NEAR is complete, by pair."""
    services = sorted({service for kind in kinds for service in kind})
    return {pair_of(row.a, row.b): row.radius_m for row in get_covered(graph, services=services)}


def _by_edges(graph: Graph, search: Search, x: str, y: str) -> Iterable[FoundPair]:
    """Read NEAR from x to y, turned so that the a of the search comes first."""

    def seek(start: Sequence[str] | None, end: Sequence[str] | None) -> list[FoundPair]:
        return find_near_pairs(
            graph,
            pair=pair_of(x, y),
            radius_m=search.radius_m,
            at_least_m=search.at_least_m,
            measure=search.measure,
            from_ids=start,
            to_ids=end,
            datasets=search.datasets,
        )

    a_ids, b_ids = search.a[x], search.b[y]
    if x < y:
        return seek(a_ids, b_ids)
    if x > y:
        return map(_turned, seek(b_ids, a_ids))
    # one service: an edge goes from the smaller id to the larger and means both ways
    forth = seek(a_ids, b_ids)
    back = forth if a_ids is None and b_ids is None else seek(b_ids, a_ids)
    return [*forth, *map(_turned, back)]


def _by_candidates(graph: Graph, search: Search, x: str, y: str) -> list[FoundPair]:
    """Measure the pairs that the point index can't exclude."""
    candidates = _candidates(graph, search, x, y)
    if not candidates:
        return []
    shapes = find_shapes(graph, ids=sorted({id_ for pair in candidates for id_ in pair}))
    index = {shape.id: i for i, shape in enumerate(shapes)}
    # a place deleted since then has no shape; the smaller id first gives both directions one number
    once = list({(p, q) if p < q else (q, p) for p, q in candidates if p in index and q in index})
    if not once:
        return []
    arrays = to_shapes(shapes)
    edge, centre = distances_m(
        arrays, np.array([index[p] for p, _ in once]), arrays, np.array([index[q] for _, q in once])
    )
    wanted = edge if search.measure == "edge" else centre
    keep = np.flatnonzero((wanted <= search.radius_m) & (wanted >= search.at_least_m))
    found = (FoundPair(*once[i], float(edge[i]), float(centre[i])) for i in keep)
    return [way for pair in found for way in (pair, _turned(pair)) if (way.from_id, way.to_id) in candidates]


def _candidates(graph: Graph, search: Search, x: str, y: str) -> set[tuple[str, str]]:
    """Return (a, b) ids, driving the smaller side, and the few large shapes of the other on their own."""
    reaches = get_reaches(graph, services=sorted({x, y}))
    sides = [
        (x, search.a[x], _size(search.a[x], reaches[x].places)),
        (y, search.b[y], _size(search.b[y], reaches[y].places)),
    ]
    turned = sides[1][2] < sides[0][2]
    (drive, drive_ids, _), (other, other_ids, _) = reversed(sides) if turned else sides
    found = find_candidate_pairs(
        graph,
        a_service=drive,
        b_service=other,
        a_ids=drive_ids,
        b_ids=other_ids,
        radius_m=search.radius_m,
        b_reach_m=min(LARGE_REACH_M, reaches[other].reach_m),
        datasets=search.datasets,
    )
    pairs = {(b, a) if turned else (a, b) for a, b in found}
    if reaches[other].reach_m > LARGE_REACH_M:
        large = find_candidate_pairs(
            graph,
            a_service=other,
            b_service=drive,
            a_ids=other_ids,
            b_ids=drive_ids,
            radius_m=search.radius_m,
            b_reach_m=reaches[drive].reach_m,
            a_above_reach_m=LARGE_REACH_M,
            datasets=search.datasets,
        )
        pairs |= {(a, b) if turned else (b, a) for a, b in large}
    return pairs


def _size(ids: Sequence[str] | None, places: int) -> int:
    return places if ids is None else min(len(ids), places)


def _turned(pair: FoundPair) -> FoundPair:
    return FoundPair(pair.to_id, pair.from_id, pair.dist_m, pair.centre_dist_m)
