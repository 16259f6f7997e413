"""What people use freely: "public" is a condition where private ones are common, and access is told."""

import pytest

from loader.load import load_file
from queries.graph import Graph
from service import Perto
from tests.osm_xml import node, square, way, write_osm


@pytest.fixture(scope="module")
def town(graph: Graph, tmp_path_factory: pytest.TempPathFactory) -> Perto:
    pools = [
        node(11, 41.1500, -8.6100, leisure="swimming_pool", access="yes"),
        node(12, 41.1510, -8.6100, leisure="swimming_pool", access="permissive"),
        node(13, 41.1520, -8.6100, leisure="swimming_pool", access="customers", name="Hotel Azul"),
        node(14, 41.1530, -8.6100, leisure="swimming_pool", access="members"),
        node(15, 41.1540, -8.6100, leisure="swimming_pool"),
        node(16, 41.1550, -8.6100, leisure="swimming_pool", access="private"),  # no place of this kind
    ]
    toilets = [
        node(21, 41.1501, -8.6200, amenity="toilets", access="private", name="WC do Clube"),
        node(22, 41.1502, -8.6200, amenity="toilets", access="customers;private"),
        node(23, 41.1503, -8.6200, amenity="toilets", access="yes"),
        node(24, 41.1504, -8.6200, amenity="toilets"),
        node(25, 41.1505, -8.6200, amenity="toilets", access="no"),
    ]
    others = [
        node(31, 41.1500, -8.6201, amenity="cafe", access="private"),  # nobody uses a café freely
        node(41, 41.1501, -8.6101, amenity="school", **{"operator:type": "public", "access": "private"}),
        node(42, 41.1561, -8.6101, amenity="school", **{"operator:type": "private", "access": "yes"}),
        node(51, 41.1600, -8.6300, amenity="parking", access="yes"),
        node(52, 41.1610, -8.6300, amenity="parking", access="customers"),
    ]
    area = [*square(1, 41.15, -8.64), way(1, [1, 2, 3, 4, 1], leisure="park")]
    file = tmp_path_factory.mktemp("town") / "town.osm"
    load_file(graph, write_osm(file, *area, *pools, *toilets, *others))
    return Perto(graph)


@pytest.mark.parametrize(
    ("question", "ids", "untold"),
    [
        ("piscinas públicas", {11, 12}, 1),
        ("public swimming pools", {11, 12}, 1),
        ("quais são as piscinas de acesso público?", {11, 12}, 1),
        ("estacionamentos públicos", {51}, 0),
        ("public car parks", {51}, 0),
        ("escolas públicas", {41}, 0),
        ("public schools", {41}, 0),
        ("escolas e piscinas públicas", {11, 12, 41}, 1),
        ("public schools and pools", {11, 12, 41}, 1),
        ("public schools within 100 m of a public swimming pool", {41}, 0),
        ("piscinas públicas a menos de 100 m de uma escola pública", {11}, 0),
        ("banheiros públicos", {21, 22, 23, 24, 25}, None),
        ("public toilets", {21, 22, 23, 24, 25}, None),
    ],
)
def test_public_is_asked_of_what_may_well_be_private(
    town: Perto, question: str, ids: set[int], untold: int | None
) -> None:
    answer = town.ask(question, mode="graph", limit="all")
    assert {place.id for place in answer.places} == {f"node/{id_}" for id_ in ids}
    assert answer.untold == untold


def test_a_count_of_public_pools_is_of_those_whose_tags_say_so(town: Perto) -> None:
    assert town.ask("quantas piscinas públicas há?", mode="graph").total == 2
    zones = town.ask("which zones have most public swimming pools?", mode="graph", limit="all")
    assert sum(zone.total for zone in zones.zones) == 2


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("banheiros públicos", "Destes lugares, 2 são privados e 1 é só para clientes, segundo o mapa"),
        ("quantas casas de banho há?", "Destes lugares, 2 são privados e 1 é só para clientes"),
        ("public toilets", "Of these places, 2 are private and 1 is for customers only, as the map says"),
        ("how many toilets are within 200 m of a café?", "Of these places, 2 are private and 1 is for"),
    ],
)
def test_an_answer_tells_how_many_are_not_open_to_everyone(town: Perto, question: str, said: str) -> None:
    answer = town.ask(question, mode="graph", limit=1)
    assert answer.total == 5
    assert answer.access is not None
    assert (answer.access.private, answer.access.customers) == (2, 1)
    assert said in answer.text
    assert "find_access" in {statement.name for statement in answer.statements}


def test_each_place_listed_is_marked(town: Perto) -> None:
    answer = town.ask("banheiros", mode="graph", limit="all")
    assert {(place.id, place.access) for place in answer.places} == {
        ("node/21", "private"),
        ("node/22", "customers"),
        ("node/23", None),
        ("node/24", None),
        ("node/25", "private"),
    }
    assert "“WC do Clube” (acesso privado)" in answer.text
    assert "“Hotel Azul” (customers only)" in town.ask("swimming pools", mode="graph", limit="all").text


def test_what_a_place_is_measured_to_is_marked_and_not_counted(town: Perto) -> None:
    answer = town.ask("cafés a menos de 50 m de um banheiro", mode="graph", limit="all")
    assert answer.access is None
    assert {(pair.b.id, pair.b.access) for pair in answer.pairs} == {
        ("node/21", "private"),
        ("node/22", "customers"),
        ("node/23", None),
        ("node/24", None),
    }
    assert {pair.a.access for pair in answer.pairs} == {None}
    assert "“WC do Clube” (acesso privado)" in answer.text


def test_the_nearest_is_marked(town: Perto) -> None:
    answer = town.ask("qual é o banheiro mais próximo de cada café?", mode="graph", limit="all")
    assert {(pair.b.id, pair.b.access) for pair in answer.pairs} == {("node/21", "private")}


@pytest.mark.parametrize("question", ["cafés", "quantas escolas há?", "which zones have most toilets?"])
def test_nothing_is_told_of_other_kinds_nor_of_zones(town: Perto, question: str) -> None:
    answer = town.ask(question, mode="graph", limit="all")
    assert answer.access is None
    assert {place.access for place in answer.places} <= {None}
    assert "find_access" not in {statement.name for statement in answer.statements}


def test_where_all_are_open_nothing_is_said(town: Perto) -> None:
    answer = town.ask("parques", mode="graph")
    assert answer.access is not None
    assert (answer.total, answer.access.private, answer.access.customers) == (1, 0, 0)
    assert "Destes lugares" not in answer.text
