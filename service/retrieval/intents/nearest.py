"""The nearest places: to a place named, or to each place of a kind; exactly, at any distance."""

from collections.abc import Sequence

from service.evidence.evidence import Evidence, Measured
from service.reading import PairReading, Reading, answer_services, find_parents
from service.retrieval.context import Asking
from service.retrieval.geocoding.geocoder import Landmark
from service.retrieval.intents.near import tell_sites
from service.retrieval.spatial.certainty import Standing
from service.retrieval.spatial.conditions import Held, Limits, evaluate
from service.retrieval.spatial.joined import fill_sites
from service.retrieval.spatial.nearest import Sides, read_sides, retrieve_nearest
from service.retrieval.spatial.sets import by_metres, find_spots, told_by
from service.retrieval.spatial.within import Narrowed


def fill(asking: Asking, evidence: Evidence) -> None:
    """Find the nearest to a place named (one where no number is asked for), or to each place of a kind."""
    spots = find_spots(asking, evidence)
    if evidence.reading.each:
        _fill_each(asking, evidence, spots.limits)
    else:
        _fill_from(asking, evidence, spots.limits)
    tell_sites(asking, evidence)
    fill_sites(asking.graph, evidence)


def _fill_from(asking: Asking, evidence: Evidence, limits: Limits) -> None:
    """Find the k nearest of the places that meet the other conditions, by metres, then id."""
    reading, k = evidence.reading, evidence.reading.limit or 1
    services = answer_services(reading)
    standing = limits.a
    if reading.pairs:
        held = _evaluate(asking, reading, reading.pairs, limits)
        standing = held.standing
        evidence.pairs, evidence.doubted_pairs = by_metres(evidence, held.asked), held.doubted_pairs
    found: dict[str, tuple[float, int]] = {}
    known_m = float("inf")
    for n, mark in enumerate(asking.landmarks):
        if mark.place.relation != "from" or mark.shape is None:
            continue
        near = _find_nearest(asking, evidence, mark, limits.of(services, standing.held), k)
        for id_, metres in near.items():
            found[id_] = min(found.get(id_, (metres, n)), (metres, n))
        known_m = min(known_m, asking.edge.find_known_around_m(mark.shape, services))
        if standing.unsure:
            maybe = _find_nearest(asking, evidence, mark, limits.of(services, standing.unsure), 1)
            known_m = min([known_m, *maybe.values()])
    ordered = sorted((metres, id_, n) for id_, (metres, n) in found.items())
    places = asking.landmarks
    evidence.places = [Measured(id_, metres, told_by(places[n]), n) for metres, id_, n in ordered[:k]]
    kept = {place.id for place in evidence.places}
    evidence.pairs = [pair for pair in evidence.pairs if pair.from_id in kept]
    evidence.as_near = sum(metres == ordered[k - 1][0] for metres, _, _ in ordered[k:])
    cut = asking.edge.find_cut(services)
    evidence.doubted = {
        id_ for metres, id_, _ in ordered[:k] if metres > known_m or id_ in cut or id_ in standing.doubted
    }
    evidence.doubted_pairs |= {(p.from_id, p.to_id) for p in evidence.pairs if p.from_id in evidence.doubted}
    if len(ordered) < k and evidence.edge_known:
        # the others may be past the edge, however far
        evidence.past += [mark.place for mark in asking.landmarks if mark.place.relation == "from"]


def _find_nearest(
    asking: Asking, evidence: Evidence, mark: Landmark, services: Narrowed, k: int
) -> dict[str, float]:
    """Return the places nearest to a place named, none of which it is itself."""
    assert mark.shape is not None  # noqa: S101 - what is measured from has a shape
    return retrieve_nearest(
        asking.graph,
        around=mark.shape,
        services=services,
        k=k,
        measure=evidence.measure,
        datasets=asking.datasets,
        without={*evidence.halo, *mark.parts},
    )


