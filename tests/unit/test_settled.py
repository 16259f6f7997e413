"""What a load works out last is used only where no load is on its way from the first use to the last."""

from typing import Any, cast

import pytest

from queries.graph import Graph
from service.retrieval import settled

NO_GRAPH = cast(Graph, None)


def answer_while(monkeypatch: pytest.MonkeyPatch, unfinished: list[int], **told: Any) -> tuple[str, int]:
    """Answer once by what is kept or by shapes; `unfinished` is what the graph says each time it is asked."""
    said = iter(unfinished)
    asked = 0

    def count(_: Graph) -> int:
        nonlocal asked
        asked += 1
        return next(said)

    def answer() -> str:
        if "remembered" in told:
            settled.remember_settled(told["remembered"])
        if told.get("looks", True):
            return "kept" if all(settled.is_settled(NO_GRAPH) for _ in range(3)) else "shapes"
        return "neither"

    monkeypatch.setattr(settled, "count_unfinished", count)
    return settled.answer_steadily(NO_GRAPH, answer), asked


def test_a_load_that_begins_meanwhile_has_the_shapes_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer_while(monkeypatch, [0, 1]) == ("shapes", 2)


def test_a_load_that_ends_meanwhile_changes_nothing_of_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer_while(monkeypatch, [1, 0]) == ("shapes", 1)


def test_the_graph_is_asked_before_the_first_use_and_after_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer_while(monkeypatch, [0, 0]) == ("kept", 2)


def test_what_is_known_already_is_only_asked_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer_while(monkeypatch, [0], remembered=True) == ("kept", 1)
    assert answer_while(monkeypatch, [1], remembered=True) == ("shapes", 1)


def test_a_question_that_uses_nothing_of_it_never_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answer_while(monkeypatch, [], remembered=True, looks=False) == ("neither", 0)
