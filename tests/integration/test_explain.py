"""Statements explained: the plans are those of what ran, and a failure of explaining spoils no answer."""

import json
import sys
from pathlib import Path

import pytest

from queries.errors import StatementFailed
from queries.graph import Graph
from queries.trace import Ran
from service import Perto
from service.command.explanation import explain
from tests.integration.conftest import Server
from tests.integration.test_command import start
from tests.sample_graph import load_sample

QUESTION = "cafes within 150 m of a fountain"


@pytest.fixture(scope="module")
def graph(graph_server: Graph) -> Graph:
    load_sample(graph_server)
    return graph_server


@pytest.fixture
def ran(graph: Graph) -> list[Ran]:
    with graph.trace() as trace:
        Perto(graph).ask(QUESTION, mode="graph")
    return trace.statements


def test_the_plan_gives_as_many_rows_as_the_statement_gave(graph: Graph, ran: list[Ran]) -> None:
    answer = Perto(graph).ask(QUESTION, mode="graph")
    told = explain(answer, ran, graph).statements

    assert [one.ran.name for one in told] == [one.name for one in ran]
    assert {one.ran.name for one in told} >= {statement.name for statement in answer.statements}
    for one in told:
        assert one.plan is not None, one.problem
        assert one.plan.name == "ProduceResults"
        assert one.plan.rows == one.ran.rows
    plans = [one.plan for one in told if one.plan is not None]
    assert any(operator.db_hits > 0 for plan in plans for _, operator in plan.walk())


def test_what_is_profiled_is_in_no_trace(graph: Graph, ran: list[Ran]) -> None:
    answer = Perto(graph).ask(QUESTION, mode="graph")
    with graph.trace() as trace:
        explain(answer, ran, graph)
    assert trace.statements == []


def test_a_profile_can_not_write(graph: Graph) -> None:
    with pytest.raises(StatementFailed):
        graph.profile("delete_near", rows=[])


def test_a_store_that_has_gone_leaves_statements_without_plans(
    graph: Graph, server: Server, ran: list[Ran]
) -> None:
    answer = Perto(graph).ask(QUESTION, mode="graph")
    gone = Graph("bolt://127.0.0.1:9", user=server.user, password=server.password)
    with gone:
        told = explain(answer, ran[:2], gone).statements

    assert [one.plan for one in told] == [None, None]
    assert all("127.0.0.1:9" in str(one.problem) for one in told)


def test_the_command_explains_for_people_and_programs(graph: Graph, server: Server, tmp_path: Path) -> None:
    call = [sys.executable, "-m", "perto", "ask", QUESTION, "--mode", "graph", "--explain"]
    for_people = start(call, server, tmp_path, {})
    assert for_people.returncode == 0
    assert "pair      cafe within 150 m of fountain" in for_people.stdout
    assert "db hits  operator" in for_people.stdout

    told = json.loads(start([*call, "--json"], server, tmp_path, {}).stdout)
    assert told["answer"]["outcome"] == "answered"
    names = [statement["name"] for statement in told["explanation"]["statements"]]
    assert {statement["name"] for statement in told["answer"]["statements"]} <= set(names)
    assert all(statement["plan"]["rows"] >= 0 for statement in told["explanation"]["statements"])
