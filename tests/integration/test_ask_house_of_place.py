"""A place that stands in the house that is named is near it like any other."""

import pytest

from loader.load import load_file
from queries.graph import Graph
from service import Perto
from tests.osm_xml import node, way, write_osm


@pytest.fixture(scope="module")
def perto(graph: Graph, tmp_path_factory: pytest.TempPathFactory) -> Perto:
    address = {"addr:street": "Rua Alta", "addr:housenumber": "5"}
    elements = [
        node(1, 41.1500, -8.6100, amenity="pharmacy", name="Farmácia Alta", **address),
        node(2, 41.1513, -8.6100, amenity="pharmacy", name="Farmácia Longe"),
        node(3, 41.1499, -8.6110),
        node(4, 41.1499, -8.6090),
        way(1, [3, 4], highway="residential", name="Rua Alta"),
    ]
    load_file(graph, write_osm(tmp_path_factory.mktemp("street") / "street.osm", *elements))
    return Perto(graph)


@pytest.mark.parametrize(
    ("question", "ids"),
    [
        ("pharmacies within 20 m of Rua Alta, 5", {"node/1"}),
        ("farmácias na Rua Alta, 5", {"node/1"}),
        ("a farmácia mais próxima da Rua Alta, 5", {"node/1"}),
        ("pharmacies near Rua Alta, 5", {"node/1", "node/2"}),
        ("farmácias a mais de 20 m da Rua Alta, 5", {"node/2"}),
    ],
)
def test_the_place_in_the_house_is_found(perto: Perto, question: str, ids: set[str]) -> None:
    answer = perto.ask(question, mode="graph", limit="all")
    assert {place.id for place in answer.places} == ids
