"""Sites of places that stand together, and a data set taken out again."""

from pathlib import Path

import pytest

from loader.errors import SourceError
from loader.load import load_file, unload
from loader.source import load_source, unload_source
from queries.graph import Graph
from queries.statements.datasets import get_datasets
from service import Perto, Reading
from service.command.listings import dataset_line, list_datasets
from service.reading import PairReading
from tests.graph_dump import dump_graph, empty_graph
from tests.osm_xml import node, square, way, write_osm

# 0.0001 degrees of latitude are 11 m
CORNER = [node(n, 41.15 + n * 0.00004, -8.61, amenity="recycling") for n in range(1, 6)]
ALONE = node(9, 41.16, -8.61, amenity="recycling")
CAFES = [
    node(20, 41.1501, -8.61, amenity="cafe", name="A"),
    node(21, 41.15015, -8.61, amenity="cafe", name="B"),
]


@pytest.fixture(autouse=True)
def _empty(graph_server: Graph) -> None:
    empty_graph(graph_server)


def sites(graph: Graph) -> dict[str, str]:
    with graph._driver.session() as session:
        return dict(session.run("MATCH (p:POI) RETURN p.id, p.site_id").values())


def test_one_recycling_corner_is_five_places_and_one_site(tmp_path: Path, graph_server: Graph) -> None:
    path = write_osm(tmp_path / "city.osm", *CORNER, ALONE, *CAFES)
    report = load_file(graph_server, path)
    corner = {f"node/{n}": "node/1" for n in range(1, 6)}
    alone = {id_: id_ for id_ in ("node/9", "node/20", "node/21")}  # cafes of two names are two sites
    assert sites(graph_server) == corner | alone
    assert report.sites == {"cafe": 2, "recycling": 2}
    perto = Perto(graph_server)
    answer = perto.ask(reading=Reading(kind="count", services=("recycling",)), mode="graph", language="pt")
    assert (answer.total, answer.total_sites) == (6, 2)
    assert "6 pontos de reciclagem em 2 locais" in answer.text
    near = PairReading(a=("recycling",), b=("recycling",), radius_m=100.0)
    reading = Reading(kind="pairs", pairs=(near,))
    answer = perto.ask(reading=reading, mode="graph")
    assert (answer.outcome, answer.total_pairs) == ("none", 0)
    assert any(said.startswith("10 pairs of one site") for said in answer.reading.assumptions)
    asked = reading.model_copy(update={"same_site": True})
    assert perto.ask(reading=asked, mode="graph").total_pairs == 10


def test_a_place_mapped_as_node_and_as_area_is_told(tmp_path: Path, graph_server: Graph) -> None:
    area = [*square(30, 41.17, -8.61), way(3, [30, 31, 32, 33, 30], leisure="park", name="P")]
    inside = node(40, 41.1705, -8.6095, leisure="park", name="P")
    report = load_file(graph_server, write_osm(tmp_path / "city.osm", *CORNER, *area, inside))
    assert report.duplicates == [("way/3", "node/40")]
    assert report.sites["park"] == 1
    assert report.shapes_by_service["park"] == {"area": 1, "point": 1}


def test_unloading_leaves_the_graph_as_if_it_had_never_been_loaded(
    tmp_path: Path, graph_server: Graph
) -> None:
    one = write_osm(tmp_path / "one.osm", *CORNER, *CAFES, time="2024-01-01T00:00:00Z")
    two = write_osm(tmp_path / "two.osm", *CORNER[3:], ALONE, time="2023-01-01T00:00:00Z")
    load_file(graph_server, one)
    before = dump_graph(graph_server)
    load_file(graph_server, two)
    report = unload(graph_server, "two")
    assert report.removed == 3
    assert dump_graph(graph_server) == before
    assert load_file(graph_server, one).unchanged
    with pytest.raises(SourceError, match="no data set 'two'; loaded: one"):
        unload(graph_server, "two")
    unload(graph_server, "one")
    assert get_datasets(graph_server) == []
    assert {entry[0] for entry in dump_graph(graph_server)} <= {"Service", "COVERED"}


