"""Threads that share a session: each answer is the one that is given alone, its statements too."""

from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from random import Random
from typing import Any

from service import Perto
from tests.bench_questions import list_questions

QUESTIONS = tuple(chain(*list_questions("sample").values()))


def whole(perto: Perto, question: str) -> dict[str, Any]:
    """Return the answer but for how long it took."""
    answer = perto.ask(question, mode="graph").model_dump(mode="json")
    del answer["elapsed_ms"]
    for statement in answer["statements"]:
        statement.pop("elapsed_ms", None)
    return answer


def test_eight_threads_get_the_answers_that_each_question_gets_alone(perto: Perto) -> None:
    alone = {question: whole(perto, question) for question in QUESTIONS}
    asked = Random(8).choices(QUESTIONS, k=400)
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda question: whole(perto, question), asked))
    differing = {
        question for question, answer in zip(asked, answers, strict=True) if answer != alone[question]
    }
    assert differing == set()
