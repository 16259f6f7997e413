"""Which places of an answer are not open to everyone, where places that people use freely are asked for."""

from collections import Counter
from collections.abc import Iterable

from queries.catalogue.senses import find_sense
from queries.graph import Graph
from queries.statements.tagged import find_access
from service.answer import Access, Closed
from service.evidence.evidence import Evidence
from service.reading import all_services, answer_services

# kinds of place that who asks means to use without being anyone's guest or customer; of a school or an
# office nobody expects that, and of a shop or a restaurant it is clear whom it is for
FREELY_USED = frozenset(
    (
        "toilets", "shower", "water_point", "water_tap", "bench", "picnic_site", "barbecue", "recycling",
        "parking", "bicycle_parking", "motorcycle_parking", "charging_station", "car_charging_station",
        "car_wash",
        "park", "garden", "playground", "dog_park", "beach", "swimming_pool",
        "pitch", "track", "skatepark", "sports_centre", "fitness_station", "library",
    )
)  # fmt: skip
# readings whose answer is a list of places, or their number
_LISTING = frozenset(("places", "count", "pairs", "absence", "nearest"))
_ORDER: tuple[Closed, ...] = ("private", "customers")


def fill_access(graph: Graph, evidence: Evidence) -> None:
    """Learn which places of the answer, and which that it measures them to, are not open to everyone.

    All places of the answer are counted; of what they are measured to, those listed are marked.
    """
    reading = evidence.reading
    if reading.kind not in _LISTING or evidence.counted is not None:
        return
    services = sorted(FREELY_USED.intersection(all_services(reading)))
    if not services:
        return
    free = not FREELY_USED.isdisjoint(answer_services(reading))
    asked = {place.id for place in evidence.places} if free else set[str]()
    shown = {id_ for pair in evidence.listed_pairs for id_ in (pair.from_id, pair.to_id)}
    shown |= {id_ for place in evidence.listed_places for id_ in (place.id, place.nearest_id) if id_}
    ids = sorted(asked | shown)
    found = find_access(graph, services=services, ids=ids) if ids else {}
    evidence.closed = {
        id_: closed for id_, tags in found.items() if (closed := judge_access(tags)) is not None
    }
    if free:
        counted = Counter(closed for id_, closed in evidence.closed.items() if id_ in asked)
        evidence.access = Access(private=counted["private"], customers=counted["customers"])


def judge_access(tags: Iterable[str]) -> Closed | None:
    """Say what the tags "access=…" of a place say; of several values the one that lets most people in."""
    if any(find_sense("access", "yes", "").judge(tag) == "yes" for tag in tags):
        return None
    for closed in reversed(_ORDER):
        if any(find_sense("access", closed, "").judge(tag) == "yes" for tag in tags):
            return closed
    return None
