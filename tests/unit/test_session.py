"""Calls of a session that can't be meant are refused in one line, before any store is asked."""

from collections.abc import Iterator
from typing import Any

import pytest

from queries.graph import Graph
from service import Perto, Reading
from service.errors import QuestionError


@pytest.fixture
def perto() -> Iterator[Perto]:
    """A session whose store is not there: whoever asks it gets an answer of another kind."""
    with Graph("bolt://127.0.0.1:9", user="neo4j", password="none") as graph, Perto(graph) as perto:
        yield perto


@pytest.mark.parametrize(
    "call",
    [
        {},
        {"question": "cafes near a park", "reading": Reading()},
        {"question": 5},
        {"question": b"cafes near a park"},
        {"reading": {"kind": "pairs"}},
        {"question": "cafes near a park", "mode": "psychic"},
        {"question": "cafes near a park", "measure": "feet"},
        {"question": "cafes near a park", "order": "random"},
        {"question": "cafes near a park", "language": "fr"},
        {"question": "cafes near a park", "limit": 0},
        {"question": "cafes near a park", "limit": True},
        {"question": "cafes near a park", "limit": 2.5},
        {"question": "cafes near a park", "datasets": []},
    ],
)
def test_a_call_that_can_not_be_meant_is_refused(perto: Perto, call: dict[str, Any]) -> None:
    with pytest.raises(QuestionError) as refused:
        perto.ask(**call)
    assert "\n" not in str(refused.value)


def test_a_closed_session_says_so_and_closes_twice(perto: Perto) -> None:
    perto.close()
    perto.close()
    with pytest.raises(QuestionError, match="this session is closed"):
        perto.ask("cafes near a park")
