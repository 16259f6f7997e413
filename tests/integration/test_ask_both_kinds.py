"""A place that is of two kinds at once lacks neither: a hotel that is a restaurant too has one."""

import pytest

from loader.load import load_file
from queries.graph import Graph
from service import Perto
from tests.graph_dump import empty_graph
from tests.osm_xml import node, write_osm


@pytest.fixture(scope="module")
def perto(graph_server: Graph, tmp_path_factory: pytest.TempPathFactory) -> Perto:
    """Places two kilometres apart: of each two kinds one that is both, and one that is the first alone."""
    empty_graph(graph_server)
    found = [
        node(1, 41.10, -8.60, tourism="hotel", amenity="restaurant", name="Both"),
        node(2, 41.12, -8.60, tourism="hotel", name="Alone"),
        node(3, 41.14, -8.60, amenity="fountain", drinking_water="yes"),
        node(4, 41.16, -8.60, amenity="fountain", drinking_water="no"),
        node(5, 41.18, -8.60, amenity="bank", atm="yes", name="With"),
        node(6, 41.20, -8.60, amenity="bank", atm="no", name="Without"),
        node(7, 41.22, -8.60, amenity="fuel", shop="convenience", name="Shop"),
        node(8, 41.24, -8.60, amenity="fuel", name="Pumps"),
    ]
    path = write_osm(tmp_path_factory.mktemp("both") / "both.osm", *found, time="2024-01-01T00:00:00Z")
    load_file(graph_server, path)
    return Perto(graph_server)


@pytest.mark.parametrize(
    ("question", "ids"),
    [
        ("hotels without a restaurant within 300 m", {"node/2"}),
        ("hotéis sem restaurante até 300 m", {"node/2"}),
        ("hotels without a restaurant", {"node/2"}),
        ("fountains without drinking water", {"node/4"}),
        ("fontes sem água potável", {"node/4"}),
        ("banks with no ATM within 500 m", {"node/6"}),
        ("bancos sem caixa multibanco até 500 m", {"node/6"}),
        ("banks farther than 500 m from an ATM", {"node/6"}),
        ("petrol stations without a convenience store within 200 m", {"node/8"}),
        ("postos de gasolina a mais de 200 m de uma loja de conveniência", {"node/8"}),
        # of one kind, another one is meant
        ("hotels with no other hotel within 300 m", {"node/1", "node/2"}),
    ],
)
def test_what_a_place_is_itself_it_does_not_lack(question: str, ids: set[str], perto: Perto) -> None:
    answer = perto.ask(question, mode="graph")
    assert answer.outcome == "answered", answer.text
    assert {place.id for place in answer.places} == ids
