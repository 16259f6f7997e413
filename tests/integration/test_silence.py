"""A connection that died unnoticed costs no more than the read limit, and the next question a new one."""

import time

import pytest

import queries.graph
from queries.errors import StoreUnavailable
from queries.graph import Graph
from service import Perto
from tests.integration.cable import Cable
from tests.integration.conftest import Server

# what a person would call at once after a limit of a second, on a machine that does much else
SOON_S = 15.0


@pytest.fixture
def cable(server: Server) -> Cable:
    return Cable(server.uri)


def connect(cable: Cable, server: Server) -> Graph:
    return Graph(cable.uri, user=server.user, password=server.password, read_timeout_s=1.0)


def test_a_question_over_a_dead_connection_is_unavailable_and_the_next_is_answered(
    cable: Cable, server: Server, perto: Perto
) -> None:
    with connect(cable, server) as graph, Perto(graph) as over_cable:
        question = "how many cafes are there?"
        right = perto.ask(question, mode="graph").total
        assert over_cable.ask(question, mode="graph").total == right
        cable.go_dead()
        started = time.monotonic()
        answer = over_cable.ask(question, mode="graph")
        assert time.monotonic() - started < SOON_S
        assert answer.outcome == "unavailable"
        assert answer.problem is not None
        assert cable.uri in answer.problem.reason
        assert over_cable.ask(question, mode="graph").total == right
    assert time.monotonic() - started < 2 * SOON_S


def test_a_connection_that_died_while_idle_is_left_for_a_new_one(
    cable: Cable, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with connect(cable, server) as graph:
        graph.verify()
        cable.go_dead()
        monkeypatch.setattr(queries.graph, "_IDLE_S", 0.0)
        assert graph.verify()


def test_a_server_that_never_answers_is_told(cable: Cable, server: Server) -> None:
    with connect(cable, server) as graph:
        graph.verify()
        cable.go_dead()
        with pytest.raises(StoreUnavailable, match="no sign of it"):
            graph.read("get_datasets")
