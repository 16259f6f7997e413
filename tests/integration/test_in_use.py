"""Places out of use, from a file to the answer, in both languages."""

from pathlib import Path

import pytest

from loader.load import load_file
from loader.source import Loaded
from queries.graph import Graph
from service import Perto
from tests.graph_dump import empty_graph
from tests.osm_xml import node, write_osm

CASES = Path(__file__).parents[1] / "cases"


@pytest.fixture
def perto(graph_server: Graph) -> Perto:
    empty_graph(graph_server)
    return Perto(graph_server)


@pytest.mark.parametrize(
    "question", ["farmácias até 300 m de um parque", "pharmacies within 300 m of a park"]
)
def test_the_pharmacy_in_use_is_near_the_park_and_no_other(
    question: str, graph_server: Graph, perto: Perto
) -> None:
    report = load_file(graph_server, CASES / "lifecycle.osm")
    answer = perto.ask(question, mode="graph", limit="all")
    assert [(p.a.id, p.b.id, p.distance_m) for p in answer.pairs] == [
        ("node/8020000001", "way/902000001", pytest.approx(20.0, abs=0.01))
    ]
    assert "1 place out of use left out (disused=yes: 1)" in Loaded(report).summary()
    for count in ("quantas farmácias há?", "how many parks are there?"):
        assert perto.ask(count, mode="graph").total == 1


def test_churches_out_of_use_count_and_are_named(tmp_path: Path, graph_server: Graph, perto: Perto) -> None:
    church = {"amenity": "place_of_worship", "religion": "christian"}
    path = write_osm(
        tmp_path / "town.osm",
        node(1, 41.15, -8.61, **church),
        node(2, 41.16, -8.61, abandoned="yes", **church),
        node(3, 41.16, -8.61, amenity="cafe"),
    )
    load_file(graph_server, path)
    for question, said in (
        ("quantas igrejas há?", "1 de town com marca de fora de uso, que contam mesmo assim (node/2)"),
        ("how many churches are there?", "1 of town marked as out of use, and counted all the same (node/2)"),
    ):
        answer = perto.ask(question, mode="graph")
        assert answer.total == 2
        assert [said in note for note in answer.notes].count(True) == 1
        assert said in answer.text
    assert not [note for note in perto.ask("quantos cafés há?", mode="graph").notes if "fora de uso" in note]
