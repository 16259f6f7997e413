"""What no word covers is left out by name, with a reason; the counts of the page are made right."""

from collections import Counter

import pytest

from tests.vocabulary import (
    FILES,
    OFTEN,
    SHARED,
    Coverage,
    Words,
    count_values,
    find_uncovered,
    measure_coverage,
    read_left_out,
    read_tags,
    read_words,
)

THERE = SHARED.is_dir()


def test_each_value_that_is_left_out_has_a_reason() -> None:
    reasons = read_left_out()
    assert reasons
    assert all(reason.strip() for of_key in reasons.values() for reason in of_key.values())


def test_what_is_covered_or_left_out_is_not_told() -> None:
    words = Words()
    for key, value in (("shop", "bakery"), ("shop", "toys"), ("club", "*")):
        words.add(key, value)
    counts = count_values(
        [{"shop": "bakery; beads"}, {"shop": "beads"}, {"shop": "vacant"}, {"club": "chess"}, {"name": "x"}],
        words.values,
    )
    assert counts["shop"] == Counter({"bakery": 1, "beads": 2, "vacant": 1})
    found = find_uncovered(counts, words, {"shop": {"vacant": "nothing is there"}})
    assert found == {"shop": Counter({"beads": 2})}
    assert find_uncovered(counts, words, {"shop": {"*": "all"}}) == {}


def test_the_coverage_tells_named_kinds_from_values_own() -> None:
    places = [
        {"shop": "bakery"},
        {"shop": "beads"},
        {"shop": "vacant"},
        {"building": "yes"},
        {"highway": "bus_stop", "public_transport": "platform"},
    ]
    assert measure_coverage(places) == Coverage(places=4, named=2, own=1)


@pytest.mark.skipif(not THERE, reason="the files of ../shared are not here")
def test_no_value_that_stands_often_is_neither_covered_nor_left_out() -> None:
    words = read_words()
    elements = [tags for path in FILES.values() for tags in read_tags(SHARED / path)]
    found = find_uncovered(count_values(elements, words.values), words, read_left_out())
    assert {(key, value) for key, rest in found.items() for value, n in rest.items() if n >= OFTEN} == set()


@pytest.mark.skipif(not THERE, reason="the files of ../shared are not here")
@pytest.mark.parametrize("name", ["Porto 2020", "Malta 2016"])
def test_98_of_100_places_with_a_main_tag_are_of_a_kind_with_a_name(name: str) -> None:
    coverage = measure_coverage(read_tags(SHARED / FILES[name]))
    assert coverage.named >= 0.98 * coverage.places
    # the rest is there by its own value, but what says that nothing is there
    assert coverage.places - coverage.named - coverage.own < 10
