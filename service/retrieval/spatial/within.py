"""Which places are near which, exactly at every radius: by NEAR edges, or by measuring candidates."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

import numpy as np

from queries.errors import TooManyPairs
from queries.geometry.boundary import Ints
from queries.geometry.distance import Shapes, distances_m, iter_pairs_within
from queries.geometry.geodesic import Floats
from queries.graph import Graph
from queries.statements.nearness import find_covered_radii, pair_of
from queries.statements.pairs import (
    Disc,
    FoundPair,
    FoundShape,
    Measure,
    NearSeek,
    Reaches,
    find_candidate_pairs,
    find_candidate_places,
    find_near_pairs,
    find_service_shapes,
    find_shapes,
    get_reaches,
    to_pairs,
)

# shapes that reach farther are few: they are sought on their own, not with a margin for all
LARGE_REACH_M = 250.0
_ATTEMPTS = 3
# so many take a gigabyte and some ten seconds: more are refused, never left out
MOST_PAIRS = 3_000_000
# more ids than these are not sent: what comes back is sifted
_MOST_IDS = 1_000
# one look into the point index, over 500 m, takes as long as reading so many shapes
SHAPES_A_SEEK = 15
_SEEK_M = 500.0

_IDS = attrgetter("from_id", "to_id")

Narrowed = Mapping[str, Sequence[str] | None]
Found = dict[tuple[str, str], FoundPair]


@dataclass(frozen=True, slots=True)
class Search:
    """What two kinds of place and which metres; `a` and `b` map services to the ids allowed (None: all)."""

    a: Narrowed
    b: Narrowed
    radius_m: float
    at_least_m: float
    measure: Measure
    datasets: Sequence[str] | None


def retrieve_pairs(graph: Graph, search: Search) -> Found:
    """Return every (a, b) whose metres lie from at_least_m to radius_m; no place pairs with itself.

    Where a and b may swap, both (x, y) and (y, x) are there. A load that begins or ends meanwhile takes
    COVERED away or brings it back, so it is read before and after, and the search repeated if it changed.
    """
    kinds = sorted({(x, y) for x in search.a for y in search.b})
    covered = _covered_m(graph, search)
    for _ in range(_ATTEMPTS):
        near = [(x, y) for x, y in kinds if covered.get(pair_of(x, y), 0.0) >= search.radius_m]
        if not near:
            break
        found = _by_edges(graph, search, near)
        if beyond := set(kinds).difference(near):
            a, b = ({kind[side] for kind in beyond} for side in (0, 1))
            # every a with every b: more than those of `beyond`, and all of them asked for
            found |= _by_measuring(graph, replace(search, a=_only(search.a, a), b=_only(search.b, b)))
        before, covered = covered, _covered_m(graph, search)
        if covered == before:
            return found
    # loads come and go: the way that needs no edges is right at any time
    return _by_measuring(graph, search)


def retrieve_around(
    graph: Graph,
    *,
    around: Sequence[FoundShape],
    services: Sequence[str],
    radius_m: float,
    measure: Measure,
    datasets: Sequence[str] | None,
) -> dict[str, float]:
    """Return the metres to every place of the services within radius_m of any of the shapes.

    They are those to the nearest of the shapes; a place that is one of them is not measured to itself.
    """
    discs = [Disc(shape.latitude, shape.longitude, radius_m + shape.reach_m) for shape in around]
    candidates = find_candidate_places(
        graph, services=services, around=discs, reach_m=LARGE_REACH_M, datasets=datasets
    )
    ids = sorted(set().union(*candidates))
    shapes = find_shapes(graph, ids=ids) if ids else []
    # a place deleted since then has no shape
    number = {shape.id: j for j, shape in enumerate(shapes)}
    tried = [
        (i, number[id_])
        for i, found in enumerate(candidates)
        for id_ in found
        if id_ in number and id_ != around[i].id
    ]
    if not tried:
        return {}
    here, there = np.array(tried).T
    edge, centre = distances_m(to_shapes(around), here, to_shapes(shapes), there)
    nearest: dict[str, float] = {}
    for j, metres in zip(there.tolist(), (edge if measure == "edge" else centre).tolist(), strict=True):
        id_ = shapes[j].id
        if metres <= min(radius_m, nearest.get(id_, radius_m)):
            nearest[id_] = metres
    return nearest


def to_shapes(found: Iterable[FoundShape]) -> Shapes:
    """Make the arrays that distances are computed on."""
    return Shapes.from_found(found)


def _covered_m(graph: Graph, search: Search) -> dict[str, float]:
    """Return up to which radius NEAR is complete among the places of the data sets, by pair."""
    services, others = sorted(search.a), sorted(search.b)
    return find_covered_radii(graph, services=services, others=others, datasets=search.datasets)


def _only(narrowed: Narrowed, services: set[str]) -> Narrowed:
    return {service: ids for service, ids in narrowed.items() if service in services}


def _by_edges(graph: Graph, search: Search, kinds: Sequence[tuple[str, str]]) -> Found:
    """Read NEAR between the kinds in one statement, turned so that the a of the search comes first."""
    # of one service, an edge goes from the smaller id to the larger and means both ways
    ways = [(x, y, turned) for x, y in kinds for turned in (False, True) if x == y or turned == (x > y)]
    seeks = []
    for x, y, turned in ways:
        ends = (search.b[y], search.a[x]) if turned else (search.a[x], search.b[y])
        seeks.append(NearSeek(pair_of(x, y), _few(ends[0]), _few(ends[1])))
    read = find_near_pairs(
        graph,
        rows=seeks,
        radius_m=search.radius_m,
        at_least_m=search.at_least_m,
        measure=search.measure,
        datasets=search.datasets,
    )
    found: Found = {}
    for (x, y, turned), pairs in zip(ways, read, strict=True):
        right_way = list(map(_turned, pairs)) if turned else pairs
        if search.a[x] is not None or search.b[y] is not None:
            of_a, of_b = _sieve(search.a[x]), _sieve(search.b[y])
            right_way = [pair for pair in right_way if of_a(pair.from_id) and of_b(pair.to_id)]
        found.update(zip(map(_IDS, right_way), right_way, strict=True))
    return found


def _by_measuring(graph: Graph, search: Search) -> Found:
    """Measure the places between which no edges tell: all of them, or what the point index can't exclude."""
    reaches = get_reaches(graph, services=sorted({*search.a, *search.b}))
    sizes = _size(search.a, reaches), _size(search.b, reaches)
    if not min(sizes):
        return {}
    seeks = min(sizes) * (1 + (search.radius_m / _SEEK_M) ** 2)
    if seeks * SHAPES_A_SEEK < sum(sizes):
        return _by_candidates(graph, search, reaches, turned=sizes[1] < sizes[0])
    a = to_shapes(read_shapes(graph, search.a, search.datasets))
    # of one kind, each two places are measured once
    b = a if search.a == search.b else to_shapes(read_shapes(graph, search.b, search.datasets))
    found: Found = {}
    for pairs in iter_pairs_within(a, b, search.radius_m):
        kept = _in_range(search, pairs.dist_m, pairs.centre_dist_m)
        if len(found) + len(kept) > MOST_PAIRS:
            raise TooManyPairs(
                f"more than {MOST_PAIRS:,} pairs up to {search.radius_m:,.0f} m apart; "
                "ask for a smaller radius or fewer kinds of place"
            )
        columns = a.ids[pairs.i[kept]], b.ids[pairs.j[kept]], pairs.dist_m[kept], pairs.centre_dist_m[kept]
        from_ids, to_ids, dist_m, centre_m = (column.tolist() for column in columns)
        pairs_kept = to_pairs(from_ids, to_ids, dist_m, centre_m)
        found.update(zip(zip(from_ids, to_ids, strict=True), pairs_kept, strict=True))
    if a is b:
        found |= {(p.to_id, p.from_id): _turned(p) for p in found.values()}
    return found


