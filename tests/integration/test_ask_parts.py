"""What a place has by its own tags, what it lacks, and of how many neither is said."""

import pytest

from loader.load import load_file
from queries.graph import Graph
from service import Perto
from tests.graph_dump import empty_graph
from tests.osm_xml import node, write_osm

# a degree of latitude is 111 km
CITY = [
    node(1, 41.150, -8.61, highway="bus_stop", name="A", shelter="yes", bench="no"),
    node(2, 41.151, -8.61, highway="bus_stop", name="B", shelter="no", bench="yes"),
    node(3, 41.152, -8.61, highway="bus_stop", name="C", bin="yes"),
    node(4, 41.153, -8.61, highway="bus_stop", name="D", shelter="pole"),
    node(5, 41.1521, -8.61, amenity="shelter", shelter_type="public_transport"),
    node(6, 41.1501, -8.61, amenity="bench"),
    node(11, 41.160, -8.61, amenity="bank", name="E", atm="yes"),
    node(12, 41.161, -8.61, amenity="bank", name="F", atm="no"),
    node(13, 41.162, -8.61, amenity="bank", name="G"),
    node(21, 41.170, -8.61, amenity="restaurant", name="H", diet__vegetarian="no"),
    node(22, 41.171, -8.61, amenity="restaurant", name="I", diet__vegetarian="only"),
    node(23, 41.172, -8.61, amenity="restaurant", name="J", wheelchair="limited"),
    node(24, 41.173, -8.61, amenity="restaurant", name="K", wheelchair="no"),
    node(31, 41.180, -8.61, tourism="hotel", name="L", stars="4"),
    node(32, 41.181, -8.61, tourism="hotel", name="M", stars="4S"),
    node(33, 41.182, -8.61, tourism="hotel", name="N", stars="5"),
    node(34, 41.183, -8.61, tourism="hotel", name="O"),
    node(41, 41.190, -8.61, amenity="telephone", payment__coins="yes"),
    node(42, 41.191, -8.61, amenity="telephone", payment__coins="no"),
    node(43, 41.192, -8.61, amenity="telephone"),
    node(61, 41.210, -8.61, leisure="park", name="P"),
    node(62, 41.211, -8.61, amenity="pharmacy", opening_hours="Mo-Su 09:00-18:00"),
    node(63, 41.220, -8.61, leisure="park", name="Q"),
    node(64, 41.221, -8.61, amenity="pharmacy", opening_hours="Mo-Fr 09:00-18:00"),
    node(65, 41.230, -8.61, leisure="park", name="R"),
    node(66, 41.231, -8.61, amenity="pharmacy"),
    node(51, 41.195, -8.61, amenity="recycling", recycling__clothes="yes"),
    node(52, 41.196, -8.61, amenity="recycling", recycling__clothes="yes"),
]


@pytest.fixture(scope="module")
def perto(graph: Graph, tmp_path_factory: pytest.TempPathFactory) -> Perto:
    empty_graph(graph)
    load_file(graph, write_osm(tmp_path_factory.mktemp("city") / "city.osm", *CITY))
    return Perto(graph)


@pytest.mark.parametrize(
    ("question", "places", "untold"),
    [
        ("paragens com abrigo", {1, 4}, 1),
        ("paragens sem abrigo", {2}, 1),
        ("bus stops without a shelter", {2}, 1),
        ("stops with a bench", {2}, 2),
        ("paragens sem banco", {1}, 2),
        ("bus stops with a bin", {3}, 3),
        ("paragens sem abrigo e com banco", {2}, 1),
        ("banks with an ATM", {11}, 1),
        ("bancos sem caixa automático", {12}, 1),
        ("restaurants that are not vegetarian", {21}, 2),
        ("restaurantes sem acesso para cadeira de rodas", {24}, 2),
        ("4-star hotels", {31, 32}, 1),
        ("hotéis de 5 estrelas", {33}, 1),
        ("public telephones taking coins", {41}, 1),
    ],
)
def test_the_tag_is_asked_and_what_says_nothing_is_told(
    question: str, places: set[int], untold: int, perto: Perto
) -> None:
    answer = perto.ask(question, mode="graph", limit="all")
    assert {place.id for place in answer.places} == {f"node/{n}" for n in places}
    assert answer.untold == untold


@pytest.mark.parametrize(
    ("question", "places"),
    [
        ("bus stops with a bench within 50 m", {1}),
        ("paragens com abrigo a até 50 m", {3}),
        ("bus stops near a shelter within 50 m", {3}),
    ],
)
def test_with_metres_the_places_near_are_asked(question: str, places: set[int], perto: Perto) -> None:
    answer = perto.ask(question, mode="graph", limit="all")
    assert {place.id for place in answer.places} == {f"node/{n}" for n in places}
    assert answer.untold is None


def test_containers_are_called_what_people_call_them(perto: Perto) -> None:
    assert perto.ask("onde deixo roupa", mode="graph").text.startswith("Há 2 contentores de roupa nos dados")
    assert perto.ask("onde posso deixar roupa usada", mode="graph").total == 2
    assert perto.ask("where can I leave old clothes", mode="graph").text.startswith(
        "There are 2 clothes bank"
    )


@pytest.mark.parametrize(
    ("question", "places"),
    [
        ("parks without a pharmacy open on Sunday within 500 m", {63, 65}),
        ("parques sem farmácia aberta ao domingo a até 500 m", {63, 65}),
        ("parks with a pharmacy open on Sunday within 500 m", {61}),
        ("parks more than 500 m from a pharmacy that is open on Sunday", {63, 65}),
        ("parques com uma farmácia aberta ao domingo a até 500 m", {61}),
    ],
)
def test_hours_of_the_second_kind_may_be_untold(question: str, places: set[int], perto: Perto) -> None:
    answer = perto.ask(question, mode="graph", limit="all")
    assert {place.id for place in answer.places} == {f"node/{n}" for n in places}
    # by the pharmacy that tells no hours one park may or may not belong to the answer
    assert answer.untold == 1
