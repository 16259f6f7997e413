"""Several values of one tag are alternatives, several tags are all asked for: against the tags read raw."""

from typing import Any

import pytest

from service import Perto
from service.answer import Answer
from service.reading import FilterReading, PairReading, Reading
from tests.sample_graph import Sample

EITHER = ("italian", "japanese", "chinese")
# what the sample has of each, as the tag itself or as a part of it
VALUES = {
    "italian": {"italian", "italian_pizza", "sicilian"},
    "japanese": {"japanese", "sushi", "ramen", "okinawan"},
    "chinese": {"chinese", "cantonese", "dim_sum", "sichuan"},
}


def serves(tags: list[str], *cuisines: str) -> bool:
    values = set().union(*(VALUES[cuisine] for cuisine in cuisines))
    return any(tag.casefold() == f"cuisine={value}" for tag in tags for value in values)


def tagged(sample: Sample, *others: str) -> set[str]:
    """Return the restaurants that have one of the cuisines, and each of the other tags."""
    return {
        id_
        for id_ in sample.of("restaurant")
        if serves(sample.places[id_].tags, *EITHER)
        and all(other in sample.places[id_].tags for other in others)
    }


def ask(perto: Perto, *others: str, kind: str = "places", limit: int | str = "all", **reading: Any) -> Answer:
    filters = [FilterReading(service="restaurant", key="cuisine", value=value) for value in EITHER]
    filters += [
        FilterReading(service="restaurant", key=key, value=value)
        for key, _, value in (other.partition("=") for other in others)
    ]
    asked = {"services": ("restaurant",), "filters": tuple(filters), "kind": kind, **reading}
    return perto.ask(reading=Reading(**asked), mode="graph", limit=limit)


@pytest.mark.parametrize("others", [(), ("wheelchair=yes",)])
def test_places_have_one_of_the_values_of_a_tag_and_every_other_tag(
    others: tuple[str, ...], sample: Sample, perto: Perto
) -> None:
    expected = tagged(sample, *others)
    answer = ask(perto, *others)
    assert {place.id for place in answer.places} == expected != set()
    assert answer.total == len(expected)
    ones = [sum(serves(sample.places[i].tags, value) for i in expected) for value in EITHER]
    assert len(expected) > max(ones) or others
    assert "with Italian food, with Japanese food or with Chinese food" in answer.text


def test_pairs_are_of_places_with_one_of_the_values(sample: Sample, perto: Perto) -> None:
    pair = PairReading(a=("park",), b=("restaurant",), radius_m=200)
    answer = ask(perto, kind="pairs", services=("park",), pairs=(pair,))
    found = {(pair.a.id, pair.b.id) for pair in answer.pairs}
    expected = sample.within(sample.of("park"), tagged(sample), 200)
    assert found - sample.close_calls(200) == expected - sample.close_calls(200) != set()


@pytest.mark.parametrize("unit", ["zone", None])
def test_zones_and_counts_are_of_places_with_one_of_the_values(
    unit: str | None, sample: Sample, perto: Perto
) -> None:
    if unit is None:
        assert ask(perto, kind="count").total == len(tagged(sample))
        return
    answer = ask(perto, kind="zones", unit=unit, order="most")
    assert sum(zone.total for zone in answer.zones) == len(tagged(sample))


def test_the_question_says_either_and_is_answered_so(sample: Sample, perto: Perto) -> None:
    for question in (
        "Italian, Japanese or Chinese restaurants",
        "restaurantes italianos, japoneses ou chineses",
    ):
        answer = perto.ask(question, mode="graph", limit="all")
        assert {place.id for place in answer.places} == tagged(sample)
