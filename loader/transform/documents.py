"""Places and cells in words, for the embedder: what they are, in two languages, and nothing to look up.

A document holds no ids and no coordinates: numbers mean nothing to a model, and they would pull places with
like numbers together. What OpenStreetMap says is untrusted: cut short, without control characters or markup.
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property

from queries.catalogue.catalogue import Catalogue
from queries.catalogue.own_values import is_key
from queries.geometry.position import Position
from queries.statements.documents import FoundDocumentPlace, FoundDocumentZone

# what a model of 512 tokens reads whole
MAX_CHARS = 600
_MAX_NAME_CHARS = 100
_MAX_VALUE_CHARS = 80
_MAX_TAGS = 14
# pairs of services that a cell's card tells
MOST_PAIRS = 6

# keys whose value tells what it is like there
_TELLING = """
    access artwork_type backrest brand cuisine description dispensing drink fee garden:type internet_access
    leisure live_music material operator operator:type outdoor_seating recycling_type school:type shelter shop
    smoking sport surface tourism view waste wheelchair
"""
# keys whose yes tells what there is
_YES = """
    air_conditioning atm bar bench bottle breakfast brunch changing_table childcare covered delivery dog
    drinking_water drive_through fireplace garden highchair indoor indoor_seating internet_access kids_area
    lit lunch microbrewery organic outdoor_seating pets picnic_table reservation rooftop shade shelter
    summer_terrace takeaway terrace toilets wheelchair wifi
"""
_TELLING_KEYS, _YES_KEYS = frozenset(_TELLING.split()), frozenset(_YES.split())
_YES_PREFIXES = ("diet:", "recycling:", "playground:", "cuisine:", "sport:")
_NO = {"fee": "free of charge", "smoking": "no smoking"}
_SAYING = {
    "internet_access=wlan": "wifi",
    "opening_hours=24/7": "open day and night",
    "access=private": "private",
    "access=customers": "for customers",
}
_AREA_KEYS = ("addr:suburb", "addr:neighbourhood", "addr:quarter", "addr:district", "addr:city")


@dataclass(frozen=True)
class Document:
    """A text to embed, and what its vector is stored with."""

    id: str
    text: str
    services: tuple[str, ...]
    zone: str | None
    position: Position
    datasets: tuple[str, ...]

    @cached_property
    def text_digest(self) -> str:
        """Equal for equal texts."""
        return hashlib.sha256(self.text.encode("utf-8", "replace")).hexdigest()[:24]

    @cached_property
    def hash(self) -> str:
        """The text's digest, a point, and that of the rest: what changed can be told apart."""
        facts = json.dumps([asdict(self) | {"text": ""}], sort_keys=True)
        return f"{self.text_digest}.{hashlib.sha256(facts.encode()).hexdigest()[:8]}"


def write_place(place: FoundDocumentPlace, *, catalogue: Catalogue) -> Document:
    """Return a place's document: name, kinds in both languages, street or area, telling tags.

    The nearest named road and the area are told where the place's address names none.
    """
    tags = [(key, value) for key, _, value in (tag.partition("=") for tag in place.tags)]
    first = dict(reversed(tags))
    names = list(dict.fromkeys(_plain(n, _MAX_NAME_CHARS) for n in (place.name or "", *place.alt_names)))[:3]
    where = [first.get("addr:street") or first.get("addr:place") or place.street or ""]
    where += [first[key] for key in _AREA_KEYS if key in first][:2] or [place.area or ""]
    parts = [
        ", ".join(filter(None, names)),
        "; ".join(_kind(service, catalogue) for service in place.services if not is_key(service)),
        ", ".join(filter(None, (_plain(w, _MAX_VALUE_CHARS) for w in where))),
        ", ".join(_tell(tags, place.services)[:_MAX_TAGS]),
    ]
    text = _cut(". ".join(filter(None, parts)))
    zone = place.zones[0] if place.zones else None
    return Document(place.id, text, place.services, zone, place.position, place.datasets)


