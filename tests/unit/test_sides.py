"""Comparisons of which a side is several kinds of place that count as one."""

import pytest

from queries.catalogue import load_catalogue
from service.plan import plan

GREEN = load_catalogue().groups["green_areas"].services


@pytest.mark.parametrize(
    ("question", "sides", "whether"),
    [
        ("há mais áreas verdes ou cafés?", (GREEN, ("cafe",)), False),
        ("are there more green areas than cafes in Kluuvi?", (GREEN, ("cafe",)), True),
        ("are there more parks than green areas?", (("park",), GREEN), True),
        ("há mais cafés ou bares?", (), False),
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
