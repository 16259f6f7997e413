"""A kind is every scheme that says it and none that contradicts it; the rest is asked for by its tag."""

from collections import Counter
from pathlib import Path

import pytest

from loader.load import load_file
from queries.graph import Graph
from queries.statements.ingest import get_labels
from service import Answer, Perto, Reading
from service.command.listings import list_services
from tests.graph_dump import dump_covered, dump_graph, empty_graph
from tests.osm_xml import node, write_osm

# a degree of latitude is 111 km: each at its own metres from the park
CITY = [
    node(1, 41.15, -8.61, leisure="park", name="Jardim"),
    node(2, 41.1501, -8.61, shop="fishing_tackle", name="Isco"),
    node(3, 41.1502, -8.61, shop="Fishing Tackle"),
    node(4, 41.1503, -8.61, shop="bakery;beads", name="Miga"),
    node(5, 41.1504, -8.61, shop="vacant"),
    node(6, 41.1505, -8.61, shop="yes", amenity="vacuum_cleaner"),
    node(7, 41.1506, -8.61, amenity="drinking_water"),
    node(8, 41.1507, -8.61, amenity="drinking_water", drinking_water="no"),
    node(9, 41.1508, -8.61, amenity="fountain", drinking_water="yes"),
    node(10, 41.1509, -8.61, man_made="water_tap", drinking_water="no"),
    node(11, 41.151, -8.61, amenity="toilets", drinking_water="yes"),
    node(12, 41.152, -8.61, public_transport="stop_position", bus="yes", name="Só"),
    node(13, 41.154, -8.61, public_transport="stop_position", bus="yes", name="Par"),
    node(14, 41.15409, -8.61, public_transport="platform", bus="yes", name="Par"),
    node(15, 41.156, -8.61, public_transport="stop_position", tram="yes", railway="tram_stop"),
    node(16, 41.15609, -8.61, public_transport="platform", tram="yes"),
    node(17, 41.158, -8.61, public_transport="platform", tram="yes", bus="yes"),
    node(18, 41.16, -8.61, leisure="garden", access="private"),
    node(19, 41.1601, -8.61, leisure="garden"),
    node(20, 41.1602, -8.61, healthcare="physiotherapist"),
    node(21, 41.1603, -8.61, amenity="no", office="no"),
]


def ask(perto: Perto, question: str) -> Answer:
    answer = perto.ask(question, mode="graph", limit="all")
    assert answer.outcome in ("answered", "none"), answer.text
    return answer


def found(perto: Perto, question: str) -> set[int]:
    return {int(place.id.partition("/")[2]) for place in ask(perto, question).places}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_osm(tmp_path_factory.mktemp("city") / "city.osm", *CITY)


@pytest.fixture(scope="module")
def perto(graph_server: Graph, path: Path) -> Perto:
    empty_graph(graph_server)
    load_file(graph_server, path)
    return Perto(graph_server)


@pytest.mark.parametrize(
    ("question", "ids"),
    [
        ("shop=fishing_tackle perto de um parque", {2, 3}),
        ("shop=fishing_tackle within 15 m of a park", {2}),
        ("parques até 15 m de shop=fishing_tackle", {1}),
        ("amenity=vacuum_cleaner near a park", {6}),
        ("shop=beads até 100 m de shop=bakery", set()),
        ("shop=bakery perto de um parque", {4}),
        ("leisure=garden within 50 m of healthcare=physiotherapist", {18, 19}),
        ("jardins até 50 m de healthcare=physiotherapist", {19}),
        ("private gardens within 50 m of a physiotherapist", {18}),
        ("pontos de água a até 2 km de um parque", {7, 9, 11}),
        ("drinking fountains within 2 km of a park", {7, 9, 11}),
        ("amenity=drinking_water a até 2 km de um parque", {7, 8}),
        ("paragens de autocarro a até 2 km de um parque", {12, 14, 17}),
        ("tram stops within 2 km of a park", {15, 17}),
        ("lojas a até 100 m de um parque", {2, 3, 4, 6}),
        ("shops within 100 m of a park", {2, 3, 4, 6}),
        ("parques sem shop=fishing_tackle até 5 m", {1}),
        ("parks without shop=fishing_tackle within 20 m", set()),
    ],
)  # fmt: skip
def test_a_question_finds_just_the_places_of_the_kind(question: str, ids: set[int], perto: Perto) -> None:
    assert found(perto, question) == ids


@pytest.mark.parametrize(
    ("question", "total"),
    [
        ("quantas shop=fishing_tackle há?", 2),
        ("how many shop=fishing_tackle are there?", 2),
        ("how many shops are there?", 4),
        ("quantas lojas há?", 4),
        ("quantas shop=toys há?", 0),
        ("how many office=surveyor are there?", 0),
    ],
)
def test_a_count_of_a_tag_is_none_where_there_is_none(question: str, total: int, perto: Perto) -> None:
    answer = ask(perto, question)
    assert (answer.total, answer.outcome) == (total, "answered" if total else "none")


def test_zones_count_what_has_the_tag(perto: Perto) -> None:
    answer = ask(perto, "zones with the most shop=fishing_tackle")
    assert next(zone.counts for zone in answer.zones) == {"shop=fishing_tackle": 2}


def test_a_key_that_is_not_loaded_whole_is_refused(perto: Perto) -> None:
    assert perto.ask("natural=cliff near a park", mode="graph").outcome == "not_understood"


def test_kinds_by_value_are_listed_with_their_counts(perto: Perto, graph_server: Graph) -> None:
    counts = Counter({row["id"]: row["count"] for row in list_services(graph_server)})
    assert counts["shop=fishing_tackle"] == 2
    assert counts["shop=*"] == 4
    assert "shop=bakery" not in counts
    assert get_labels(graph_server)["shop=beads"] == ("beads (shop)", "beads (shop)")


def test_near_is_not_kept_for_them_and_a_second_load_changes_nothing(
    perto: Perto, graph_server: Graph, path: Path
) -> None:
    assert not [row for row in dump_covered(graph_server) if "=" in row.a + row.b]
    before = dump_graph(graph_server, elements=True)
    assert load_file(graph_server, path).unchanged
    assert dump_graph(graph_server, elements=True) == before


def test_a_reading_takes_their_ids(perto: Perto) -> None:
    answer = perto.ask(reading=Reading(kind="count", services=("shop=fishing_tackle",)), mode="graph")
    assert answer.total == 2
