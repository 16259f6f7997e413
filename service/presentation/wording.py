"""Clauses made of a reading and its evidence: what was asked, of which data, and how a place is called."""

from collections.abc import Sequence
from dataclasses import replace

from queries.catalogue.catalogue import Language, load_catalogue
from queries.catalogue.own_values import is_key
from queries.geometry.radius import HALF_EARTH_M
from service.answer import Closed
from service.evidence.evidence import DatasetFact, Evidence, Locator
from service.language.phrasing import (
    Noun,
    capitalised,
    given_metres,
    is_feminine,
    joined,
    kind_label,
    mapped,
    nearest_kinds,
    no_kind,
    number,
    one_of,
    quoted,
    without_kind,
)
from service.presentation.naming import locator_words
from service.presentation.tag_words import filter_words, noun_of
from service.reading import PairReading, PlaceReading, Reading, find_parents

# so many kinds are named one by one, even where they are a group
_FEW = 2
# the mark of what is not open to everyone
_CLOSED: dict[Closed, dict[Language, str]] = {
    "private": {"pt": "acesso privado", "en": "private"},
    "customers": {"pt": "só para clientes", "en": "customers only"},
}
# what leads to "no park"
_WITH: dict[Language, str] = {"pt": "sem", "en": "with"}


def call_place(
    id_: str, evidence: Evidence, language: Language, *, first: bool = True, beside: str | None = None
) -> str:
    """Call a place by its name, else by kind, street and the nearest named place, else by its position.

    `first` says that a sentence begins with it: "Fountain on …", elsewhere "a fountain on …". `beside` is
    the place that the sentence measures to: "27 m south of X: 25 m from X" would tell it by itself.
    A place that is not open to everyone is marked so.
    """
    called = _call(id_, evidence, language, first=first, beside=beside)
    closed = evidence.closed.get(id_)
    return called if closed is None else f"{called} ({_CLOSED[closed][language]})"


def _call(id_: str, evidence: Evidence, language: Language, *, first: bool, beside: str | None) -> str:
    place = evidence.known.get(id_)
    if place is None:
        return quoted(id_)
    if place.name:
        return quoted(place.name)
    locator = evidence.locators.get(id_, Locator())
    kinds = joined(
        [kind_label(service, language) for service in place.services if not is_key(service)], language
    )
    kind = (
        capitalised(kinds)
        if first
        else one_of([s for s in place.services if not is_key(s)], language, both=True)
    )
    circular = beside is not None and locator.named_id == beside
    where = locator_words(replace(locator, named=None) if circular else locator, language)
    if circular and not where:
        return kind
    if not where:
        latitude = number(place.position.latitude, language, decimals=5)
        longitude = number(place.position.longitude, language, decimals=5)
        where = f"({latitude}; {longitude})"
    return f"{kind} {where}"


def locate(id_: str, evidence: Evidence, language: Language) -> str:
    """Tell kind, street, and metres and direction from the nearest named place."""
    place = evidence.known[id_]
    kind = capitalised(
        joined([kind_label(service, language) for service in place.services if not is_key(service)], language)
    )
    where = locator_words(evidence.locators.get(id_, Locator()), language)
    return " ".join(part for part in (kind, where) if part)


def asked_kinds(services: Sequence[str], reading: Reading, language: Language, *, count: int) -> str:
    """Name what is asked for, with its tags, to follow a number: "cafés com esplanada", "tennis courts".

    Several kinds that are a group are called by its name; what it holds is among the assumptions.
    """
    if len(services) > _FEW and not any(f.service in services for f in reading.filters):
        group = load_catalogue().find_group(services)
        if group is not None:
            return group.label(language, plural=count != 1)
    return joined([_kind(s, reading, language, plural=count != 1) for s in services], language, any_of=True)


def _kind(service: str, reading: Reading, language: Language, *, plural: bool) -> str:
    noun, others = noun_of(service, reading.filters, language)
    words = filter_words(service, others, language, plural=plural, feminine=is_feminine(noun))
    return kind_label(noun, language, plural=plural) + words


def nouns_of(services: Sequence[str], reading: Reading, language: Language) -> list[str | Noun]:
    """Return what each of the services is called with the tags asked of it: "tennis court"."""
    return [noun_of(service, reading.filters, language)[0] for service in services]


def tags_of(
    services: Sequence[str], reading: Reading, language: Language, *, plural: bool = False
) -> list[str]:
    """Return the words for the other tags asked of each of the services, to follow what it is called."""
    found = []
    for service in services:
        noun, others = noun_of(service, reading.filters, language)
        found.append(filter_words(service, others, language, plural=plural, feminine=is_feminine(noun)))
    return found


def conditions(reading: Reading, language: Language, *, lacking: bool = False) -> str:
    """Say the conditions: "in “A” within 300 m of a park, with no bench mapped within 50 m"; or nothing.

    `lacking`: what is not to be near is said to follow "there is no park": "without a bench".
    """
    parents = find_parents(reading.pairs) if reading.pairs else []
    assert not isinstance(parents, int)  # noqa: S101 - a reading whose pairs are not tied was refused
    near: list[str] = []
    far: list[str] = []
    for i, parent in enumerate(parents):
        # the first of a reading for each place says what the nearest is sought of
        if parent is None and not (reading.each and i == 0):
            part = _pair(i, reading, parents, language, lacking=lacking)
            (far if reading.pairs[i].relation == "beyond" else near).append(part)
    if reading.combine == "any":
        at = _spots(reading, language, ranges=False)
        of_pairs = joined([*near, *far], language, any_of=True)
        return joined([p for p in (of_pairs, joined(at, language, any_of=not of_pairs)) if p], language)
    inside = [_at(place, language) for place in reading.places if place.of == "a" and place.relation == "in"]
    about = joined([*near, *_spots(reading, language, ranges=True)], language)
    lead = " ".join(part for part in (joined(inside, language), about) if part)
    # after what is near, it would be read as said of that
    return (", " if about else " ").join(part for part in (lead, joined(far, language)) if part)


