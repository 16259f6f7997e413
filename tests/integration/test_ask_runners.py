"""Places by who runs them: brand, operator, network or name, told by which tag; alike names never merged."""

import pytest

from loader.load import load_file
from queries.graph import Graph
from service import Perto
from service.reading import FilterReading, Reading
from tests.osm_xml import node, way, write_osm


@pytest.fixture(scope="module")
def town(graph: Graph, tmp_path_factory: pytest.TempPathFactory) -> Perto:
    def at(n: int) -> tuple[float, float]:
        return 41.15 + n * 0.0005, -8.61

    places = [
        node(1, *at(1), amenity="atm", operator="Banco Azul"),
        node(2, *at(2), amenity="atm", brand="BANCO AZUL"),
        node(3, *at(3), amenity="atm", network="Rede Verde", operator="Banco Azul do Norte"),
        node(4, *at(4), amenity="atm"),
        node(5, *at(5), amenity="atm", name="Banco Azul"),
        node(6, *at(6), amenity="bank", name="Banco Azul"),
        node(7, *at(7), amenity="atm", operator="Banco Azur"),
        node(11, *at(11), highway="bus_stop", network="Linha Z", name="Praça"),
        node(12, *at(12), highway="bus_stop", operator="Linha Z", name="Largo"),
        node(13, *at(13), highway="bus_stop", network="Linha Y", name="Linha Z"),
        node(14, *at(14), highway="bus_stop", name="Fim"),
        node(21, *at(1), amenity="cafe", name="Café Um"),
        node(22, *at(40), amenity="cafe", name="Café Longe"),
        # a district and a brand of one name
        node(31, *at(3), shop="supermarket", brand="Vila Nova", name="Vila Nova"),
    ]
    district = way(1, [1001, 1002, 1003, 1004, 1001], place="suburb", name="Vila Nova", admin_level="9")
    corners = [
        node(1001, 41.149, -8.62),
        node(1002, 41.149, -8.60),
        node(1003, 41.16, -8.60),
        node(1004, 41.16, -8.62),
    ]
    load_file(graph, write_osm(tmp_path_factory.mktemp("town") / "town.osm", *places, *corners, district))
    return Perto(graph)


def ids(perto: Perto, question: str) -> set[str]:
    answer = perto.ask(question, mode="graph", limit="all")
    assert answer.outcome == "answered", answer.text
    return {place.id.removeprefix("node/") for place in answer.places}


@pytest.mark.parametrize(
    "question",
    [
        "ATMs operated by Banco Azul",
        "ATMs of Banco Azul",
        "caixas multibanco do Banco Azul",
        "caixas multibanco da rede Banco Azul",
        "multibancos do banco azul",
    ],
)
def test_any_tag_that_has_the_name_counts(town: Perto, question: str) -> None:
    assert ids(town, question) == {"1", "2", "5"}


def test_the_answer_tells_which_tags_counted_which_did_not_and_who_does_not_say(town: Perto) -> None:
    answer = town.ask("how many ATMs of Banco Azul are there?", mode="graph")
    (condition,) = answer.conditions
    assert set(condition.tags) == {"operator=Banco Azul", "brand=BANCO AZUL", "name=Banco Azul"}
    assert set(condition.alike) == {"operator=Banco Azul do Norte", "operator=Banco Azur"}
    assert (answer.total, answer.untold, condition.places) == (3, 1, 6)
    assert "Not counted, though alike: “operator=Banco Azul do Norte”" in answer.text
    assert any("brand, operator or network" in said for said in answer.reading.assumptions)


@pytest.mark.parametrize(
    "question",
    ["paragens de autocarro da rede Linha Z", "bus stops of network Linha Z", "bus stops of Linha Z"],
)
def test_a_network_is_told_by_its_own_tag_or_the_operator(town: Perto, question: str) -> None:
    found = ids(town, question)
    # the name of a stop is where it stands, yet it is the name asked for: told by which tag
    assert {"11", "12"} <= found <= {"11", "12", "13"}


def test_the_condition_holds_of_the_second_kind_too(town: Perto) -> None:
    near = town.ask("cafés a menos de 200 m de um multibanco do Banco Azul", mode="graph", limit="all")
    assert {place.id for place in near.places} == {"node/21"}
    far = town.ask("cafés a mais de 200 m de um multibanco do Banco Azul", mode="graph", limit="all")
    assert {place.id for place in far.places} == {"node/22"}


def test_a_misspelt_name_is_offered_and_never_taken(town: Perto) -> None:
    answer = town.ask("multibancos operados pelo Banco Azull", mode="graph")
    assert (answer.outcome, answer.total) == ("not_understood", 0)
    assert answer.problem is not None
    assert any("Banco Azul" in try_ for try_ in answer.problem.try_)


def test_a_name_that_nobody_has_is_not_understood_and_no_none(town: Perto) -> None:
    answer = town.ask("ATMs run by Banco Roxo", mode="graph")
    assert answer.outcome == "not_understood"
    assert answer.problem is not None
    assert answer.problem.part == "Banco Roxo"


def test_a_name_of_an_area_and_of_a_brand_is_refused_with_both(town: Perto) -> None:
    answer = town.ask("supermercados de Vila Nova", mode="graph")
    assert answer.outcome == "not_understood"
    assert "brand=Vila Nova" in answer.text
    assert ids(town, "supermercados da marca Vila Nova") == {"31"}


def test_a_reading_asks_for_it_too(town: Perto) -> None:
    filters = (FilterReading(service="atm", key="run_by", value="banco azul"),)
    answer = town.ask(reading=Reading(kind="places", services=("atm",), filters=filters), mode="graph")
    assert {place.id for place in answer.places} == {"node/1", "node/2", "node/5"}
