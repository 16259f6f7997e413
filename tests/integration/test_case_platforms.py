"""Bus stops by the older scheme and the newer: signs and platforms, not where buses halt, nor trams."""

import pytest

from queries.graph import Graph
from service import Answer, Perto
from tests.case_files import load_case, places_of

STOPS = {
    "node/8550000001": 30.0,
    "node/8550000002": 60.0,
    "node/8550000003": 90.0,
    "way/955000002": 120.01,
}


def ask(perto: Perto, question: str) -> Answer:
    answer = perto.ask(question, mode="graph", limit="all")
    assert answer.outcome in ("answered", "none"), answer.text
    return answer


@pytest.fixture(scope="module")
def perto(graph_server: Graph) -> Perto:
    load_case(graph_server, "platforms")
    return Perto(graph_server)


@pytest.mark.parametrize(
    "question",
    [
        "pontos de ônibus até 300 m de um parque",
        "paragens de autocarro até 300 m de um parque",
        "bus stops within 300 m of a park",
    ],
)
def test_a_stop_is_its_sign_or_its_platform(question: str, perto: Perto) -> None:
    answer = ask(perto, question)
    assert {place.id for place in answer.places} == set(STOPS)
    assert {pair.a.id: round(pair.distance_m, 2) for pair in answer.pairs} == STOPS


@pytest.mark.parametrize(
    ("question", "total"),
    [
        ("quantas paragens de autocarro há?", 4),
        ("how many bus stops are there?", 4),
        ("quantas paragens de elétrico há?", 1),
        ("how many stop positions are there?", 1),
        ("quantas plataformas há?", 1),
    ],
)
def test_each_is_counted_by_what_it_is(question: str, total: int, perto: Perto) -> None:
    assert ask(perto, question).total == total


@pytest.mark.parametrize(
    "question", ["parques sem ponto de ônibus até 20 m", "parks without a bus stop within 20 m"]
)
def test_absence_is_of_all_of_them(question: str, perto: Perto) -> None:
    assert places_of(ask(perto, question)).keys() == {"way/955000001"}
    assert not ask(perto, question.replace("20 m", "31 m")).places
