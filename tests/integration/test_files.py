"""Files as tools write them, from the file to the answer, in both languages."""

import json
from pathlib import Path
from typing import Any

import pytest

from loader.load import load_file
from queries.graph import Graph
from service import Answer, Perto
from tests.graph_dump import empty_graph
from tests.osm_xml import node, square, way, write_osm

CASES = Path(__file__).parents[1] / "cases"
RING = [10, 11, 12, 13, 10]


@pytest.fixture
def perto(graph_server: Graph) -> Perto:
    empty_graph(graph_server)
    return Perto(graph_server)


def ask(perto: Perto, question: str) -> Answer:
    return perto.ask(question, mode="graph", limit="all")


@pytest.mark.parametrize(
    ("near", "far"),
    [
        ("cafés até 50 m de um parque", "cafés a mais de 100 m de um parque"),
        ("cafes within 50 m of a park", "cafes farther than 100 m from a park"),
    ],
)
def test_a_park_in_two_rows_is_near_both_its_banks(
    near: str, far: str, graph_server: Graph, perto: Perto
) -> None:
    load_file(graph_server, CASES / "rows_of_one_id.geojson")
    assert {(p.a.id, p.b.id, round(p.distance_m, 2)) for p in ask(perto, near).pairs} == {
        ("node/8430000003", "way/943000002", 20.01),
        ("node/8430000001", "relation/4430001", 30.0),
        ("node/8430000002", "relation/4430001", 40.0),
    }
    none = ask(perto, far)
    assert (none.outcome, none.total) == ("none", 0)


@pytest.mark.parametrize("name", ["streams.osm.bz2", "streams.osm.gz"])
def test_every_stream_of_a_packed_file_is_counted(name: str, graph_server: Graph, perto: Perto) -> None:
    load_file(graph_server, CASES / name)
    assert ask(perto, "quantos cafés há?").total == ask(perto, "how many cafes are there?").total == 40
    assert ask(perto, "quantos parques há?").total == 2


def write_geojson(path: Path, *features: tuple[dict[str, Any], Any]) -> Path:
    listed = [{"type": "Feature", "properties": p, "geometry": g} for p, g in features]
    path.write_text(json.dumps({"type": "FeatureCollection", "features": listed}), encoding="utf-8")
    return path


def test_a_place_that_its_exporter_lacked_a_part_of_is_cut_in_answers(
    tmp_path: Path, graph_server: Graph, perto: Perto
) -> None:
    ring = [[-8.61, 41.15], [-8.609, 41.15], [-8.609, 41.151], [-8.61, 41.151], [-8.61, 41.15]]
    park = {"@id": "relation/6", "leisure": "park", "@tainted": True}
    cafe = {"@id": "node/1", "amenity": "cafe"}
    path = write_geojson(
        tmp_path / "town.geojson",
        (park, {"type": "Polygon", "coordinates": [ring]}),
        (cafe, {"type": "Point", "coordinates": [-8.6085, 41.1505]}),
    )
    load_file(graph_server, path, coverage="POLYGON ((-9 41, -8 41, -8 42, -9 42, -9 41))")
    answer = ask(perto, "cafés a mais de 10 m de um parque")
    assert {(place.id, place.certain) for place in answer.places} == {("node/1", False)}
    assert answer.uncertain == 1


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("quantos parques há?", "parques: 1 de town sem forma nos dados"),
        ("how many parks are there?", "parks: 1 of town without their shape in the file"),
    ],
)
def test_parks_whose_nodes_are_lost_are_told_where_parks_are_asked_for(
    question: str, said: str, tmp_path: Path, graph_server: Graph, perto: Perto
) -> None:
    path = write_osm(
        tmp_path / "town.osm",
        node(1, 41.15, -8.61, amenity="cafe"),
        *square(10, 41.15, -8.61),
        way(1, RING, leisure="park"),
        way(2, [90, 91, 92, 90], leisure="park"),
    )
    report = load_file(graph_server, path)
    answer = ask(perto, question)
    assert answer.total == 1
    assert [note for note in answer.notes if note.startswith(said)]
    assert said in answer.text
    assert not [note for note in ask(perto, "quantos cafés há?").notes if "parques" in note]
    assert report.caveats == ("shapeless|park|1|",)
    assert load_file(graph_server, path).unchanged


def test_a_file_that_lost_its_ways_never_answers_as_if_it_were_whole(
    tmp_path: Path, graph_server: Graph, perto: Perto
) -> None:
    box = '<bounds minlat="41" minlon="-9" maxlat="42" maxlon="-8"/>'
    cafe = node(1, 41.15, -8.61, amenity="cafe")
    load_file(graph_server, write_osm(tmp_path / "town.osm", cafe, *square(10, 41.15, -8.61), box=box))
    for question, lost, nodes in (
        ("há parques?", "faltam linhas e áreas em town", "town só tem nós"),
        ("cafés sem parque até 100 m", "faltam linhas e áreas em town", "town só tem nós"),
        ("how many parks are there?", "lines and areas are missing from the file of town", "nodes only"),
    ):
        answer = ask(perto, question)
        assert [note for note in answer.notes if note.startswith(lost)], question
        assert [note for note in answer.notes if nodes in note], question
        assert answer.uncertain is None
    load_file(
        graph_server,
        write_osm(
            tmp_path / "town.osm", cafe, *square(10, 41.15, -8.61), way(1, RING, leisure="park"), box=box
        ),
    )
    assert not [note for note in ask(perto, "há parques?").notes if "town" in note]
