"""Opening hours in questions: which words ask for which value, in both languages, and what asks for none."""

import pytest

from queries.catalogue.when import KEY, read_when
from service.language.opening_words import say_opening
from service.nlu.lexer.tokenizer import tokenize
from service.nlu.opening.clock import read_clock
from service.nlu.opening.phrases import read_opening
from service.nlu.understand import plan

ASKED = {
    "farmácias 24 horas": "24/7",
    "drugstores open 24/7": "24/7",
    "postos de gasolina que nunca fecham": "24/7",
    "supermarkets that never close": "24/7",
    "farmácias abertas ao domingo": "Su",
    "farmácias que abrem aos domingos": "Su",
    "pharmacies open on Sundays": "Su",
    "restaurantes abertos à segunda": "Mo",
    "cafés abertos ao fim de semana": "Sa,Su",
    "cafes open on weekends": "Sa,Su",
    "cafés abertos ao sábado e ao domingo": "Sa,Su",
    "cafes open on weekdays": "Mo-Fr",
    "lojas de roupas abertas de segunda a sábado": "Mo,Tu,We,Th,Fr,Sa",
    "bakeries open Monday to Friday from 9:00 to 17:00": "Mo-Fr through 09:00-17:00",
    "supermercados abertos todos os dias": "daily",
    "farmácias domingo às 10h": "Su at 10:00",
    "farmácias abertas no domingo de manhã": "Su in 06:00-12:00",
    "pharmacies open Sunday morning": "Su in 06:00-12:00",
    "restaurantes abertos depois das 22h": "after 22:00",
    "restaurants open after 10 pm": "after 22:00",
    "cafés depois das 22h30": "after 22:30",
    "bares que fecham depois da meia-noite": "after 24:00",
    "restaurants that close after midnight": "after 24:00",
    "bares abertos até às 23h": "until 23:00",
    "bars open until 23:00": "until 23:00",
    "cafés abertos às 8 da manhã": "at 08:00",
    "cafes open at 8 am": "at 08:00",
    "cafes open at noon": "at 12:00",
    "farmácias que abrem antes das 8h": "before 08:00",
    "farmácias abertas agora": "now",
    "which pharmacies are open now?": "now",
    "currently open pharmacies": "now",
    "farmácias abertas hoje": "today",
    "pharmacies open tomorrow at 10:00": "tomorrow at 10:00",
    "bars open tonight": "today in 20:00-24:00",
    "farmácias fechadas ao domingo": "closed Su",
    "farmácias que não abrem ao domingo": "closed Su",
    "pharmacies that are closed on Sundays": "closed Su",
    "pharmacies not open on Sundays": "closed Su",
    "restaurants that close before 10 pm": "closed after 22:00",
}


@pytest.mark.parametrize(("question", "value"), ASKED.items())
def test_words_ask_for_opening_hours(question: str, value: str) -> None:
    planned = plan(question)
    assert planned.problem is None, planned.problem
    assert {(f.key, f.value) for f in planned.reading.filters} == {(KEY, value)}
    assert say_opening(value, planned.language) in planned.reading.sentence


@pytest.mark.parametrize("question", ["farmácias a 22 m de um parque", "cafés perto da Rua 22 de Abril"])
def test_metres_and_names_are_no_times(question: str) -> None:
    planned = plan(question)
    assert planned.problem is None
    assert planned.reading.filters == ()


def test_either_of_two_days_is_two_values_and_both_a_time_and_a_day_are_refused() -> None:
    either = plan("cafés abertos ao sábado ou ao domingo").reading
    assert {f.value for f in either.filters} == {"Sa", "Su"}
    problem = plan("farmácias abertas ao domingo e depois das 22h").problem
    assert problem is not None
    assert problem.part == "abertas ao domingo e depois das 22h"


