"""What the answer would gain or lose if every place that does not say met what is asked of its tags."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from queries.statements.tallies import find_zone_shares
from service.answer import TagCondition
from service.evidence.evidence import Evidence
from service.reading import Reading, answer_services
from service.retrieval.context import Asking
from service.retrieval.counts.area_shares import Counted, retrieve_area_shares
from service.retrieval.counts.tallies import find_home
from service.retrieval.spatial.sets import fill_sets

Fill = Callable[[Asking, Evidence], None]


@dataclass(frozen=True, slots=True)
class Untold:
    """How many places hang on what is not said; `there` by zone or area, `sides` in their order."""

    total: int = 0
    there: Mapping[str, int] = field(default_factory=dict)
    sides: tuple[int, ...] = ()


def find_untold(asking: Asking, evidence: Evidence, reading: Reading, fill: Fill) -> Untold:
    """Find which places of the answer hang on tags that are not there.

    They are those by which the answer differs from the one where all places that do not say met the
    conditions; where they are counted by zone or area, those of the kinds asked for, or barred, that
    do not say. `fill` answers the reading. What runs for this is in no trace: the places that do not say
    are told by the statement that finds those with the tags.
    """
    if not asking.tagged.is_open:
        return Untold(sides=(0,) * len(evidence.sides))
    if _hangs_on_tags_alone(reading):
        answered = {place.id for place in evidence.places}
        return Untold(len(asking.tagged.untold_of(answer_services(reading)) - evidence.halo - answered))
    with asking.graph.untraced():
        if evidence.ranking is not None:
            return _find_by_area(asking, evidence, reading)
        wide = Evidence(reading, measure=evidence.measure)
        fill(replace(asking, tagged=asking.tagged.widened()), wide)
        if evidence.sides:
            sides = zip(evidence.sides, wide.sides, strict=True)
            differ = tuple(abs(w.total - strict.total) for strict, w in sides)
            return Untold(abs(wide.total - evidence.total), sides=differ)
        return Untold(len(_differing(evidence, wide)))


def _hangs_on_tags_alone(reading: Reading) -> bool:
    """Say whether the kinds and their tags are all that is asked: then no second search is needed."""
    asks_more = reading.pairs or reading.places or reading.without
    return reading.kind in ("places", "count") and not asks_more


def _differing(evidence: Evidence, wide: Evidence) -> set[str]:
    """Return the places that one of the two holds, or of which the nearest is another."""
    strict = {place.id: place for place in evidence.places}
    there = {place.id: place for place in wide.places}
    if evidence.reading.kind != "nearest":
        return strict.keys() ^ there.keys()
    each = evidence.reading.each
    return {
        id_
        for id_, place in there.items()
        if id_ not in strict or (each and strict[id_].nearest_id != place.nearest_id)
    }


def _find_by_area(asking: Asking, evidence: Evidence, reading: Reading) -> Untold:
    services = answer_services(reading)
    ids = asking.tagged.untold_of(services)
    if reading.pairs or reading.places:
        strict, wide = (Evidence(reading, measure=evidence.measure) for _ in range(2))
        fill_sets(asking, strict)
        fill_sets(replace(asking, tagged=asking.tagged.widened()), wide)
        ids = {place.id for place in strict.places} ^ {place.id for place in wide.places}
    ids |= asking.tagged.untold_of(reading.without)
    counted = Counted(sorted({*services, *reading.without}), {}, sorted(ids), asking.datasets, halo=True)
    if evidence.ranking is not None and evidence.ranking.resolution is not None:
        (lying,) = find_zone_shares(
            asking.graph,
            services=counted.services,
            resolutions=[evidence.ranking.resolution],
            ids=counted.ids,
            datasets=counted.datasets,
            halo=True,
        ).values()
    else:
        # all areas of the level: one that is not told may hold most of a place
        areas = evidence.ranking.areas if evidence.ranking is not None else ()
        lying = retrieve_area_shares(asking.graph, counted, areas=areas, each=False)
    there: Counter[str] = Counter()
    for alike in lying:
        if alike.shares:
            there[find_home(alike.shares)] += alike.places
    # what lies in none of the areas changes nothing of them
    return Untold(there.total(), there)


def list_conditions(asking: Asking, halo: set[str]) -> tuple[TagCondition, ...]:
    """Return the conditions on tags, what was taken for meeting each, and how many places say nothing."""
    return tuple(
        TagCondition(
            service=condition.service,
            key=condition.key,
            values=condition.values,
            tags=condition.judged.yes,
            against=condition.judged.against,
            keys=condition.judged.keys,
            places=condition.judged.places,
            met=len(condition.judged.met - halo),
            untold=len(condition.judged.untold - halo),
            alike=condition.judged.alike,
            unreadable=len(condition.judged.unreadable - halo),
            unread=condition.judged.odd,
            moments=condition.judged.moments,
        )
        for condition in asking.tagged.conditions
    )
