"""Which of several places has more of something, or of which kind there are more."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from queries.statements.places import count_service_places
from queries.statements.tallies import find_service_members
from service.answer import Verdict
from service.evidence.evidence import Compared, Evidence
from service.evidence.messages import message
from service.reading import Reading, all_services, answer_services
from service.retrieval.context import Asking
from service.retrieval.geocoding.geocoder import Landmark
from service.retrieval.spatial.sets import fill_sets


def fill(asking: Asking, evidence: Evidence) -> None:
    """Count each side: what each place named has or, of one place or none, what there is of each kind."""
    reading = evidence.reading
    here = [mark for mark in asking.landmarks if mark.place.of == "a"]
    of_kinds = reading.sides or answer_services(reading)
    told = {service for side in reading.sides for service in side} <= set(answer_services(reading))
    if max(len(here), len(of_kinds)) < 2 or not told:
        evidence.problem = message("side_missing")
        return
    evidence.edge_known = asking.edge.coverage is not None
    if len(here) > 1:
        counted = _compare_places(asking, evidence, here)
    else:
        counted = _compare_services(asking, evidence)
    evidence.counted = len(counted)
    if reading.whether:
        evidence.verdict = judge(evidence.sides, fewer=reading.order == "fewest")
    if not any(side.total for side in evidence.sides):
        evidence.outcome = "none"
        services = all_services(reading)
        evidence.mapped = count_service_places(asking.graph, services=services, datasets=asking.datasets)


def _compare_places(asking: Asking, evidence: Evidence, here: Sequence[Landmark]) -> set[str]:
    """Fill a side for each place; the places that are counted are returned."""
    reading = evidence.reading
    others = [mark for mark in asking.landmarks if mark.place.of == "b"]
    of_each: list[tuple[Landmark, Evidence]] = []
    for mark in here:
        marks = [mark, *others]
        one = Evidence(
            # counted as in a ranking: what lies in both is of one side
            reading.model_copy(update={"kind": "count", "places": tuple(m.place for m in marks)}),
            measure=evidence.measure,
        )
        fill_sets(replace(asking, landmarks=marks), one)
        evidence.notes += one.notes
        of_each.append((mark, one))
        _add_doubt(evidence, one)
    every = {place.id for _, one in of_each for place in one.places}
    members = _find_members(asking, reading, every)
    for mark, one in of_each:
        ids = {place.id for place in one.places}
        counts = {service: len(ids & of_it) for service, of_it in members.items()}
        evidence.sides.append(Compared(mark.place, (), len(ids), counts, one.uncertain))
    return every


def _compare_services(asking: Asking, evidence: Evidence) -> set[str]:
    """Fill a side for each service, or for those that count as one; the places counted are returned."""
    reading = evidence.reading
    ids: set[str] | None = None
    if reading.pairs or reading.places:
        one = Evidence(reading.model_copy(update={"kind": "count"}), measure=evidence.measure)
        fill_sets(asking, one)
        evidence.notes += one.notes
        ids = {place.id for place in one.places}
        _add_doubt(evidence, one)
    services = answer_services(reading)
    members = find_service_members(
        asking.graph,
        services=services,
        ids=None if ids is None else sorted(ids),
        datasets=asking.datasets,
    )
    for service, met in asking.tagged.allowed.items():
        if service in members:
            members[service] &= met
    doubts = _find_members(asking, reading, evidence.unsure | evidence.doubted)
    for side in reading.sides or [(service,) for service in services]:
        doubted = set().union(*(doubts.get(service, ()) for service in side))
        uncertain = len(doubted) + len(evidence.past) if evidence.edge_known else None
        total = len(set().union(*(members[service] for service in side)))
        counts = {service: len(members[service]) for service in side} if len(side) > 1 else {}
        evidence.sides.append(Compared(None, tuple(side), total, counts, uncertain))
    return set().union(*members.values())


def _find_members(asking: Asking, reading: Reading, ids: set[str]) -> Mapping[str, set[str]]:
    """Return which of the places are of each of the services, where several are asked for."""
    services = answer_services(reading)
    if len(services) < 2 or not ids:
        return {}
    return find_service_members(asking.graph, services=services, ids=sorted(ids), datasets=asking.datasets)


def _add_doubt(evidence: Evidence, one: Evidence) -> None:
    """Take over what the edge of the data leaves uncertain of one side."""
    evidence.unsure |= one.unsure
    evidence.doubted |= one.doubted
    evidence.past += one.past


def judge(sides: Sequence[Compared], *, fewer: bool) -> Verdict:
    """Say whether the first side has more (or fewer) than every other.

    Partial where the edge of the data, or a tag that is not there, may turn it.
    """
    first, others = sides[0], sides[1:]
    if fewer:
        holds = all(first.total < other.total for other in others)
        may_grow = [first] if holds else others
    else:
        holds = all(first.total > other.total for other in others)
        may_grow = others if holds else [first]
    if any(side.uncertain or side.untold for side in may_grow):
        return "partial"
    return "yes" if holds else "no"
