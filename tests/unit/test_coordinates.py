"""Coordinates in degrees, minutes and seconds, with letters, signs or words; and what is none."""

import pytest

from service.nlu.lexer.coordinates import read_coordinates
from service.nlu.understand import plan

# written, latitude, longitude
WRITTEN = [
    ("60.1675, 24.9440", 60.1675, 24.944),
    ("(-8.0631, -34.8711)", -8.0631, -34.8711),
    ("8,06;34,87", 8.06, 34.87),
    ("41.15 N, 8.61 W", 41.15, -8.61),
    ("8,06° S, 34,87° O", -8.06, -34.87),
    ("8,06° S, 34,87° L", -8.06, 34.87),
    ("24.94° E, 60.17° N", 60.17, 24.94),
    ("60°10'N 24°56'E", 60.1666667, 24.9333333),
    ("60°10’N, 24°56’E", 60.1666667, 24.9333333),
    ("N 60°10' E 24°56'", 60.1666667, 24.9333333),
    ("41°08'45\"N 8°36'40\"W", 41.1458333, -8.6111111),
    ("41°08′45.5″N 8°36′40″W", 41.1459722, -8.6111111),
    ("60.17°, 24.94°", 60.17, 24.94),
    ("lat 60.17 lon -24.94", 60.17, -24.94),
    ("latitude: 60, longitude: 25", 60.0, 25.0),
    ("0 N, 0 W", 0.0, 0.0),
]


@pytest.mark.parametrize(("written", "latitude", "longitude"), WRITTEN)
def test_coordinates_are_read_as_they_are_written(written: str, latitude: float, longitude: float) -> None:
    position = read_coordinates(written)
    assert (position.latitude, position.longitude) == pytest.approx((latitude, longitude), abs=5e-8)
    [place] = plan(f"the nearest cafe to {written}").reading.places
    assert (place.kind, place.relation) == ("point", "from")
    assert [float(part) for part in place.name.split(",")] == pytest.approx([latitude, longitude], abs=5e-8)


@pytest.mark.parametrize(
    "written",
    [
        "95.2 N, 24.9 E", "60°75'N 24°56'E", "60°10'75\"N 24°56'E", "41.15 N, 8.61 S", "8.6 W, 9.1 E",
        "300, 400", "60.1 N, 190 E", "60.5 N, 24,5 E", "N 60°10' E 24°56' N",
    ],
)  # fmt: skip
def test_what_is_no_point_on_the_earth_is_refused(written: str) -> None:
    assert plan(f"cafes within 500 m of {written}").problem is not None


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("nearest hospital to 0, 0", "0.0, 0.0"),
        ("parques a até 3 km de -8, -35?", "-8.0, -35.0"),
        ("schools within 2 km of 60, 24.5", "60.0, 24.5"),
        ("cafes within 3, 5 km of a park", None),
        ("schools within 2 km of 60, 24.5 km", None),
        ("the nearest 3, 5 cafes", None),
    ],
)
def test_two_numbers_at_the_end_after_what_leads_to_a_place_are_a_point(question: str, name: str) -> None:
    planned = plan(question)
    assert [place.name for place in planned.reading.places if planned.problem is None] == [name] * bool(name)


@pytest.mark.parametrize(
    "question",
    [
        "what is at {}", "what's around {}?", "tell me about {}", "{}", "o que há em {}", "O que tem em {}?",
        "que lugar é {}?", "onde fica {}?", "o que há perto de {}?", "where is {}",
    ],
)  # fmt: skip
def test_a_point_can_be_looked_up(question: str) -> None:
    reading = plan(question.format("41.1456, -8.6109")).reading
    assert reading.kind == "lookup"
    assert [(p.kind, p.name, p.relation) for p in reading.places] == [("point", "41.1456, -8.6109", "from")]