def test_a_data_set_replaced_by_another_of_its_name_is_told(tmp_path: Path, graph_server: Graph) -> None:
    (tmp_path / "porto").mkdir()
    (tmp_path / "lisbon").mkdir()
    first = write_osm(tmp_path / "porto" / "map.osm", *CORNER)
    less = write_osm(tmp_path / "less.osm", *CORNER[:3], ALONE)
    other = write_osm(tmp_path / "lisbon" / "map.osm", *CAFES)
    done = load_source(graph_server, first, embed=False)
    assert (done.graph.before, done.graph.removed, done.graph.shared) == (None, 0, 0)
    assert "before" not in done.summary()
    assert done.summary().startswith("map: 5 places, 0 roads and 0 areas from map.osm, in ")
    done = load_source(graph_server, less, dataset="map", embed=False)
    assert (done.graph.before, done.graph.removed, done.graph.shared) == ("map.osm", 2, 3)
    both = "; to have both, load that again with --dataset and another NAME"
    assert f"  2 removed that map held before, from map.osm{both}" in done.summary().splitlines()
    done = load_source(graph_server, write_osm(less, ALONE), dataset="map", embed=False)
    assert "  3 removed that map held before, from less.osm" in done.summary().splitlines()
    done = load_source(graph_server, other, embed=False)
    assert (done.graph.before, done.graph.removed, done.graph.shared) == ("less.osm", 1, 0)
    assert f"  replaced: map held 1 others before, from less.osm{both}" in done.summary().splitlines()
    assert [dataset.id for dataset in get_datasets(graph_server)] == ["map"]
    assert load_source(graph_server, other, embed=False).graph.shared == 2


def test_what_the_newer_of_two_told_is_to_be_told_by_the_older_one_again(
    tmp_path: Path, graph_server: Graph
) -> None:
    old = write_osm(tmp_path / "old.osm", node(1, 41.15, -8.61, amenity="cafe", name="Old"))
    new = write_osm(
        tmp_path / "new.osm", node(1, 41.15, -8.61, amenity="cafe", name="New"), time="2024-01-01T00:00:00Z"
    )
    load_file(graph_server, old)
    alone = dump_graph(graph_server)
    load_file(graph_server, new)
    done = unload_source(graph_server, "new", embed=False)
    assert done.farewell().splitlines() == [
        "new is out: 1 elements removed",
        "  left with a flaw: old, 1 of its places, roads and areas are as new told them: load it again",
    ]
    assert {d.id: d.inherited for d in get_datasets(graph_server)} == {"old": 1}
    [row] = list_datasets(graph_server)
    assert dataset_line(row).endswith("; 1 things are as a data set taken out told them: load again")
    perto, reading = Perto(graph_server), Reading(kind="count", services=("cafe",))
    for language, said in (
        ("en", "1 of the places, roads and areas of old are"),
        ("pt", "carregue old de novo"),
    ):
        answer = perto.ask(reading=reading, mode="graph", language=language)
        assert [said in note for note in answer.notes].count(True) == 1
    load_file(graph_server, old)
    assert dump_graph(graph_server) == alone
    assert perto.ask(reading=reading, mode="graph").notes == ()


def test_what_two_are_left_to_is_inherited_by_the_newer_of_them(tmp_path: Path, graph_server: Graph) -> None:
    cafe = (41.15, -8.61)
    shared = [node(2, 41.16, -8.61, amenity="bar"), way(7, [2, 3], highway="primary", name="R")]
    area = [*square(10, 41.1, -8.6), way(8, [10, 11, 12, 13, 10], place="suburb", name="S")]
    files = [
        write_osm(
            tmp_path / f"{name}.osm",
            node(1, *cafe, amenity="cafe", name=name),
            node(3, 41.161, -8.61),
            *shared,
            *area,
            time=f"202{year}-01-01T00:00:00Z",
        )
        for year, name in enumerate(("one", "two", "three"))
    ]
    for file in files:
        load_file(graph_server, file)
    before = dump_graph(graph_server)
    unload(graph_server, "three")
    # what all tell alike is no one's own
    assert {d.id: d.inherited for d in get_datasets(graph_server)} == {"one": 0, "two": 1}
    load_file(graph_server, files[0])
    assert {d.id: d.inherited for d in get_datasets(graph_server)} == {"one": 0, "two": 1}
    load_file(graph_server, files[2])
    assert {d.id: d.inherited for d in get_datasets(graph_server)} == {"one": 0, "two": 0, "three": 0}
    assert dump_graph(graph_server) == before
    for name in ("three", "two"):
        unload(graph_server, name)
    assert {d.id: d.inherited for d in get_datasets(graph_server)} == {"one": 1}


def test_an_unload_that_breaks_off_is_finished_by_unloading_again(
    tmp_path: Path, graph_server: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = write_osm(tmp_path / "one.osm", *CAFES)
    load_file(graph_server, one)
    before = dump_graph(graph_server)
    load_file(graph_server, write_osm(tmp_path / "two.osm", *CORNER, ALONE))

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("pulled out")

    with monkeypatch.context() as patch:
        patch.setattr("loader.write.sync_near", fail)
        with pytest.raises(RuntimeError, match="pulled out"):
            unload(graph_server, "two")
    assert {d.id: d.state for d in get_datasets(graph_server)} == {"one": "complete", "two": "loading"}
    unload(graph_server, "two")
    assert dump_graph(graph_server) == before
