"""Which streets connect two others, and whether these meet."""

import pytest

from loader.load import load_file
from queries.graph import Graph
from service import Answer, Perto, Reading
from service.reading import PlaceReading
from tests.graph_dump import empty_graph
from tests.osm_xml import node, way, write_osm


def street(name: str) -> PlaceReading:
    return PlaceReading(kind="street", name=name, relation="along")


@pytest.fixture(scope="module")
def perto(graph_server: Graph, tmp_path_factory: pytest.TempPathFactory) -> Perto:
    """Rua A runs west to east in the south, Rua B in the north; others join them, or only one."""
    empty_graph(graph_server)
    a = [node(10 + i, 41.150, -8.620 + i * 0.001) for i in range(6)]
    b = [node(20 + i, 41.152, -8.620 + i * 0.001) for i in range(6)]
    middle = node(30, 41.151, -8.619)
    found = [
        *a, *b, middle, node(40, 41.149, -8.616), node(41, 41.300, -8.6), node(42, 41.301, -8.6),
        way(101, [10, 11, 12, 13, 14, 15], highway="residential", name="Rua A"),
        way(102, [20, 21, 22, 23, 24, 25], highway="residential", name="Rua B"),
        # one road, two roads of one street, a road without a name, a dead end, and a bridge over both
        way(201, [10, 20], highway="residential", name="Rua Um"),
        way(202, [11, 30], highway="residential", name="Rua Dois"),
        way(203, [30, 21], highway="residential", name="Rua Dois"),
        way(204, [12, 22], highway="unclassified"),
        way(205, [14, 40], highway="residential", name="Rua Sem Saída"),
        node(50, 41.149, -8.6155), node(51, 41.153, -8.6155),
        way(206, [50, 51], highway="residential", name="Ponte", bridge="yes"),
        # another Rua A, far away, meets Rua C
        way(207, [41, 42], highway="residential", name="Rua A"),
        way(208, [42, 43], highway="residential", name="Rua C"), node(43, 41.302, -8.6),
        node(60, 41.1501, -8.6201, amenity="cafe"),
    ]  # fmt: skip
    path = tmp_path_factory.mktemp("ways") / "ways.osm"
    load_file(graph_server, write_osm(path, *found, time="2024-01-01T00:00:00Z"))
    return Perto(graph_server)


def ask(perto: Perto, a: str, b: str) -> Answer:
    return perto.ask(reading=Reading(kind="along", places=(street(a), street(b))), mode="graph")


def test_streets_that_meet_both_connect_them(perto: Perto) -> None:
    for a, b in (("Rua A", "Rua B"), ("rua b", "R. A")):
        answer = ask(perto, a, b)
        assert answer.outcome == "answered"
        assert {(s.id, s.name) for s in answer.streets} == {
            ("street/way/201", "Rua Um"),
            ("street/way/202", "Rua Dois"),
            ("way/204", ""),
        }
        assert answer.total == 3
        assert "do not meet directly" in answer.text
        assert "a road without a name (highway=unclassified)" in answer.text


def test_all_streets_of_a_name_count_and_that_is_told(perto: Perto) -> None:
    answer = ask(perto, "Rua A", "Rua C")
    assert (answer.outcome, answer.streets) == ("answered", ())
    assert "“Rua A” and “Rua C” meet directly" in answer.text
    assert any("2 streets" in note for note in answer.notes)
    again = perto.ask(reading=answer.reading, mode="graph")
    assert (again.reading, again.notes, again.outcome) == (answer.reading, answer.notes, answer.outcome)


def test_streets_that_nothing_connects_are_none(perto: Perto) -> None:
    answer = ask(perto, "Rua B", "Rua C")
    assert (answer.outcome, answer.streets, answer.total) == ("none", (), 0)
    assert answer.text.startswith("No road meets both “Rua B” and “Rua C”")


def test_one_street_alone_is_connected_to_nothing(perto: Perto) -> None:
    answer = perto.ask(reading=Reading(kind="along", places=(street("Rua A"),)), mode="graph")
    assert answer.outcome == "not_understood"
