"""Comparisons of which a side is several kinds of place that count as one."""

import pytest

from queries.catalogue.catalogue import load_catalogue
from service.nlu.understand import plan

GREEN = load_catalogue().groups["green_areas"].services


@pytest.mark.parametrize(
    ("question", "sides", "whether"),
    [
        ("há mais áreas verdes ou cafés?", (GREEN, ("cafe",)), False),
        ("are there more green areas than cafes in Kluuvi?", (GREEN, ("cafe",)), True),
        ("are there more parks than green areas?", (("park",), GREEN), True),
        ("há mais cafés ou bares?", (), False),
        ("are there more cafes and bars or more schools?", (("cafe", "bar"), ("school",)), False),
        ("há mais escolas do que cafés e bares?", (("school",), ("cafe", "bar")), True),
        ("more cafes or bars than schools", (("cafe", "bar"), ("school",)), True),
    ],
)
def test_a_group_is_one_side(question: str, sides: tuple[tuple[str, ...], ...], whether: bool) -> None:
    planned = plan(question)
    assert planned.problem is None
    assert (planned.reading.kind, planned.reading.sides) == ("compare", sides)
    assert planned.reading.whether is whether
    assert {service for side in sides for service in side} <= set(planned.reading.services)


def test_a_tag_of_what_both_sides_hold_is_refused() -> None:
    planned = plan("are there more wheelchair accessible parks than green areas?")
    assert planned.problem is not None


def test_of_three_kinds_none_of_which_go_together_no_two_are_compared() -> None:
    assert plan("more cafes or bars or schools?").problem is not None
