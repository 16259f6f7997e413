"""Case number_names: numbers in names written as digits, words or Roman numerals are the same name."""

from pathlib import Path

import pytest

from loader.load import load_file
from queries.graph import Graph
from service import Perto
from tests.case_files import load_case, places_of
from tests.graph_dump import dump_graph, empty_graph
from tests.osm_xml import node, way, write_osm

PHARMACIES = {"node/8150000010": 70.0, "node/8150000011": 120.01}
CAFES = {
    "node/8150000001": 40.0,
    "node/8150000002": 70.0,
    "node/8150000003": 110.0,
    "node/8150000004": 206.0,
    "node/8150000005": 330.0,
    "node/8150000006": 455.41,
}


@pytest.fixture(scope="module")
def perto(graph: Graph) -> Perto:
    load_case(graph, "number_names")
    return Perto(graph)


@pytest.mark.parametrize(
    "question",
    [
        "farmácias até 150 m da Rua 9 de Abril",
        "farmácias até 150 m da Rua Nove de Abril",
        "farmácias até 150 m da rua nove de abril",
        "pharmacies within 150 m of Rua 9 de Abril",
        "pharmacies within 150 m of Rua IX de Abril",
    ],
)
def test_a_street_is_found_by_its_number_in_any_form(perto: Perto, question: str) -> None:
    answer = perto.ask(question, mode="graph", limit="all")
    assert answer.reading.places[0].id == "street/way/915000003"
    assert places_of(answer) == PHARMACIES
    assert not [note for note in answer.notes if "Nove" in note]


@pytest.mark.parametrize(
    "question", ["cafés perto da Praça Sete de Setembro", "cafes near Praça VII de Setembro"]
)
def test_a_square_is_found_by_its_number_in_words(perto: Perto, question: str) -> None:
    found = places_of(perto.ask(question, mode="graph", limit="all"))
    assert found.keys() == CAFES.keys()
    assert (found["node/8150000001"], found["node/8150000006"]) == (40.0, 455.41)


def test_another_number_is_another_street(perto: Perto) -> None:
    for question in ("cafés perto da Rua 4 de Maio", "cafes near Rua Quatro de Maio"):
        answer = perto.ask(question, mode="graph")
        assert answer.outcome == "not_understood"
        assert answer.problem is not None
        assert any("Rua 24 de Maio" in try_ for try_ in answer.problem.try_)


def test_the_name_as_it_is_written_comes_before_one_of_an_equal_number(
    graph: Graph, perto: Perto, tmp_path: Path
) -> None:
    empty_graph(graph)
    streets = [
        node(1, 41.15, -8.63), node(2, 41.15, -8.62), node(3, 41.25, -8.63), node(4, 41.25, -8.62),
        way(11, [1, 2], highway="residential", name="Rua Nove de Abril"),
        way(12, [3, 4], highway="residential", name="Rua 9 de Abril"),
        node(21, 41.1501, -8.625, amenity="cafe"), node(22, 41.2501, -8.625, amenity="cafe"),
    ]  # fmt: skip
    load_file(graph, write_osm(tmp_path / "two.osm", *streets))
    for name, cafe in (("Rua Nove de Abril", "node/21"), ("Rua 9 de Abril", "node/22")):
        answer = perto.ask(f"cafés perto da {name}", mode="graph")
        assert [place.id for place in answer.places] == [cafe]
    # written in neither way, either may be meant
    assert len(perto.ask("cafés perto da Rua IX de Abril", mode="graph").candidates) == 2


def test_the_next_load_renews_keys_of_a_former_form(graph: Graph) -> None:
    path = load_case(graph, "number_names")
    whole = dump_graph(graph)
    with graph._driver.session() as session:
        session.run("MATCH (n:POI|Street) SET n.name_keys = ['of a former form']").consume()
        session.run("MATCH (n:POI|Road)-[f:FROM]->() SET n.hash = 'former', f.hash = 'former'").consume()
    load_file(graph, path)
    assert dump_graph(graph) == whole