@pytest.mark.parametrize(
    ("question", "service"),
    [
        ("cafés a até 300 m de um parque abertos ao domingo", "cafe"),
        ("cafes within 300 m of a park that are open on Sundays", "cafe"),
        ("cafes within 300 m of a pharmacy that is open now", "pharmacy"),
        ("parques sem farmácia aberta ao domingo a até 300 m", "pharmacy"),
        ("parks without a pharmacy open on Sunday within 500 m", "pharmacy"),
        ("parks that have no pharmacies open on Sundays within 500 m", "pharmacy"),
        ("parks with no cafe open now within 300 m", "cafe"),
        ("hotéis com uma farmácia 24 horas a até 500 m", "pharmacy"),
        ("hotels with a pharmacy open 24 hours within 500 m", "pharmacy"),
        ("parks with a cafe with wifi within 200 m", "cafe"),
        ("farmácias a menos de 300 m de um restaurante aberto ao domingo", "restaurant"),
    ],
)
def test_one_or_many_tells_of_which_place_hours_are_said(question: str, service: str) -> None:
    planned = plan(question)
    assert planned.problem is None, planned.problem
    assert {f.service for f in planned.reading.filters} == {service}


@pytest.mark.parametrize(
    ("text", "minutes", "doubt"),
    [
        ("22h", 22 * 60, False), ("22h30", 22 * 60 + 30, False), ("22 h 30", 22 * 60 + 30, False),
        ("22 horas", 22 * 60, False), ("oito da manhã", 8 * 60, False), ("8h da noite", 20 * 60, False),
        ("12 da noite", 24 * 60, False), ("1 da madrugada", 60, False), ("dez e meia da noite", 1350, False),
        ("meia-noite", 24 * 60, False), ("meio-dia", 12 * 60, False), ("8", 8 * 60, True),
        ("22", 22 * 60, False),
    ],
)  # fmt: skip
def test_times_are_read_in_portuguese(text: str, minutes: int, doubt: bool) -> None:
    clock = read_clock(tokenize(text), 0, "pt")
    assert clock is not None
    assert (clock.minutes, clock.doubt, clock.end) == (minutes, doubt, len(tokenize(text)))


@pytest.mark.parametrize(
    ("text", "minutes", "doubt"),
    [
        ("10 pm", 22 * 60, False), ("10pm", 22 * 60, False), ("10 p.m.", 22 * 60, False),
        ("10:30 pm", 22 * 60 + 30, False), ("8 o'clock", 8 * 60, True), ("8:00", 8 * 60, False),
        ("8 o'clock in the evening", 20 * 60, False), ("12 am", 24 * 60, False), ("12 pm", 12 * 60, False),
        ("midnight", 24 * 60, False),
    ],
)  # fmt: skip
def test_times_are_read_in_english(text: str, minutes: int, doubt: bool) -> None:
    clock = read_clock(tokenize(text), 0, "en")
    assert clock is not None
    assert (clock.minutes, clock.doubt, clock.end) == (minutes, doubt, len(tokenize(text)))


@pytest.mark.parametrize("text", ["22 m", "300 m", "25h", "22:75", "15 am", "10 km", "1.5", "às", "", "-3"])
def test_what_is_no_time_is_none(text: str) -> None:
    for language in ("pt", "en"):
        assert read_clock(tokenize(text), 0, language) is None


def test_a_phrase_that_asks_for_hours_and_says_none_is_told() -> None:
    for text, language in (("open late", "en"), ("abertas às 8", "pt"), ("que fecham às 20h", "pt")):
        found = read_opening(tokenize(text), 0, language)  # type: ignore[arg-type]
        assert found is not None
        assert (found.filter, found.end) == (None, len(tokenize(text)))


@pytest.mark.parametrize(
    "value",
    ["24/7", "now", "Su", "Sa,Su", "Mo-Fr at 08:00", "after 24:00", "closed today", "daily until 02:00"],
)
def test_values_are_read_as_they_are_written(value: str) -> None:
    assert read_when(value).value == value


@pytest.mark.parametrize(
    "value",
    ["", "sometimes", "Su 10:00", "Xx", "at 25:00", "at 24:01", "in 10:00", "at 10:00-12:00", "closed"],
)
def test_a_wrong_value_is_told_on_one_line(value: str) -> None:
    with pytest.raises(ValueError, match="opening_hours") as told:
        read_when(value)
    assert "\n" not in str(told.value)