def _by_candidates(graph: Graph, search: Search, reaches: Mapping[str, Reaches], *, turned: bool) -> Found:
    """Measure the pairs that the point index can't exclude; it is looked into for each place of one side."""
    drive, other = (search.b, search.a) if turned else (search.a, search.b)
    candidates = _candidates(graph, search, drive, other, reaches)
    drives = read_shapes(graph, drive, search.datasets, among={p for p, _ in candidates})
    others = read_shapes(graph, other, search.datasets, among={q for _, q in candidates})
    # a place that is not allowed, or deleted since then, has no shape
    of_drive = {shape.id: i for i, shape in enumerate(drives)}
    of_other = {shape.id: i for i, shape in enumerate(others)}
    there = [(p, q) for p, q in candidates if p in of_drive and q in of_other]
    if not there:
        return {}
    i, j = np.array([of_drive[p] for p, _ in there]), np.array([of_other[q] for _, q in there])
    edge, centre = distances_m(to_shapes(drives), i, to_shapes(others), j)
    kept = _in_range(search, edge, centre).tolist()
    found = [FoundPair(there[k][0], there[k][1], float(edge[k]), float(centre[k])) for k in kept]
    return {(p.from_id, p.to_id): p for p in (map(_turned, found) if turned else found)}


def _candidates(
    graph: Graph, search: Search, drive: Narrowed, other: Narrowed, reaches: Mapping[str, Reaches]
) -> set[tuple[str, str]]:
    """Return (drive, other) ids; the few large shapes of the other side are sought on their own."""

    def find(a: Narrowed, b: Narrowed, *, above_m: float, up_to_m: float) -> list[tuple[str, str]]:
        return find_candidate_pairs(
            graph,
            a_services=sorted(a),
            b_services=sorted(b),
            a_ids=_together(a),
            radius_m=search.radius_m,
            a_above_reach_m=above_m,
            b_reach_m=up_to_m,
            datasets=search.datasets,
        )

    reach_m = max(reaches[service].reach_m for service in other)
    found = set(find(drive, other, above_m=-1.0, up_to_m=min(LARGE_REACH_M, reach_m)))
    if reach_m > LARGE_REACH_M:
        widest_m = max(reaches[service].reach_m for service in drive)
        found.update((p, q) for q, p in find(other, drive, above_m=LARGE_REACH_M, up_to_m=widest_m))
    return found


