"""Which places of an answer are not open to everyone, where places that people use freely are asked for."""

from collections import Counter
from collections.abc import Iterable

from queries.catalogue.catalogue import Language
from queries.catalogue.senses import find_sense
from queries.graph import Graph
from queries.statements.tagged import find_access
from service.answer import Access, Closed
from service.checks import all_services, answer_services
from service.evidence import Evidence
from service.sentences import joined, number
from service.sheet import TEXT_ITEMS, Sheet

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
# of one, of several
_SAID: dict[Closed, dict[Language, tuple[str, str]]] = {
    "private": {"pt": ("é privado", "são privados"), "en": ("is private", "are private")},
    "customers": {
        "pt": ("é só para clientes", "são só para clientes"),
        "en": ("is for customers only", "are for customers only"),
    },
}


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


def say_access(sheet: Sheet) -> None:
    """Say how many places of the answer are not open to everyone; nothing where none is."""
    evidence, language = sheet.evidence, sheet.language
    counts = {} if evidence.access is None else evidence.access.model_dump()
    told = [
        f"{number(counts[closed], language)} {_SAID[closed][language][counts[closed] != 1]}"
        for closed in _ORDER
        if counts.get(closed)
    ]
    if not told:
        return
    said = joined(told, language)
    pt, en = f"Destes lugares, {said}, segundo o mapa", f"Of these places, {said}, as the map says"
    ids = sorted({place.id for place in evidence.places} & evidence.closed.keys())
    mark = sheet.cite(f"{pt if language == 'pt' else en} (access=*)", ids[:TEXT_ITEMS])
    sheet.say(f"{pt} {mark}.", f"{en} {mark}.")
