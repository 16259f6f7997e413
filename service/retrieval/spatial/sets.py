"""The exact sets that answer a reading: pairs, and places with metres, complete."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from queries.geometry.distance import distances_m
from queries.graph import Graph
from queries.statements.pairs import FoundPair, Measure
from queries.statements.places import find_halo_places, find_service_places
from service.evidence.evidence import Evidence, Measured
from service.evidence.messages import message
from service.reading import PlaceReading, Reading
from service.retrieval.context import Asking
from service.retrieval.counts.homes import find_elsewhere
from service.retrieval.geocoding.geocoder import Landmark
from service.retrieval.spatial.certainty import Standing, all_of, any_of
from service.retrieval.spatial.conditions import Found, Limits, each_once, evaluate
from service.retrieval.spatial.joined import fill_sites
from service.retrieval.spatial.placed import find_at
from service.retrieval.spatial.within import read_shapes, to_shapes

# what lies in several areas counts in one of them; a list tells it in each, and says so
_COUNTED = ("count", "places", None)


@dataclass(frozen=True, slots=True)
class Spots:
    """Which places may take part, by tags and by the places named.

    `metres` from what is asked for to the places named, by id: which of them, by number, and how far.
    """

    limits: Limits
    metres: Mapping[str, tuple[int, float]]


def fill_sets(asking: Asking, evidence: Evidence) -> None:
    """Find every pair and place of the reading, by metres, then id; pairs of chains after those asked for.

    What the edge of the data leaves unsure is told beside them.
    """
    graph, edge, datasets = asking.graph, asking.edge, asking.datasets
    reading, measure = evidence.reading, evidence.measure
    spots = find_spots(asking, evidence)
    limits = spots.limits
    if reading.pairs:
        held = evaluate(graph, reading, limits, edge=edge, measure=measure, datasets=datasets)
        evidence.unsure, evidence.doubted, evidence.doubted_pairs = (
            held.unsure,
            held.doubted,
            held.doubted_pairs,
        )
        evidence.same_site, evidence.sites_parted = held.left_out, held.parted
        evidence.pairs = by_metres(evidence, held.asked)
        evidence.pairs += by_metres(evidence, _without(held.behind, held.asked))
        nearest = {**held.lacking, **held.nearest}
        evidence.places = [Measured(id_, *nearest.get(id_, (None, None))) for id_ in held.places]
    else:
        _fill_places(asking, evidence, spots)
    evidence.places.sort(key=lambda p: (p.distance_m is None, p.distance_m or 0.0, p.id))
    fill_sites(graph, evidence)


def find_spots(asking: Asking, evidence: Evidence) -> Spots:
    """Find what the tags and the places named leave, and note where these reach past the edge of the data.

    A place that metres are only told from leaves all.
    """
    graph, edge, datasets = asking.graph, asking.edge, asking.datasets
    reading, measure = evidence.reading, evidence.measure
    evidence.halo = find_halo_places(graph, datasets=datasets) if asking.haloed else set()
    evidence.edge_known = edge.coverage is not None
    any_of_them = reading.combine == "any" and not reading.pairs
    standings: dict[str, list[Standing]] = {"a": [], "b": []}
    metres: dict[str, tuple[int, float]] = {}
    for n, mark in enumerate(asking.landmarks):
        if mark.place.relation == "from":
            continue
        services = _services_of(reading, mark.place)
        if mark.place.relation == "beyond":
            far = _measure_all(graph, mark, services, measure=measure, datasets=datasets)
            at = {id_: m for id_, m in far.items() if m > (mark.place.radius_m or 0.0)}
            standing = edge.find_standing(mark, far.keys() - at.keys(), services, measure).negated(far)
        else:
            at = find_at(graph, mark, services, measure=measure, datasets=datasets)
            if mark.place.of == "a" and reading.kind in _COUNTED:
                elsewhere = find_elsewhere(graph, mark, at, services)
                if reading.kind == "count":
                    at = {id_: m for id_, m in at.items() if id_ not in elsewhere}
                evidence.elsewhere.append((mark.place, elsewhere))
            standing = edge.find_standing(mark, at, services, measure)
            if edge.is_past(mark):
                evidence.past.append(mark.place)
        standings[mark.place.of].append(standing)
        if mark.place.of == "a" and mark.shape is not None:
            # to the first place named, of alternatives to the nearest
            for id_, m in at.items():
                if id_ not in metres or (any_of_them and m < metres[id_][1]):
                    metres[id_] = n, m
    join = any_of if any_of_them and standings["a"] else all_of
    limits = Limits(asking.tagged.allowed, join(standings["a"]), all_of(standings["b"]), evidence.halo)
    return Spots(limits, metres)


def _fill_places(asking: Asking, evidence: Evidence, spots: Spots) -> None:
    """Find the places of the reading where it has no pairs."""
    edge, landmarks = asking.edge, asking.landmarks
    reading, tagged, standing = evidence.reading, spots.limits.by_service, spots.limits.a
    if standing.held is None or tagged:
        standing = standing.both(Standing(_find_kinds(asking.graph, reading, tagged, asking.datasets)))
    held = set(standing.held or ()) - evidence.halo
    _tell_elsewhere(asking, evidence, held)
    evidence.unsure = set(standing.unsure) - evidence.halo
    evidence.doubted = set(standing.doubted) & held
    cut = edge.find_cut(reading.services) if spots.metres else set()
    inexact = {n for n, mark in enumerate(landmarks) if not edge.is_told_exactly(mark)}
    for id_ in held:
        n, metres = spots.metres.get(id_, (None, None))
        evidence.places.append(Measured(id_, metres, None if n is None else told_by(landmarks[n]), n))
        if n is not None and (id_ in cut or n in inexact):
            evidence.doubted.add(id_)


def _tell_elsewhere(asking: Asking, evidence: Evidence, held: set[str]) -> None:
    """Note how many places lie in an area or cell named in part, and count in another."""
    reading = evidence.reading
    if len(evidence.elsewhere) != 1 or len(reading.places) != 1:
        return
    [(place, elsewhere)] = evidence.elsewhere
    elsewhere -= evidence.halo
    met = set().union(
        *(asking.tagged.allowed.get(service, elsewhere) & elsewhere for service in reading.services)
    )
    if met:
        listed = reading.kind != "count"
        told = len(met & held) if listed else len(met)
        evidence.notes.append(
            message("counts_elsewhere", many=told, name=place.name, services=reading.services, listed=listed)
        )


def told_by(mark: Landmark) -> str | None:
    """Return the id by which a place named is told; a point has none."""
    return None if mark.place.kind in ("point", "address") else mark.place.id


def by_metres(evidence: Evidence, found: Found) -> list[FoundPair]:
    """Return the pairs by metres, then id; two places that pair both ways are one pair."""
    pairs = each_once(found)
    metres = np.fromiter(map(evidence.metres, pairs), dtype=np.float64, count=len(pairs))
    order = np.argsort(metres, kind="stable")
    listed = [pairs[i] for i in order.tolist()]
    # few are as near as others: only these are compared by id
    bounds = np.concatenate([[0], np.flatnonzero(np.diff(metres[order])) + 1, [len(pairs)]])
    for run in np.flatnonzero(np.diff(bounds) > 1):
        start, end = bounds[run : run + 2].tolist()
        listed[start:end] = sorted(listed[start:end])
    return listed


def _without(found: Found, listed: Found) -> Found:
    """Return the pairs that are not listed already, in either direction."""
    return {(a, b): pair for (a, b), pair in found.items() if (a, b) not in listed and (b, a) not in listed}


def _find_kinds(
    graph: Graph, reading: Reading, tagged: Mapping[str, Collection[str]], datasets: Sequence[str] | None
) -> set[str]:
    free = [service for service in reading.services if service not in tagged]
    found = find_service_places(graph, services=free, datasets=datasets) if free else []
    return set(found).union(*(tagged[service] for service in reading.services if service in tagged))


def _measure_all(
    graph: Graph,
    mark: Landmark,
    services: Sequence[str],
    *,
    measure: Measure,
    datasets: Sequence[str] | None,
) -> dict[str, float]:
    """Return the metres from a place named to all places of the services, itself left out."""
    found = read_shapes(graph, dict.fromkeys(services), datasets)
    found = [shape for shape in found if mark.shape is not None and shape.id not in mark.parts]
    if not found or mark.shape is None:
        return {}
    number = np.arange(len(found))
    edge, centre = distances_m(to_shapes([mark.shape]), np.zeros_like(number), to_shapes(found), number)
    metres = (edge if measure == "edge" else centre).tolist()
    return {shape.id: m for shape, m in zip(found, metres, strict=True)}


def _services_of(reading: Reading, place: PlaceReading) -> list[str]:
    if not reading.pairs:
        return list(reading.services)
    return sorted({s for pair in reading.pairs for s in (pair.a if place.of == "a" else pair.b)})
