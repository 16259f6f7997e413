"""Whether what a load works out last may be used: known once a question, and asked again when it was used."""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

from queries.graph import Graph
from queries.statements.datasets import count_unfinished

T = TypeVar("T")


@dataclass(slots=True)
class _State:
    """What is known while a question is answered (settled None: nothing), and if it was relied on."""

    settled: bool | None
    used: bool = False


_STATE: ContextVar[_State | None] = ContextVar("settled", default=None)


def is_settled(graph: Graph) -> bool:
    """Say whether no load is on its way, so that what is worked out from places holds for all of them.

    While `answer_steadily` runs, that is what was known of it first.
    """
    state = _STATE.get()
    if state is None:
        return count_unfinished(graph) == 0
    if state.settled is None:
        state.settled = count_unfinished(graph) == 0
    state.used = True
    return state.settled


def remember_settled(settled: bool) -> None:
    """Tell what is known already of the question that is being answered."""
    state = _STATE.get()
    if state is not None and state.settled is None:
        state.settled = settled


def answer_steadily(graph: Graph, answer: Callable[[], T]) -> T:
    """Return what `answer` returns; where a load began meanwhile, found anew without what loads work out."""
    state = _State(settled=None)
    found = _answer(answer, state)
    if state.used and state.settled and count_unfinished(graph) > 0:
        return _answer(answer, _State(settled=False))
    return found


def _answer(answer: Callable[[], T], state: _State) -> T:
    token = _STATE.set(state)
    try:
        return answer()
    finally:
        _STATE.reset(token)
