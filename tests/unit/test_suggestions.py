"""Where the graph does not know a place, what is offered can be asked as it is."""

import pytest

from service.plan import plan
from service.reading import Problem
from service.suggestions import ask_anew


def offered(question: str, part: str, *tries: str) -> tuple[str, ...]:
    problem = Problem.model_validate({"part": part, "reason": "-", "try": tries})
    return ask_anew(problem, question=question, services=("cafe",), language="pt").try_


@pytest.mark.parametrize("written", ["Abadia", '"Abadia"', "“Abadia”"])
def test_another_name_stands_in_the_question(written: str) -> None:
    tries = offered(f"cafés perto de {written}, por favor", "Abadia", "Abadia do Porto", "node/12")
    assert tries == ("cafés perto de “Abadia do Porto”, por favor", "cafés perto de node/12, por favor")
    for question, place in zip(tries, ("Abadia do Porto", "node/12"), strict=True):
        planned = plan(question)
        assert planned.problem is None
        assert [p.name for p in planned.reading.places] == [place]


def test_without_a_name_like_it_the_kinds_are_offered() -> None:
    assert offered("cafés perto de Xyzzy", "Xyzzy") == ("cafés",)
    assert plan("cafés").problem is None


def test_a_condition_in_place_of_an_area_is_said_of_the_kinds() -> None:
    (question,) = offered("cafés no Bolhão", "Bolhão", "a até 1000 m de node/12")
    assert question == "cafés a até 1000 m de node/12"
    assert plan(question).reading.places[0].id == "node/12"


def test_a_name_with_signs_of_patterns_is_text() -> None:
    assert offered("cafés perto de C\\1 (A+)", "C\\1 (A+)", r"B\1") == (r"cafés perto de “B\1”",)


def test_a_reading_in_place_of_a_question_gets_the_names() -> None:
    assert offered("", "Abadia", "Abadia do Porto") == ("Abadia do Porto",)