def _fill_each(asking: Asking, evidence: Evidence, limits: Limits) -> None:
    """Find for each place of one kind the k nearest of the other, of those that meet the other conditions."""
    reading, pair = evidence.reading, evidence.reading.pairs[0]
    of_a, of_b = _part_conditions(reading)
    a, b = limits.a, limits.b
    if of_a:
        a = _evaluate(asking, reading, of_a, Limits(limits.by_service, a, Standing(), limits.halo)).standing
    if of_b:
        b = _evaluate(asking, reading, of_b, Limits(limits.by_service, b, Standing())).standing
    by_site = not reading.same_site and bool(set(pair.a) & set(pair.b))
    possible = limits.of(pair.b, b.possible)
    sides = read_sides(
        asking.graph,
        limits.of(pair.a, a.held),
        possible,
        measure=evidence.measure,
        datasets=asking.datasets,
        by_site=by_site,
    )
    evidence.sites_parted = sides.are_parted
    every = set(sides.a.ids.tolist()) - evidence.halo
    found = [
        p
        for p in sides.find_pairs(b.held, k=reading.limit or 1)
        if p.from_id in every and evidence.metres(p) <= pair.radius_m
    ]
    evidence.pairs = sorted(found, key=lambda p: (evidence.metres(p), p.from_id, p.to_id))
    rows = {p.from_id: Measured(p.from_id, evidence.metres(p), p.to_id) for p in reversed(evidence.pairs)}
    evidence.places = sorted(rows.values(), key=lambda p: (p.distance_m or 0.0, p.id))
    evidence.without = len(every) - len(rows)
    evidence.unsure = set(a.unsure) - evidence.halo
    if evidence.edge_known:
        if lacking := every - rows.keys():
            around = limits.of(pair.a, lacking)
            evidence.unsure |= asking.edge.find_unsure(around, possible, pair.radius_m)
        doubted = _find_doubted(asking, evidence, sides, b, possible)
        evidence.doubted = doubted | (rows.keys() & a.doubted)
        evidence.doubted_pairs = {
            (p.from_id, p.to_id) for p in evidence.pairs if p.from_id in evidence.doubted
        }


def _find_doubted(
    asking: Asking, evidence: Evidence, sides: Sides, b: Standing, possible: Narrowed
) -> set[str]:
    """Return the places of which the nearest may be another one, or another number of metres away."""
    edge, pair = asking.edge, evidence.reading.pairs[0]
    # the last of the k nearest: by the order of pairs it comes after the others
    nearest = {p.from_id: (evidence.metres(p), p.to_id) for p in evidence.pairs}
    doubted = edge.find_nearer(pair.a, possible, nearest, measure=evidence.measure)
    loose = edge.find_cut([*pair.a, *pair.b]) | b.doubted
    doubted |= {p.from_id for p in evidence.pairs if p.to_id in loose}
    for id_, maybe in sides.find_nearest(b.unsure).items() if b.unsure else ():
        if id_ in nearest and evidence.metres(maybe) < nearest[id_][0]:
            doubted.add(id_)
    # by what stands past the edge two sites may be one, and places of one be of two
    open_sites = edge.find_open_sites([*pair.a, *pair.b]) if sides.by_site else set()
    site_of = sides.find_names() if open_sites else {}
    doubted |= nearest.keys() & sides.find_parting(open_sites)
    return doubted | {
        p.from_id for p in evidence.pairs if {site_of.get(p.from_id), site_of.get(p.to_id)} <= open_sites
    }


def _part_conditions(reading: Reading) -> tuple[list[PairReading], list[PairReading]]:
    """Return the conditions on the places asked for each, and those on what is nearest to them."""
    parents = find_parents(reading.pairs)
    assert not isinstance(parents, int)  # noqa: S101 - a reading whose pairs are not tied was refused
    roots = list(range(len(parents)))
    for i, parent in enumerate(parents):
        roots[i] = i if parent is None else roots[parent]
    pairs = list(enumerate(reading.pairs))[1:]
    return [p for i, p in pairs if roots[i] != 0], [p for i, p in pairs if roots[i] == 0]


def _evaluate(asking: Asking, reading: Reading, pairs: Sequence[PairReading], limits: Limits) -> Held:
    return evaluate(
        asking.graph,
        reading.model_copy(update={"pairs": tuple(pairs)}),
        limits,
        edge=asking.edge,
        measure=asking.wanted.measure,
        datasets=asking.datasets,
    )
