"""How many questions of the test set are read right, and that none is read as its opposite."""

from typing import Any

import pytest

from tests.question_score import Half, judge, score

ENTRY: dict[str, Any] = {
    "question": "cafes within 150 m of a fountain in Kallio",
    "language": "en",
    "expect": {
        "kind": "pairs",
        "services": ["cafe"],
        "pairs": [{"a": ["cafe"], "b": ["fountain"], "relation": "within", "radius_m": 150}],
        "places": [{"name": "kallio", "relation": "in"}],
    },
}


@pytest.mark.parametrize("half", ["measured", "blind"])
def test_what_is_only_measured_is_read_right_and_nothing_as_its_opposite(half: Half) -> None:
    measured, _ = score(half)

    assert measured.opposite == 0
    assert measured.share >= 0.95


def test_a_question_that_is_read_as_expected_has_no_difference() -> None:
    judged = judge(ENTRY)

    assert (judged.differences, judged.opposite, judged.kind) == ((), False, "pairs")


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        ({"kind": "count"}, "kind pairs, not count"),
        ({"services": ["bar", "cafe"]}, "services ['cafe'], not ['bar', 'cafe']"),
        ({"filters": [{"service": "cafe", "key": "wheelchair", "value": "yes"}]}, "filters [], not"),
        ({"places": []}, "places: more than expected"),
        ({"places": [{"name": "Kamppi", "relation": "in"}]}, "places: no {'name': 'Kamppi'"),
        (
            {"pairs": [{"a": ["cafe"], "b": ["fountain"], "relation": "within", "radius_m": 151}]},
            "pairs: no {'a': ['cafe']",
        ),
        ({"without": ["bench"]}, "without [], not ['bench']"),
        ({"order": "nearest"}, "order None, not nearest"),
    ],
)
def test_what_differs_is_said(change: dict[str, Any], difference: str) -> None:
    judged = judge({**ENTRY, "expect": {**ENTRY["expect"], **change}})

    assert any(said.startswith(difference) for said in judged.differences), judged.differences


def test_a_far_that_is_read_as_a_near_is_an_opposite() -> None:
    pair = {"a": ["cafe"], "b": ["fountain"], "relation": "beyond", "radius_m": 150}
    judged = judge({**ENTRY, "expect": {**ENTRY["expect"], "kind": "absence", "pairs": [pair]}})

    assert judged.opposite


@pytest.mark.parametrize(
    ("question", "refused", "right"),
    [
        ("cafes near me", ["me"], True),
        ("cafes near me", ["cafes near a park"], False),
        ("who wrote Hamlet?", [], True),
        ("cafes near a park", [], False),
    ],
)
def test_a_refusal_names_the_part(question: str, refused: list[str], right: bool) -> None:
    judged = judge({"question": question, "language": "en", "refused": refused, "why": "-"})

    assert (judged.differences == ()) is right