def nearest_of_each(reading: Reading, language: Language, *, found: bool = True) -> str:
    """Say what is sought for each place: "the nearest hospital that is itself in “Kluuvi”", "a hospital"."""
    pair = reading.pairs[0]
    parents = find_parents(reading.pairs)
    assert not isinstance(parents, int)  # noqa: S101 - a reading whose pairs are not tied was refused
    b, count = nouns_of(pair.b, reading, language), reading.limit or 1
    tags = tags_of(pair.b, reading, language, plural=found and count > 1)
    what = one_of(b, language, other=set(pair.b) <= set(pair.a), tags=tags)
    if found:
        what = nearest_kinds(b, language, count=count, tags=tags)
    what += _behind(0, reading, parents, language)
    if pair.radius_m < HALF_EARTH_M:
        return f"{what}, {_reach(pair, language)}"
    return what


def measured(evidence: Evidence, language: Language) -> str:
    """Say how metres were measured, where metres play a part."""
    reading = evidence.reading
    if not reading.pairs and all(place.relation == "in" for place in reading.places):
        return ""
    if evidence.measure == "centre":
        pt, en = ", em linha reta entre os pontos centrais", ", in a straight line from centre to centre"
    else:
        pt, en = ", em linha reta", ", in a straight line"
    return pt if language == "pt" else en


def data_of(datasets: Sequence[DatasetFact], language: Language) -> str:
    """Say which data, by date and name: "2020-01-02 (“porto”)"."""
    unknown = "data desconhecida" if language == "pt" else "unknown date"
    parts = [f"{(d.extracted_at or unknown).partition('T')[0]} ({quoted(d.name)})" for d in datasets]
    return joined(parts, language)


def _pair(
    i: int, reading: Reading, parents: Sequence[int | None], language: Language, *, lacking: bool = False
) -> str:
    pair = reading.pairs[i]
    other = set(pair.b) <= set(pair.a)
    b, tags = nouns_of(pair.b, reading, language), tags_of(pair.b, reading, language)
    behind = _behind(i, reading, parents, language)
    if pair.relation == "beyond":
        if lacking:
            kind = without_kind(b, language, other=other, tags=tags)
        else:
            kind = f"{_WITH[language]} {no_kind(b, language, other=other, tags=tags)}"
        return f"{kind} {mapped(b, language)} {_reach(pair, language)}{behind}"
    return f"{_range(pair, language)} {one_of(b, language, other=other, tags=tags)}{behind}"


def _behind(i: int, reading: Reading, parents: Sequence[int | None], language: Language) -> str:
    """Say what is asked of the b of a pair: " that is itself within 300 m of a park"; or nothing."""
    chained = [_pair(j, reading, parents, language) for j, parent in enumerate(parents) if parent == i]
    if parents[i] is None:
        chained += [_at(place, language) for place in reading.places if place.of == "b"]
    if not chained:
        return ""
    return (" que fica " if language == "pt" else " that is itself ") + joined(chained, language)


def _range(pair: PairReading, language: Language) -> str:
    most, least = given_metres(pair.radius_m, language), given_metres(pair.at_least_m, language)
    if pair.at_least_m > 0:
        return f"entre {least} e {most} de" if language == "pt" else f"between {least} and {most} from"
    return f"a até {most} de" if language == "pt" else f"within {most} of"


def _reach(pair: PairReading, language: Language) -> str:
    most, least = given_metres(pair.radius_m, language), given_metres(pair.at_least_m, language)
    if pair.at_least_m > 0:
        return f"entre {least} e {most}" if language == "pt" else f"between {least} and {most} away"
    return f"a até {most}" if language == "pt" else f"within {most}"


def _spots(reading: Reading, language: Language, *, ranges: bool) -> list[str]:
    """Say where what is asked for is; `ranges`: within and beyond one place are told in one, and not what
    it is in.
    """
    apart = ("from", "in") if ranges else ("from",)
    places = [place for place in reading.places if place.of == "a" and place.relation not in apart]
    least = {p.name: p for p in places if p.relation == "beyond"} if ranges else {}
    most = {p.name for p in places if p.relation == "within"} & least.keys()
    said = []
    for place in places:
        if place.name in most and place.relation == "within":
            nearer = given_metres(least[place.name].radius_m or 0.0, language)
            far, name = given_metres(place.radius_m or 0.0, language), quoted(place.name)
            pt, en = (
                f"a mais de {nearer} e até {far} de {name}",
                f"more than {nearer} and up to {far} from {name}",
            )
            said.append(pt if language == "pt" else en)
        elif not (place.name in most and place.relation == "beyond"):
            said.append(_at(place, language))
    return said


def _at(place: PlaceReading, language: Language) -> str:
    name = quoted(place.name)
    if place.kind == "zone" and place.relation == "in":
        return f"na célula {name}" if language == "pt" else f"in the cell {name}"
    if place.relation == "in":
        return f"em {name}" if language == "pt" else f"in {name}"
    far = given_metres(place.radius_m or 0.0, language)
    if place.relation == "beyond":
        return f"a mais de {far} de {name}" if language == "pt" else f"more than {far} from {name}"
    if place.relation == "along":
        return f"ao longo de {name} (até {far})" if language == "pt" else f"along {name} (up to {far})"
    return f"a até {far} de {name}" if language == "pt" else f"within {far} of {name}"
