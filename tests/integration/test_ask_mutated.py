"""Mangled questions asked of the real graph: each has one of the four outcomes, and nothing else."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service import Answer, Perto
from tests.mutations import any_questions, bounded_time, tuned_questions

# names that the sample has, in place of those of other cities
NAMES = ("Kamppi", "Kluuvi", "Esplanadi", "Ateneum", "Kiasma", "Senaatintori", "Aleksanterinkatu", "Helsinki")


def faults_of(answer: Answer) -> list[str]:
    """Return what does not hold of this answer, and must of any."""
    refused = answer.outcome == "not_understood"
    holds = {
        "its outcome is one that a store at hand gives": answer.outcome in {"answered", "none"} or refused,
        "it has a text": bool(answer.text),
        "its JSON is the answer": Answer.model_validate_json(answer.model_dump_json(by_alias=True)) == answer,
        "what is not understood alone has a problem": (answer.problem is not None) == refused,
        "what is not answered lists and counts nothing": answer.outcome == "answered"
        or (answer.places, answer.pairs, answer.total) == ((), (), 0),
        "what is not understood ranks nothing": not refused or (answer.zones, answer.areas) == ((), ()),
    }
    return [what for what, does in holds.items() if not does]


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
    assert faults_of(answer) == [], answer.text


@pytest.mark.parametrize(
    "question",
    ["", " \t\n\u200b", "a" * 100_000, "cafés\x00", "\ud800 cafés", "\u202e" * 3_000, "ﷺ" * 100_000],
)
def test_what_is_no_question_at_all_is_not_understood(perto: Perto, question: str) -> None:
    with bounded_time():
        answer = perto.ask(question)

    assert faults_of(answer) == []
    assert answer.outcome == "not_understood"
    assert len(answer.question or "") <= 2_001


def test_every_tuned_question_has_one_of_the_outcomes(perto: Perto) -> None:
    for question in tuned_questions()[::3]:
        assert faults_of(perto.ask(question, mode="graph", limit=3)) == [], question
