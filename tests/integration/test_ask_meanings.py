"""A word for a tag stands for every value that says it; what no tag says is told, in numbers and words."""

from pathlib import Path

import pytest

from loader.load import load_file
from queries.graph import Graph
from service import Perto
from tests.osm_xml import node, square, way, write_osm

CASES = Path(__file__).resolve().parents[1] / "cases"
A, B, C, D, E, F, G = (f"node/839000000{n}" for n in range(1, 8))


@pytest.fixture(scope="module")
def churches(graph: Graph) -> Perto:
    load_file(graph, CASES / "denominations.osm")
    return Perto(graph)


@pytest.mark.parametrize(
    "question",
    [
        "igrejas católicas até 300 m de um parque",
        "Catholic churches within 300 m of a park",
        "quais as igrejas católicas a menos de 300 metros de um parque?",
    ],
)
def test_churches_of_every_catholic_denomination_are_near_the_park(churches: Perto, question: str) -> None:
    answer = churches.ask(question, mode="graph", limit="all")
    metres = {(pair.a.id, pair.b.id, round(pair.distance_m)) for pair in answer.pairs}
    park = "way/939000001"
    assert metres == {(A, park, 60), (B, park, 90), (C, park, 140), (D, park, 180), (E, park, 220)}
    assert (answer.total, answer.untold) == (5, 1)
    (condition,) = answer.conditions
    assert set(condition.tags) == {
        "denomination=catholic",
        "denomination=greek_catholic",
        "denomination=roman_catholic",
    }
    assert (condition.places, condition.met, condition.untold) == (7, 5, 1)
    assert "denomination=greek_catholic" in answer.text


def test_a_count_tells_how_many_churches_do_not_say(churches: Perto) -> None:
    answer = churches.ask("quantas igrejas católicas há?", mode="graph")
    assert (answer.total, answer.untold) == (5, 1)
    assert "1 de 7 igrejas não diz se é assim" in answer.text
    english = churches.ask("how many Catholic churches are there?", mode="graph")
    assert (english.total, english.untold) == (5, 1)
    assert "1 of 7 churches does not say whether it is so" in english.text
    assert churches.ask("quantas igrejas há?", mode="graph").untold is None


def test_none_claims_no_more_than_the_tags_say(churches: Perto) -> None:
    answer = churches.ask("igrejas ortodoxas até 300 m de um parque", mode="graph")
    assert (answer.outcome, answer.total, answer.untold) == ("none", 0, 1)
    assert "1 de 7 igrejas não diz se é assim" in answer.text


def test_zones_and_comparisons_tell_what_is_not_said(churches: Perto) -> None:
    zones = churches.ask("which zones have most Catholic churches?", mode="graph", limit="all")
    assert sum(zone.total for zone in zones.zones) == 5
    assert sum(zone.untold or 0 for zone in zones.zones) == zones.untold == 1
    sides = churches.ask("há mais igrejas católicas ou igrejas batistas?", mode="graph").sides
    if sides:  # told by kind of place where the kinds differ
        assert all(side.untold == 1 for side in sides)


@pytest.fixture(scope="module")
def town(graph: Graph, tmp_path_factory: pytest.TempPathFactory) -> Perto:
    schools = [
        node(11, 41.1500, -8.6100, amenity="school", **{"operator:type": "public"}),
        node(12, 41.1501, -8.6100, amenity="school", **{"operator:type": "government"}),
        node(13, 41.1502, -8.6100, amenity="school", **{"operator:type": "private"}),
        node(14, 41.1503, -8.6100, amenity="school"),
        node(15, 41.1700, -8.6100, amenity="school", **{"operator:type": "unknown"}),
    ]
    cafes = [
        node(21, 41.1505, -8.6100, amenity="cafe"),  # near public ones
        node(22, 41.1695, -8.6100, amenity="cafe"),  # near one that does not say
        node(23, 41.1900, -8.6100, amenity="cafe"),  # near none
    ]
    park = [*square(1, 41.15, -8.62), way(1, [1, 2, 3, 4, 1], leisure="park")]
    load_file(graph, write_osm(tmp_path_factory.mktemp("town") / "town.osm", *park, *schools, *cafes))
    return Perto(graph)


@pytest.mark.parametrize(
    ("question", "ids", "untold"),
    [
        ("escolas públicas", {11, 12}, 2),
        ("public schools", {11, 12}, 2),
        ("private schools", {13}, 2),
        ("cafés a menos de 300 m de uma escola pública", {21}, 1),
        ("cafés a mais de 300 m de uma escola pública", {22, 23}, 1),
        ("cafes farther than 300 m from a public school", {22, 23}, 1),
        ("escolas públicas a menos de 200 m de um café", {11, 12}, 2),
    ],
)
def test_what_is_not_said_is_neither_yes_nor_no(
    town: Perto, question: str, ids: set[int], untold: int
) -> None:
    answer = town.ask(question, mode="graph", limit="all")
    assert {place.id for place in answer.places} == {f"node/{id_}" for id_ in ids}
    assert answer.untold == untold


def test_the_nearest_tells_that_another_may_be_nearer(town: Perto) -> None:
    answer = town.ask("qual é a escola pública mais próxima de cada café?", mode="graph", limit="all")
    assert {(pair.a.id, pair.b.id) for pair in answer.pairs} == {
        ("node/21", "node/12"),
        ("node/22", "node/12"),
        ("node/23", "node/12"),
    }
    assert answer.untold == 3
