"""Whether opening hours as mappers write them meet what is asked: good, sloppy and broken ones."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from queries.catalogue.opening_hours import Opening, find_zone
from queries.catalogue.when import read_when
from queries.geometry.position import Position

PORTO, RECIFE, HELSINKI = Position(41.15, -8.61), Position(-8.05, -34.9), Position(60.17, 24.94)
TUESDAY = datetime(2026, 11, 24, 9, 30, tzinfo=UTC)


def judge(value: str, text: str, at: Position = PORTO, now: datetime = TUESDAY) -> str:
    return Opening(read_when(value), now).judge(text, at)


@pytest.mark.parametrize(
    "text",
    [
        "24/7", "Mo-Su 00:00-24:00", "00:00-24:00", "Mo-Su,PH 00:00-24:00", "Mo-Su 0:00-24:00", "24 hours",
        "24h", "24 H", "24 horas", "24x7", "0-24", "00:00-23:59", "Mo-Su 00:00-23:59", "Mo-Su", "24/7;",
        "always",
        "24 horas por dia", "Mo-Su 24 hours", "24/7; PH off", "Mo-Fr 00:00-24:00; Sa,Su 00:00-24:00",
    ],
)  # fmt: skip
def test_always_is_understood_however_it_is_written(text: str) -> None:
    assert judge("24/7", text) == "yes"


@pytest.mark.parametrize("text", ["Mo-Fr 00:00-24:00", "24/7; Su off", "Mo-Su 06:00-24:00", "off", "closed"])
def test_nearly_always_is_not_always(text: str) -> None:
    assert judge("24/7", text) == "no"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "noon to late",
        "Mo-Fr 9-17",
        "seg-sex 9:00-18:00",
        "08:00 a 19:30",
        "Mo-Fr 09h00-12h30",
        "?",
        "a\n",
    ],
)
def test_what_the_grammar_does_not_have_is_unreadable(text: str) -> None:
    assert judge("Su", text) == judge("closed Su", text) == judge("now", text) == "unreadable"


@pytest.mark.parametrize(
    ("value", "text", "said"),
    [
        # the night before is not of the day
        ("Su", "Fr-Sa 18:00-02:00", "no"), ("Sa", "Fr-Sa 18:00-02:00", "yes"),
        ("Su", "Mo-Sa 22:00-08:00", "yes"), ("closed Su", "Fr-Sa 18:00-02:00", "yes"),
        ("Sa,Su", "Sa 10:00-12:00", "no"), ("closed Sa,Su", "Mo-Fr 10:00-12:00", "yes"),
        ("closed Sa,Su", "Sa 10:00-12:00", "no"),
        ("Su", "Mo-Fr 09:00-12:00;\n Su 10:00-12:00", "yes"),
        # times of the day
        ("at 08:00", "Mo 08:00-12:00", "yes"), ("at 12:00", "Mo 08:00-12:00", "no"),
        ("Tu at 08:00", "Mo 08:00-12:00", "no"), ("after 22:00", "Mo-Su 09:00-22:00", "no"),
        ("after 22:00", "Sa 23:00-05:00", "yes"), ("after 24:00", "18:00-24:00", "no"),
        ("after 24:00", "18:00-00:30", "yes"), ("after 01:00", "04:00-12:00", "no"),
        ("closed after 22:00", "Mo-Su 09:00-22:00", "yes"), ("until 23:00", "19:00-23:00", "yes"),
        ("until 23:00", "19:00-22:59", "no"), ("until 24:00", "19:00-24:00", "yes"),
        ("until 24:00", "19:00-23:59", "yes"), ("until 02:00", "19:00-02:00", "yes"),
        ("until 02:00", "19:00-01:30", "no"), ("before 08:00", "07:00-12:00", "yes"),
        ("before 08:00", "08:00-12:00", "no"), ("Su in 06:00-12:00", "11:00-20:00", "yes"),
        ("through 09:00-17:00", "08:00-18:00", "yes"),
        ("through 09:00-17:00", "09:00-12:00,14:00-18:00", "no"),
        # seasons: those of the days that come
        ("Su", "Jun-Sep 10:00-18:00", "no"), ("Su", "Nov-Apr 10:00-18:00", "yes"),
        # what is not said
        ("Su", '"by appointment"', "unsaid"), ("Su", "unknown", "unsaid"), ("Su", 'Su open "ring"', "yes"),
        ("Su", "10:00+", "yes"), ("at 10:00", "10:00+", "yes"), ("at 22:00", "10:00+", "unsaid"),
        ("closed after 22:00", "10:00+", "unsaid"), ("until 16:00", "12:00-16:00+", "yes"),
        ("until 17:00", "12:00-16:00+", "unsaid"),
    ],
)  # fmt: skip
def test_hours_meet_what_is_asked_or_leave_it_open(value: str, text: str, said: str) -> None:
    assert judge(value, text) == said


def test_today_and_now_are_those_of_the_place_with_its_holidays() -> None:
    assert (str(find_zone(PORTO)), str(find_zone(RECIFE))) == ("Europe/Lisbon", "America/Recife")
    assert judge("now", "06:00-07:00", RECIFE) == "yes"
    assert judge("now", "06:00-07:00", PORTO) == "no"
    restoration = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
    assert judge("now", "Mo-Fr 09:00-19:00; PH off", PORTO, restoration) == "no"
    assert judge("now", "Mo-Fr 09:00-19:00; PH off", HELSINKI, restoration) == "yes"
    assert judge("Tu", "Mo-Fr 09:00-19:00; PH off", PORTO, restoration) == "yes"
    late = datetime(2026, 11, 24, 23, 30, tzinfo=timezone(timedelta(hours=-3)))
    assert judge("today", "We 10:00-12:00", PORTO, late) == "yes"
    assert judge("tomorrow", "Th 10:00-12:00", PORTO, late) == "yes"


def test_the_sun_sets_where_the_place_is() -> None:
    assert judge("at 16:30", "sunrise-sunset", PORTO) == "yes"
    assert judge("at 16:30", "sunrise-sunset", HELSINKI) == "no"


def test_the_days_and_moments_looked_at_are_told() -> None:
    weekly, now = Opening(read_when("Sa,Su"), TUESDAY), Opening(read_when("now"), TUESDAY)
    for opening in (weekly, now):
        opening.judge("24/7", PORTO)
        opening.judge("24/7", RECIFE)
    assert weekly.moments == {"2026-11-28", "2026-11-29"}
    assert now.moments == {"2026-11-24T09:30+00:00[Europe/Lisbon]", "2026-11-24T06:30-03:00[America/Recife]"}
