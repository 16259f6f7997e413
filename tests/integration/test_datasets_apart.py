"""A question of one data set tells nothing that only another one holds: no road, no area, no neighbour."""

import pytest

from loader.load import load_file
from queries.graph import Graph
from service import Answer, Perto
from tests.graph_dump import empty_graph
from tests.osm_xml import node, way, write_osm

A = [node(10 + i, 41.150, -8.620 + i * 0.001) for i in range(3)]
B = [node(20 + i, 41.152, -8.620 + i * 0.001) for i in range(3)]
BOTH = [
    *A, *B,
    way(101, [10, 11, 12], highway="residential", name="Rua A"),
    way(102, [20, 21, 22], highway="residential", name="Rua B"),
    node(60, 41.1511, -8.6190, amenity="cafe"),
]  # fmt: skip
CORNERS = [node(70 + i, lat, lon) for i, (lat, lon) in enumerate(
    [(41.149, -8.622), (41.149, -8.616), (41.153, -8.616), (41.153, -8.622)]
)]  # fmt: skip
MORE = [
    way(201, [10, 20], highway="residential", name="Rua Um"),
    way(204, [12, 22], highway="unclassified"),
    node(61, 41.1512, -8.6191, shop="bakery", name="Padaria Dois"),
    *CORNERS,
    way(301, [70, 71, 72, 73, 70], boundary="administrative", admin_level="10", name="Bairro Dois"),
]


@pytest.fixture(scope="module")
def perto(graph_server: Graph, tmp_path_factory: pytest.TempPathFactory) -> Perto:
    empty_graph(graph_server)
    folder = tmp_path_factory.mktemp("apart")
    time = "2024-01-01T00:00:00Z"
    load_file(graph_server, write_osm(folder / "one.osm", *BOTH, time=time), dataset="one")
    load_file(graph_server, write_osm(folder / "two.osm", *BOTH, *MORE, time=time), dataset="two")
    return Perto(graph_server)


def ask(perto: Perto, question: str, dataset: str) -> Answer:
    return perto.ask(question, mode="graph", datasets=[dataset])


def test_the_roads_of_another_data_set_connect_nothing(perto: Perto) -> None:
    question = "which streets connect “Rua A” and “Rua B”?"
    assert ask(perto, question, "one").streets == ()
    assert {s.id for s in ask(perto, question, "two").streets} == {"street/way/201", "way/204"}


def test_a_place_is_located_by_what_its_own_data_set_holds(perto: Perto) -> None:
    [one], [two] = (ask(perto, "cafés", dataset).places for dataset in ("one", "two"))
    assert one.id == two.id == "node/60"
    assert "Dois" not in one.locator
    assert "Padaria Dois" in two.locator


@pytest.mark.parametrize("question", ["o que há em 41.1511, -8.6190?", "o que é node/60?"])
def test_what_is_around_is_of_the_data_set_asked(perto: Perto, question: str) -> None:
    assert "Dois" not in ask(perto, question, "one").text
    assert "Bairro Dois" in ask(perto, question, "two").text
