"""Clauses made of a reading and its evidence: what was asked, of which data, and how a place is called."""

from collections.abc import Sequence
from dataclasses import replace

from queries.catalogue import Language, load_catalogue
from queries.radius import HALF_EARTH_M
from service.conditions import find_parents
from service.evidence import DatasetFact, Evidence, Locator
from service.reading import PairReading, PlaceReading, Reading
from service.sentences import (
    capitalised,
    given_metres,
    joined,
    kind_label,
    locator_words,
    mapped,
    nearest_kinds,
    no_kind,
    number,
    one_of,
    quoted,
)

# so many kinds are named one by one, even where they are a group
_FEW = 2


def call_place(
    id_: str, evidence: Evidence, language: Language, *, first: bool = True, beside: str | None = None
) -> str:
    """Call a place by its name, else by kind, street and the nearest named place, else by its position.

    `first` says that a sentence begins with it: "Fountain on …", elsewhere "a fountain on …". `beside` is
    the place that the sentence measures to: "27 m south of X: 25 m from X" would tell it by itself.
    """
    place = evidence.known.get(id_)
    if place is None:
        return quoted(id_)
    if place.name:
        return quoted(place.name)
    locator = evidence.locators.get(id_, Locator())
    kinds = joined([kind_label(service, language) for service in place.services], language)
    kind = capitalised(kinds) if first else one_of(place.services, language, both=True)
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
    kind = capitalised(joined([kind_label(service, language) for service in place.services], language))
    where = locator_words(evidence.locators.get(id_, Locator()), language)
    return " ".join(part for part in (kind, where) if part)


def asked_kinds(services: Sequence[str], reading: Reading, language: Language, *, count: int) -> str:
    """Name what is asked for, with its tags, to follow a number: "cafés (“outdoor_seating=yes”)".

    Several kinds that are a group are called by its name; what it holds is among the assumptions.
    """
    if len(services) > _FEW and not any(f.service in services for f in reading.filters):
        group = load_catalogue().find_group(services)
        if group is not None:
            return group.label(language, plural=count != 1)
    labels = [
        kind_label(service, language, plural=count != 1) + tags_of(service, reading) for service in services
    ]
    return joined(labels, language, any_of=True)


def tags_of(service: str, reading: Reading) -> str:
    """Return the tags asked of a service in brackets, alternatives between bars, or nothing."""
    tags: dict[str, list[str]] = {}
    for asked in reading.filters:
        if asked.service == service:
            tags.setdefault(asked.key, []).append(quoted(f"{asked.key}={asked.value}"))
    return f" ({', '.join(' | '.join(of_key) for of_key in tags.values())})" if tags else ""


def in_sites(evidence: Evidence, language: Language) -> str:
    """Say in how many sites the places are, where some stand together: " in 2 sites"; else nothing."""
    sites = evidence.total_sites
    if sites == evidence.total:
        return ""
    pt, en = ("local", "site") if sites == 1 else ("locais", "sites")
    count = number(sites, language)
    return f" em {count} {pt}" if language == "pt" else f" in {count} {en}"


def conditions(reading: Reading, language: Language) -> str:
    """Say the conditions: "within 300 m of a park and within 500 m of “Kiasma”"; empty without any."""
    parents = find_parents(reading.pairs) if reading.pairs else []
    assert not isinstance(parents, int)  # noqa: S101 - a reading whose pairs are not tied was refused
    of_pairs = [
        _pair(i, reading, parents, language)
        for i, parent in enumerate(parents)
        # the first of a reading for each place says what the nearest is sought of
        if parent is None and not (reading.each and i == 0)
    ]
    any_of = reading.combine == "any"
    at = _spots(reading, language, ranges=not any_of)
    both = (
        joined(of_pairs, language, any_of=any_of),
        joined(at, language, any_of=any_of and not of_pairs),
    )
    return joined([part for part in both if part], language)


def nearest_of_each(reading: Reading, language: Language, *, found: bool = True) -> str:
    """Say what is sought for each place: "the nearest hospital that is itself in “Kluuvi”", "a hospital"."""
    pair = reading.pairs[0]
    parents = find_parents(reading.pairs)
    assert not isinstance(parents, int)  # noqa: S101 - a reading whose pairs are not tied was refused
    tags = [tags_of(service, reading) for service in pair.b]
    what = one_of(pair.b, language, other=set(pair.b) <= set(pair.a)) + "".join(tags)
    if found:
        what = nearest_kinds(pair.b, language, count=reading.limit or 1, tags=tags)
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


def _pair(i: int, reading: Reading, parents: Sequence[int | None], language: Language) -> str:
    pair = reading.pairs[i]
    other = set(pair.b) <= set(pair.a)
    tags = "".join(tags_of(service, reading) for service in pair.b)
    behind = _behind(i, reading, parents, language)
    if pair.relation == "beyond":
        kind = no_kind(pair.b, language, other=other) + tags
        there = f"{kind} {mapped(pair.b, language)} {_reach(pair, language)}{behind}"
        return f"sem {there}" if language == "pt" else f"with {there}"
    return f"{_range(pair, language)} {one_of(pair.b, language, other=other)}{tags}{behind}"


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
    """Say where what is asked for is; `ranges`: within and beyond one place are told in one."""
    places = [place for place in reading.places if place.of == "a" and place.relation != "from"]
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
