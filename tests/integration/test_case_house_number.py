"""Case house_number: a house is found by its number, or refused naming it; its number is never metres."""

import pytest

from loader.load import load_file, unload
from queries.graph import Graph
from queries.statements.datasets import count_dataset_contents
from service import Perto
from tests.case_files import CASES, load_case, places_of
from tests.graph_dump import dump_graph

HOUSE = "node/8420000001"
NEAR = {
    "node/8420000002": 30.42,
    "node/8420000004": 177.55,
    "node/8420000005": 322.07,
    "node/8420000003": 380.29,
    "node/8420000006": 488.6,
}


@pytest.fixture(scope="module")
def perto(graph: Graph) -> Perto:
    load_case(graph, "house_number")
    return Perto(graph)


@pytest.mark.parametrize(
    ("question", "within_m"),
    [
        ("cafés perto da Rua das Flores, 120", 500),
        ("cafés perto da Rua das Flores 120", 500),
        ("cafés perto da rua das flores, nº 120", 500),
        ("quantos cafés há perto da Rua das Flores, 120?", 500),
        ("cafés até 100 m da Rua das Flores, 120", 100),
        ("cafés na Rua das Flores, 120", 50),
        ("cafes near 120 Rua das Flores", 500),
        ("cafes within 400 m of number 120 of Rua das Flores", 400),
        ("cafes at Rua das Flores 120", 50),
        ("cafés perto de node/8420000001", 500),
    ],
)
def test_what_is_near_a_house_is_measured_from_it(question: str, within_m: float, perto: Perto) -> None:
    answer = perto.ask(question, mode="graph", limit="all")
    [place] = answer.reading.places
    assert (place.kind, place.id) == ("address", HOUSE)
    assert places_of(answer) == {id_: m for id_, m in NEAR.items() if m <= within_m}


def test_the_nearest_to_a_house_and_its_distance_are_told(perto: Perto) -> None:
    for question in ("café mais próximo da Rua das Flores, 120", "the nearest cafe to 120 Rua das Flores"):
        assert places_of(perto.ask(question, mode="graph")) == {"node/8420000002": 30.42}
    answer = perto.ask("distance from Rua das Flores 120 to Café Longe", mode="graph")
    assert "322 m" in answer.text


def test_a_house_can_be_asked_about(perto: Perto) -> None:
    for question in (
        "me fale da Rua das Flores, 120",
        "tell me about 120 Rua das Flores",
        "Rua das Flores, 120",
    ):
        answer = perto.ask(question, mode="graph")
        assert answer.outcome == "answered"
        assert HOUSE in answer.text.splitlines()[0]


@pytest.mark.parametrize(
    "question",
    [
        "cafés perto da Rua das Flores, 122",
        "cafés na rua das flores, 122",
        "cafes near 122 Rua das Flores",
        "quantos cafés há até 300 m da Rua das Flores 122?",
        "zonas com mais cafés perto da Rua das Flores, 122",
        "há mais cafés perto da Rua das Flores, 122 ou da Rua das Flores, 120?",
        "distância da Rua das Flores, 122 ao Café da Travessa",
    ],
)
def test_a_number_that_is_not_there_is_refused_by_name(question: str, perto: Perto) -> None:
    answer = perto.ask(question, mode="graph")
    assert answer.outcome == "not_understood"
    assert answer.problem is not None
    assert "122" in answer.problem.reason
    assert "120" in answer.problem.reason
    for try_ in answer.problem.try_:
        assert perto.ask(try_, mode="graph").outcome == "answered", try_


def test_streets_that_connect_are_not_asked_of_houses(perto: Perto) -> None:
    answer = perto.ask("que ruas ligam a Rua das Flores, 120 e a Rua das Flores?", mode="graph")
    assert answer.outcome == "not_understood"


def test_addresses_are_counted_and_go_with_their_data_set(graph: Graph, perto: Perto) -> None:
    assert count_dataset_contents(graph)["house_number"].addresses == 1
    before = dump_graph(graph)
    second = load_file(graph, CASES / "house_number.osm", dataset="second")
    assert second.addresses == 1
    assert unload(graph, "second").removed == 7
    assert dump_graph(graph) == before
