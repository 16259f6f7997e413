"""Mangled questions asked of the real graph: each has one of the four outcomes, and nothing else."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from queries.graph import Graph
from service import Answer, Perto
from tests.mutations import any_questions, bounded_time, tuned_questions
from tests.sample_graph import load_sample

# names that the sample has, in place of those of other cities
NAMES = ("Kamppi", "Kluuvi", "Esplanadi", "Ateneum", "Kiasma", "Senaatintori", "Aleksanterinkatu", "Helsinki")


@pytest.fixture(scope="module")
def perto(graph_server: Graph) -> Perto:
    load_sample(graph_server)
    return Perto(graph_server)


def check(answer: Answer) -> None:
    """Check what holds of every answer."""
    assert answer.outcome in {"answered", "none", "not_understood"}, answer.text
    assert answer.text
    assert Answer.model_validate_json(answer.model_dump_json(by_alias=True)) == answer
    assert (answer.problem is not None) == (answer.outcome == "not_understood")
    if answer.outcome == "not_understood":
        assert (answer.places, answer.pairs, answer.zones, answer.areas, answer.total) == ((), (), (), (), 0)
    if answer.outcome == "none":
        assert (answer.places, answer.pairs, answer.total) == ((), (), 0)


@st.composite
def questions(draw: st.DrawFn) -> str:
    """A mangled question, half of them with a name of the sample at some word."""
    words = draw(any_questions()).split(" ")
    if draw(st.booleans()):
        words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from(NAMES))
    return " ".join(words)


@given(question=questions())
@settings(max_examples=400, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_mangled_question_has_one_of_the_outcomes(perto: Perto, question: str) -> None:
    with bounded_time():
        answer = perto.ask(question, mode="graph", limit=3)
    check(answer)


@pytest.mark.parametrize(
    "question",
    ["", " \t\n\u200b", "a" * 100_000, "cafés\x00", "\ud800 cafés", "\u202e" * 3_000, "ﷺ" * 100_000],
)
def test_what_is_no_question_at_all_is_not_understood(perto: Perto, question: str) -> None:
    with bounded_time():
        answer = perto.ask(question)

    check(answer)
    assert answer.outcome == "not_understood"
    assert len(answer.question or "") <= 2_001


def test_every_tuned_question_has_one_of_the_outcomes(perto: Perto) -> None:
    for question in tuned_questions()[::3]:
        check(perto.ask(question, mode="graph", limit=3))
