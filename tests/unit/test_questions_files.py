"""The test set of questions is well formed, of known ids, without doubles, and as mixed as it must be."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from queries.catalogue.catalogue import read_catalogue
from queries.catalogue.folding import fold
from service.reading import FilterReading, Kind, PairReading

FOLDER = Path(__file__).resolve().parents[1] / "questions"
FILES = {
    "tuned": ("tuned", "tuned_more", "tuned_third", "tuned_fourth"),
    "measured": ("measured",),
}
# they hold more of some kinds than the halves that are alike in mix
OWN_MIX = ("tuned_third", "tuned_fourth", "tuned_blind", "measured_blind")
HALVES = tuple(FILES)
KINDS = set(get_args(Kind))
CATALOGUE = read_catalogue()
GROUPS = {tuple(sorted(group.services)) for group in CATALOGUE.groups.values()}
KEYS = {
    "kind", "services", "without", "pairs", "places", "filters",
    "combine", "order", "each", "limit", "unit", "ordered",
}  # fmt: skip
RELATIONS = {"in", "within", "beyond", "along", "from"}
UNITS = re.compile(
    r"\b(km|mi|miles?|feet|foot|yards?|kilomet\w+|quil[oô]metros?|milhas?|p[eé]s|jardas|min|minutes?|minutos)\b"
    r"|\d(km|m)\b",
    re.IGNORECASE,
)
Entry = dict[str, Any]


def read(names: Iterable[str]) -> list[Entry]:
    contents = [tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8")) for name in names]
    assert all(set(content) == {"questions"} for content in contents)
    return [entry for content in contents for entry in content["questions"]]


ENTRIES = {half: read(name for name in FILES[half] if name not in OWN_MIX) for half in HALVES}
ALL = [entry for half in HALVES for entry in ENTRIES[half]] + read(OWN_MIX)
ASKED = [entry for entry in ALL if "expect" in entry]


def fault_of(entry: Entry) -> str | None:
    """Say what is wrong with an entry, None where nothing is."""
    if set(entry) - {"question", "language", "variant", "expect", "refused", "why"}:
        return "it has a key that README.md does not tell"
    if entry["language"] not in {"pt", "en"}:
        return "its language is neither pt nor en"
    if entry.get("variant") not in ({"br", "pt"} if entry["language"] == "pt" else {None}):
        return "its variant does not fit its language"
    if "refused" in entry:
        well = isinstance(entry["refused"], list) and entry.get("why") and "expect" not in entry
        named = all(fold(part) in fold(entry["question"]) for part in entry["refused"])
        return None if well and named else "a refusal has a why, and parts that the question holds"
    return fault_of_expected(entry["expect"], fold(entry["question"]))


def fault_of_expected(expect: Entry, question: str) -> str | None:
    if set(expect) - KEYS or expect["kind"] not in KINDS:
        return "it expects a key or a kind that there is not"
    for pair in expect.get("pairs", []):
        # nearest of each says no radius
        PairReading.model_validate({"radius_m": 1.0} | pair)
        if "radius_m" not in pair and not expect.get("each"):
            return "a pair has no radius"
    for ids in id_lists(expect):
        if list(ids) != sorted(set(ids)) or not set(ids) <= set(CATALOGUE.services):
            return f"{ids} are not known ids, sorted"
    sides = {id_ for ids in id_lists(expect) for id_ in ids}
    if any(FilterReading.model_validate(f).service not in sides for f in expect.get("filters", [])):
        return "a filter is of a kind that is not asked for"
    return next((fault for p in expect.get("places", []) if (fault := fault_of_place(p, question))), None)


def fault_of_place(place: Entry, question: str) -> str | None:
    if set(place) - {"kind", "name", "relation", "radius_m", "of"}:
        return "a place has a key that there is not"
    if place.get("kind") not in {None, "street", "zone", "point"}:
        return "the text alone cannot tell the kind of that place"
    if place.get("relation", "in") not in RELATIONS:
        return "a place has a relation that there is not"
    if (place.get("relation") in {"within", "beyond"}) != ("radius_m" in place):
        return "a place has a radius where it is within or beyond, and else none"
    if place.get("kind") == "zone" and not re.fullmatch("8[789][0-9a-f]{13}", place["name"]):
        return "a zone is an H3 cell of resolution 7, 8 or 9"
    # coordinates may be written with more digits than the name keeps
    return None if place.get("kind") == "point" or fold(place["name"]) in question else "a name is not asked"


def id_lists(expect: Entry) -> Iterator[list[str]]:
    yield from (expect[key] for key in ("services", "without") if key in expect)
    yield from (pair[side] for pair in expect.get("pairs", []) for side in "ab")


def features_of(entry: Entry) -> set[str]:
    """Name what else a question tries beside its kind."""
    expect = entry["expect"]
    pairs = expect.get("pairs", [])
    found = {key for key in ("filters", "limit", "each", "without", "places", "order") if key in expect}
    later = [pair["a"] for pair in pairs[1:]]
    chained = any(side == pair["b"] for side in later for pair in pairs)
    found |= {"chain"} if chained else set()
    found |= {"group"} if any(tuple(ids) in GROUPS for ids in id_lists(expect)) else set()
    found |= {"range"} if any("at_least_m" in pair for pair in pairs) else set()
    found |= {"unit"} if UNITS.search(entry["question"]) else set()
    found |= {"any"} if expect.get("combine") == "any" else set()
    found |= {"or"} if re.search(r"\b(or|ou)\b", entry["question"]) and expect["kind"] == "pairs" else set()
    found |= {"all"} if expect.get("combine") == "all" and not chained else set()
    found |= {expect["unit"]} if "unit" in expect else set()
    return found


def test_every_entry_says_what_readme_tells() -> None:
    assert [(entry["question"], fault) for entry in ALL if (fault := fault_of(entry))] == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"language": "fi"}, "its language is neither pt nor en"),
        ({"variant": "br"}, "its variant does not fit its language"),
        ({"expects": {}}, "it has a key that README.md does not tell"),
        ({"expect": {"kind": "routes"}}, "it expects a key or a kind that there is not"),
        (
            {"expect": {"kind": "places", "services": ["pub", "bar"]}},
            "['pub', 'bar'] are not known ids, sorted",
        ),
        ({"expect": {"kind": "places", "services": ["inn"]}}, "['inn'] are not known ids, sorted"),
        (
            {"expect": {"kind": "places", "places": [{"name": "Kallio", "relation": "in"}]}},
            "a name is not asked",
        ),
        (
            {"expect": {"kind": "places", "places": [{"name": "Kamppi", "relation": "within"}]}},
            "a place has a radius where it is within or beyond, and else none",
        ),
    ],
)
def test_an_entry_with_a_fault_is_told(change: Entry, fault: str) -> None:
    good = {
        "question": "pubs in Kamppi",
        "language": "en",
        "expect": {"kind": "places", "services": ["pub"], "places": [{"name": "Kamppi", "relation": "in"}]},
    }

    assert (fault_of(good), fault_of(good | change)) == (None, fault)


def test_no_question_stands_twice_in_the_halves_together() -> None:
    plain = Counter(" ".join(re.findall(r"\w+", fold(entry["question"]))) for entry in ALL)

    assert [question for question, times in plain.items() if times > 1] == []


@pytest.mark.parametrize("half", HALVES)
def test_a_half_is_large_half_portuguese_a_third_of_it_european_and_a_seventh_refused(half: str) -> None:
    entries = ENTRIES[half]
    portuguese = [entry for entry in entries if entry["language"] == "pt"]
    european = [entry for entry in portuguese if entry["variant"] == "pt"]
    refused = [entry for entry in entries if "refused" in entry]

    assert len(entries) >= 180
    assert 0.48 <= len(portuguese) / len(entries) <= 0.55
    assert 0.3 <= len(european) / len(portuguese) <= 0.4
    assert 0.13 <= len(refused) / len(entries) <= 0.18


@pytest.mark.parametrize("language", ["pt", "en"])
def test_both_halves_have_every_kind_and_feature_in_each_language(language: str) -> None:
    asked = [entry for entry in ASKED if entry["language"] == language]
    kinds = Counter(entry["expect"]["kind"] for entry in asked)
    features = Counter(feature for entry in asked for feature in features_of(entry))

    assert {kind: kinds[kind] for kind in KINDS if kinds[kind] < 12} == {}
    wanted = (
        "filters", "group", "range", "unit", "chain", "or", "all",
        "any", "places", "order", "limit", "each", "without", "zone", "area",
    )  # fmt: skip
    assert {feature: features[feature] for feature in wanted if features[feature] < 12} == {}


def test_the_halves_are_alike_in_mix() -> None:
    mixes = []
    for half in HALVES:
        entries = ENTRIES[half]
        kinds = Counter(e["expect"]["kind"] if "expect" in e else "refused" for e in entries)
        mixes.append({kind: times / len(entries) for kind, times in kinds.items()})

    assert set(mixes[0]) == set(mixes[1])
    assert all(abs(mixes[0][kind] - mixes[1][kind]) < 0.02 for kind in mixes[0])
