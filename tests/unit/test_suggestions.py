"""Where the graph does not know a place, what is offered can be asked as it is, and loses nothing else."""

import pytest

from service.nlu.suggestions import ask_anew
from service.nlu.understand import plan
from service.reading import Problem, Reading


def offered(question: str, part: str, *tries: str) -> tuple[str, ...]:
    planned = plan(question)
    assert planned.problem is None, planned.problem
    problem = Problem.model_validate({"part": part, "reason": "-", "try": tries})
    found = ask_anew(problem, question=question, reading=planned.reading, language=planned.language).try_
    for text in found:
        again = plan(text)
        assert again.problem is None, text
        assert again.reading.pairs == planned.reading.pairs, text
        assert again.reading.filters == planned.reading.filters, text
    return found


def places(question: str) -> list[str]:
    return [place.name for place in plan(question).reading.places]


@pytest.mark.parametrize("written", ["Abadia", '"Abadia"', "“Abadia”"])
def test_another_name_stands_in_the_question(written: str) -> None:
    tries = offered(f"cafés perto de {written}, por favor", "Abadia", "Abadia do Porto", "node/12")
    assert tries == ("cafés perto de “Abadia do Porto”, por favor", "cafés perto de node/12, por favor")
    assert [places(question) for question in tries] == [["Abadia do Porto"], ["node/12"]]


def test_without_a_name_like_it_the_question_is_offered_without_it() -> None:
    assert offered("cafés perto de Xyzzy", "Xyzzy") == ("cafés",)
    assert offered("quantos cafés há a até 300 m de um parque em Xyzzy?", "Xyzzy") == (
        "quantos cafés há a até 300 m de um parque?",
    )
    assert offered("Italian restaurants near a park in Xyzzy", "Xyzzy") == (
        "Italian restaurants near a park",
    )


@pytest.mark.parametrize(
    ("question", "part", "condition", "expected"),
    [
        ("cafés no Bolhão", "Bolhão", "a até 1000 m de node/12", "cafés a até 1000 m de node/12"),
        (
            "cafés perto da Trindade no Porto",
            "Porto",
            "a até 1000 m de node/12",
            "cafés perto da Trindade e a até 1000 m de node/12",
        ),
        (
            "Cafés da zona da Cordoaria",
            "Cordoaria",
            "a até 500 m de “Cordoaria”",
            "Cafés a até 500 m de “Cordoaria”",
        ),
        ("cafés na zona de Bugibba", "Bugibba", "a até 1000 m de node/12", "cafés a até 1000 m de node/12"),
        (
            "which cafes are there in Porto?",
            "Porto",
            "within 1000 m of node/12",
            "which cafes are there within 1000 m of node/12?",
        ),
        (
            "pharmacies near Trindade in Porto",
            "Porto",
            "within 1000 m of node/12",
            "pharmacies near Trindade and within 1000 m of node/12",
        ),
    ],
)
def test_a_condition_takes_the_place_of_an_area(
    question: str, part: str, condition: str, expected: str
) -> None:
    tries = offered(question, part, condition)
    assert tries[0] == expected
    others = [name for name in places(question) if name != part]
    ends = condition.rpartition(" ")[2].strip("“”")
    assert places(tries[0]) == [*others, ends]
    assert all(set(others) <= set(places(text)) for text in tries)


def test_a_side_of_a_comparison_is_asked_about_alone() -> None:
    problem = Problem.model_validate({"part": "Sé", "reason": "-", "try": ("within 1000 m of node/12",)})
    question = "are there more cafes in Sé or in Miragaia?"
    reading = plan(question).reading
    tries = ask_anew(problem, question=question, reading=reading, language="en").try_
    assert tries == ("cafes within 1000 m of node/12",)
    assert plan(tries[0]).problem is None


def test_a_name_with_signs_of_patterns_is_text() -> None:
    problem = Problem.model_validate({"part": "C\\1 (A+)", "reason": "-", "try": ("B\\1",)})
    asked = ask_anew(problem, question="cafés perto de C\\1 (A+)", reading=Reading(), language="pt")
    assert asked.try_ == (r"cafés perto de “B\1”",)


def test_a_reading_in_place_of_a_question_gets_the_names() -> None:
    problem = Problem.model_validate({"part": "Abadia", "reason": "-", "try": ("Abadia do Porto",)})
    assert ask_anew(problem, question="", reading=Reading(), language="pt") == problem


@pytest.mark.parametrize(
    "question", ["tell me about Xyzzy", "fale-me de Xyzzy", "Xyzzy", "which streets connect Xyzzy and Abc?"]
)
def test_of_an_unknown_name_asked_about_alone_something_is_offered_that_brings_names(question: str) -> None:
    assert len(offered(question, "Xyzzy")) == 2


def test_the_word_of_unit_goes_with_the_name() -> None:
    tries = offered("cafes in the Kallo district", "Kallo", "within 1000 m of node/12")
    assert tries == ("cafes within 1000 m of node/12", "cafes")


def test_no_preposition_is_left_before_a_distance() -> None:
    tries = offered("cozy cafes in Kallo near parks", "Kallo", "within 1000 m of node/12")
    assert not [text for text in tries if " in within" in text]


@pytest.mark.parametrize(
    ("question", "tries"),
    [
        (
            "quão longe fica Matosinhos de Vila Nova de Gaia",
            "a que distância Matosinhos fica de Vila Nova de Gaia",
        ),
        (
            "a que distância fica o Parque da Jaqueira?",
            "a que distância Parque da Jaqueira fica de 60.17, 24.94",
        ),
        ("how far is Kiasma?", "how far is Kiasma from 60.17, 24.94"),
        ("how far is the library?", "how far is the nearest library from 60.17, 24.94"),
    ],
)
def test_in_place_of_half_a_distance_a_whole_one_is_offered(question: str, tries: str) -> None:
    problem = plan(question).problem
    assert problem is not None
    assert problem.try_[0] == tries
    assert plan(tries).reading.kind == "distance"


def test_a_name_is_never_replaced_inside_another_word() -> None:
    problem = Problem(part="Se", reason="several", try_=("node/1",))
    asked = ask_anew(problem, question="Sebo perto de Se?", reading=Reading(), language="pt")
    assert asked.try_ == ("Sebo perto de node/1?",)