def read_shapes(
    graph: Graph, narrowed: Narrowed, datasets: Sequence[str] | None, *, among: set[str] | None = None
) -> list[FoundShape]:
    """Return the places that are allowed, each once."""
    ids = _together(narrowed) if among is None else sorted(among)
    if ids is not None and not ids:
        return []
    found = find_service_shapes(graph, services=sorted(narrowed), ids=ids, datasets=datasets)
    allows = {service: _sieve(allowed) for service, allowed in narrowed.items()}
    return [shape for shape, services in found if any(allows[service](shape.id) for service in services)]


def _size(narrowed: Narrowed, reaches: Mapping[str, Reaches]) -> int:
    """Return how many places may take part, at most."""
    places = {service: reaches[service].places for service in narrowed}
    return sum(places[s] if ids is None else min(len(ids), places[s]) for s, ids in narrowed.items())


def _in_range(search: Search, edge: Floats, centre: Floats) -> Ints:
    metres = edge if search.measure == "edge" else centre
    return np.flatnonzero((metres <= search.radius_m) & (metres >= search.at_least_m))


def _together(narrowed: Narrowed) -> list[str] | None:
    """Return all ids allowed where they are few, else None."""
    if any(ids is None for ids in narrowed.values()):
        return None
    return _few(sorted({id_ for ids in narrowed.values() for id_ in ids or ()}))


def _few(ids: Sequence[str] | None) -> list[str] | None:
    return None if ids is None or len(ids) > _MOST_IDS else list(ids)


def _sieve(ids: Sequence[str] | None) -> Callable[[str], bool]:
    """Return what says whether an id is allowed."""
    return (lambda _: True) if ids is None else set(ids).__contains__


def _turned(pair: FoundPair) -> FoundPair:
    return FoundPair(pair.to_id, pair.from_id, pair.dist_m, pair.centre_dist_m)
