"""The exact sets that answer a reading: pairs, and places with metres, complete."""

from collections.abc import Mapping, Sequence

from queries.graph import Graph
from queries.pairs import FoundPair
from queries.places import find_halo_places, find_service_places
from queries.sites import find_sites
from service.conditions import Found, Limits, each_once, evaluate
from service.edge import Edge
from service.evidence import Evidence, Measured
from service.landmarks import Landmark
from service.reading import PlaceReading, Reading
from service.standing import Standing, all_of
from service.there import find_at


def fill_sets(
    graph: Graph,
    evidence: Evidence,
    landmarks: Sequence[Landmark],
    *,
    edge: Edge,
    datasets: Sequence[str] | None,
) -> None:
    """Find every pair and place of the reading, by metres, then id; pairs of chains after those asked for.

    What the edge of the data leaves unsure is told beside them.
    """
    reading, measure = evidence.reading, evidence.measure
    evidence.halo = find_halo_places(graph, datasets=datasets)
    tagged = _find_tagged(graph, reading, datasets)
    at = [
        find_at(graph, mark, _services_of(reading, mark.place), measure=measure, datasets=datasets)
        for mark in landmarks
    ]
    standings = [
        edge.find_standing(mark, found, _services_of(reading, mark.place), measure)
        for mark, found in zip(landmarks, at, strict=True)
    ]
    a, b = (
        all_of(t for t, mark in zip(standings, landmarks, strict=True) if mark.place.of == s) for s in "ab"
    )
    if reading.pairs:
        limits = Limits(tagged, a, b, evidence.halo)
        held = evaluate(graph, reading, limits, edge=edge, measure=measure, datasets=datasets)
        asked, behind = held.asked, held.behind
        evidence.unsure, evidence.same_site_pairs = held.unsure, held.left_out
        evidence.doubted, evidence.doubted_pairs = held.doubted, held.doubted_pairs
        evidence.pairs = _by_metres(evidence, asked) + _by_metres(evidence, _without(behind, asked))
        evidence.places = [Measured(id_, metres, other) for id_, (metres, other) in held.nearest.items()]
    else:
        if a.held is None or tagged:
            a = a.both(Standing(_find_kinds(graph, reading, tagged, datasets)))
        # metres are those to the first place named
        first = next(((m, found) for m, found in zip(landmarks, at, strict=True) if m.shape), None)
        metres_to: Mapping[str, float] = first[1] if first else {}
        to_id = first[0].place.id if first and first[0].place.kind == "poi" else None
        held_ids = set(a.held or ()) - evidence.halo
        evidence.places = [Measured(id_, metres_to.get(id_), to_id) for id_ in held_ids]
        evidence.unsure = set(a.unsure) - evidence.halo
        evidence.doubted = set(a.doubted) & held_ids
        if first:
            exact = edge.is_told_exactly(first[0])
            evidence.doubted |= held_ids & edge.find_cut(reading.services) if exact else held_ids
    evidence.places.sort(key=lambda p: (p.distance_m or 0.0, p.id))
    _tell_edge(evidence, landmarks, edge)
    evidence.sites = find_sites(graph, ids=[place.id for place in evidence.places])


def _tell_edge(evidence: Evidence, landmarks: Sequence[Landmark], edge: Edge) -> None:
    """Note where the searches at the places named reach past the edge of the data, or if it is not known."""
    evidence.edge_known = edge.coverage is not None
    evidence.past = [mark.place for mark in landmarks if edge.is_past(mark)]


def _by_metres(evidence: Evidence, found: Found) -> list[FoundPair]:
    return sorted(each_once(found), key=lambda p: (evidence.metres(p), p.from_id, p.to_id))


def _without(found: Found, listed: Found) -> Found:
    """Return the pairs that are not listed already, in either direction."""
    return {(a, b): pair for (a, b), pair in found.items() if (a, b) not in listed and (b, a) not in listed}


def _find_tagged(graph: Graph, reading: Reading, datasets: Sequence[str] | None) -> dict[str, list[str]]:
    """Return the places of each service that tags are asked of, those that have all of them."""
    tags: dict[str, set[str]] = {}
    for asked in reading.filters:
        tags.setdefault(asked.service, set()).add(f"{asked.key}={asked.value}")
    return {
        service: find_service_places(graph, services=[service], tags=sorted(of_it), datasets=datasets)
        for service, of_it in sorted(tags.items())
    }


def _find_kinds(
    graph: Graph, reading: Reading, tagged: dict[str, list[str]], datasets: Sequence[str] | None
) -> set[str]:
    free = [service for service in reading.services if service not in tagged]
    found = find_service_places(graph, services=free, datasets=datasets) if free else []
    return set(found).union(*(tagged[service] for service in reading.services if service in tagged))


def _services_of(reading: Reading, place: PlaceReading) -> list[str]:
    if not reading.pairs:
        return list(reading.services)
    return sorted({s for pair in reading.pairs for s in (pair.a if place.of == "a" else pair.b)})
