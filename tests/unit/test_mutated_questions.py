"""Mangled questions are read or refused, in bounded time and memory; more of them in tests/hostile."""

import tracemalloc

import pytest
from hypothesis import given, settings

from tests.mutations import STRANGE, WHOLE, any_questions, faults_of, read, tuned_questions

LARGEST_BYTES = 20_000_000


@given(any_questions())
@settings(max_examples=300, derandomize=True, deadline=None)
def test_a_mangled_question_is_read_or_refused(question: str) -> None:
    assert faults_of(read(question)) == []


@pytest.mark.parametrize("number", range(len(WHOLE)))
def test_a_question_mangled_as_a_whole_is_read_or_refused(number: int) -> None:
    for question in tuned_questions()[number::200]:
        assert faults_of(read(WHOLE[number](question))) == [], question


def test_strange_signs_at_either_end_are_read_or_refused() -> None:
    for number, sign in enumerate(STRANGE):
        question = tuned_questions()[number]
        for mangled in (sign, f"{question} {sign} {sign}"):
            assert faults_of(read(mangled)) == [], mangled


@pytest.mark.parametrize("question", ["a" * 100_000, "café " * 20_000, "\u202e" * 100_000, "😀" * 100_000])
def test_100_kb_are_refused_by_their_length(question: str) -> None:
    problem = read(question).problem

    assert problem is not None
    assert "100,000" in problem.reason or "100.000" in problem.reason


@pytest.mark.parametrize("part", ["cafés perto de um parque e ", "\u0301x", "sem café ", "Parque da "])
def test_many_characters_take_bounded_memory(part: str) -> None:
    question = (part * 1000)[:999] + "."
    read(question)  # what is loaded once is no memory of the question
    tracemalloc.start()
    try:
        read(question)
        assert tracemalloc.get_traced_memory()[1] < LARGEST_BYTES
    finally:
        tracemalloc.stop()