def write_zone(zone: FoundDocumentZone, *, pairs: Mapping[str, int], catalogue: Catalogue) -> Document:
    """Return a cell's card: totals by service, which services stand near each other, names and streets.

    `pairs` counts the places near each other by "a|b"; those with the greatest counts are told.
    """
    held = [(service, n) for service, n in zone.counts.items() if not is_key(service)]
    counts = ", ".join(f"{n} {_both(service, n, catalogue)}" for service, n in held)
    most = sorted(pairs.items(), key=lambda item: (-item[1], item[0]))[:MOST_PAIRS]
    near = ", ".join(
        " + ".join(
            known.label("en") if (known := catalogue.find(s)) is not None else s for s in pair.split("|")
        )
        for pair, _ in most
    )
    names = [_plain(name, 40) for name, _ in _spread(zone.names)][:8]
    parts = [
        f"Área com, area with: {counts}",
        f"Perto, near each other: {near}" if near else "",
        f"Lugares, places: {', '.join(names)}" if names else "",
        f"Ruas, streets: {', '.join(_plain(s, 40) for s in zone.streets)}" if zone.streets else "",
    ]
    text = _cut(". ".join(filter(None, parts)))
    return Document(zone.id, text, tuple(sorted(zone.counts)), zone.id, zone.position, zone.datasets)


def _kind(service: str, catalogue: Catalogue) -> str:
    """Return a service's label and a few synonyms in both languages: people ask by any of them."""
    known = catalogue.find(service)
    if known is None:
        return service.replace("_", " ")
    names = known.names
    # names alternate singular and plural: every other one is a word of its own
    words = [*names["pt"][0:1], *names["pt"][2:5:2], *names["en"][0:1], *names["en"][2:5:2]]
    return ", ".join(dict.fromkeys(words))


def _both(service: str, count: int, catalogue: Catalogue) -> str:
    known = catalogue.find(service)
    if known is None:
        return service.replace("_", " ")
    labels = [known.label("pt", plural=count != 1), known.label("en", plural=count != 1)]
    return " / ".join(dict.fromkeys(labels))


def _spread(names: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return names so that each service has its first before any has its second."""
    seen: dict[str, int] = {}
    ranked = []
    for name, service in names:
        seen[service] = seen.get(service, 0) + 1
        ranked.append((seen[service], name, service))
    return list(dict.fromkeys((name, service) for _, name, service in sorted(ranked)))


def _tell(tags: Iterable[tuple[str, str]], services: Iterable[str]) -> list[str]:
    """Return the tags that tell what a place is like, as words, each once, in alphabetical order.

    shop=supermarket says no more than that it is a supermarket.
    """
    kinds = set(services)
    return sorted({words for key, value in tags if value not in kinds and (words := _words(key, value))})


def _words(key: str, value: str) -> str:
    if said := _SAYING.get(f"{key}={value}"):
        return said
    readable = re.sub(r"[_:]+", " ", key.partition(":")[2] if key.startswith(_YES_PREFIXES) else key)
    if key.startswith("recycling:"):
        readable = f"recycles {readable}"
    if value in ("yes", "only", "designated"):
        return _plain(readable, _MAX_VALUE_CHARS) if key in _YES_KEYS or key.startswith(_YES_PREFIXES) else ""
    if value == "no":
        return _NO.get(key, "")
    if key in _TELLING_KEYS or key.startswith("description:"):
        return _plain(f"{readable} {value.replace('_', ' ')}", _MAX_VALUE_CHARS)
    return ""


def _plain(text: str, most: int) -> str:
    """Return text on one line without markup and control characters, cut at `most` characters."""
    text = re.sub(r"<[^>]*>?", " ", text[:1000])
    text = "".join(" " if unicodedata.category(c)[0] == "C" else c for c in text)
    return " ".join(text.split())[:most].strip()


def _cut(text: str) -> str:
    return text if len(text) <= MAX_CHARS else text[:MAX_CHARS].rsplit(" ", 1)[0].rstrip(",;:")
