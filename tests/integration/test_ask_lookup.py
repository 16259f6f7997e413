"""What is told of one thing that is named, against counts over the places as they were written."""

from collections import Counter

import h3
import pytest

from loader.load import load_file
from queries.graph import Graph
from service import Answer, Perto, Reading
from service.reading import PlaceReading
from tests.graph_dump import empty_graph
from tests.osm_xml import node, square, way, write_osm

BOX = '<bounds minlat="41.0" minlon="-8.7" maxlat="41.3" maxlon="-8.5"/>'
CAFES = {201: (41.1505, -8.6105), 202: (41.1507, -8.6103), 203: (41.1505, -8.6085), 204: (41.1501, -8.6101)}


def town() -> list[str]:
    """Two districts side by side in a city, a park across their border, and a street through both."""
    return [
        *square(1, 41.150, -8.611),
        *square(11, 41.150, -8.610),
        *square(21, 41.140, -8.620, 0.02),
        way(101, [1, 2, 3, 4, 1], boundary="administrative", admin_level="10", name="Oeste"),
        way(102, [11, 12, 13, 14, 11], boundary="administrative", admin_level="10", name="Leste"),
        way(103, [21, 22, 23, 24, 21], boundary="administrative", admin_level="8", name="Cidade"),
        *(node(i, *at, amenity="cafe", name=f"Café {i}") for i, at in CAFES.items()),
        node(205, 41.1502, -8.6107, amenity="fountain", wheelchair="yes", note="secret"),
        *square(31, 41.1502, -8.6103, 0.0004),
        way(
            206, [31, 32, 33, 34, 31], leisure="park", name="Parque da Raia", access="yes", operator="Cidade"
        ),
        *(node(50 + i, 41.1500, -8.6115 + i * 0.0005) for i in range(6)),
        way(301, [50, 51, 52], highway="residential", name="Rua A"),
        way(302, [52, 53, 54], highway="pedestrian", name="Rua A"),
        # past the edge of what the file holds whole
        *square(41, 41.1500, -8.7005, 0.001),
        way(104, [41, 42, 43, 44, 41], boundary="administrative", admin_level="10", name="Beira"),
        node(207, 41.1505, -8.6996, amenity="cafe"),
    ]


@pytest.fixture(scope="module")
def perto(graph: Graph, tmp_path_factory: pytest.TempPathFactory) -> Perto:
    empty_graph(graph)
    path = tmp_path_factory.mktemp("town") / "town.osm"
    load_file(graph, write_osm(path, *town(), box=BOX, time="2024-01-01T00:00:00Z"))
    return Perto(graph)


def ask(perto: Perto, name: str, kind: str = "poi") -> Answer:
    place = PlaceReading.model_validate({"kind": kind, "name": name, "relation": "in"})
    answer = perto.ask(reading=Reading(kind="lookup", places=(place,)), mode="graph", limit="all")
    assert answer.outcome == "answered", answer.text
    return answer


def test_a_place_is_told_with_kinds_tags_and_where_it_lies(perto: Perto) -> None:
    answer = ask(perto, "parque da raia")
    [place] = answer.places
    assert (place.id, place.services) == ("way/206", ("park",))
    assert place.tags is not None
    assert {"access=yes", "operator=Cidade", "leisure=park"} <= set(place.tags)
    assert answer.total == 1
    for told in (
        "with public access",
        "“operator=Cidade”",
        "“Oeste” (way/101)",
        "“Leste” (way/102)",
        "“Cidade” (way/103)",
    ):
        assert told in answer.text
    for resolution in (7, 8, 9):
        assert h3.latlng_to_cell(place.latitude, place.longitude, resolution) in answer.text
    assert "“Rua A”" in answer.text
    assert "of “Café 2" in answer.text
    assert "2024-01-01 (“town”)" in answer.text


def test_a_place_without_a_name_is_told_by_its_id(perto: Perto) -> None:
    answer = ask(perto, "node/205")
    assert [p.id for p in answer.places] == ["node/205"]
    assert "wheelchair accessible" in answer.text
    assert "“wheelchair=yes”" in answer.citations[1].fact
    assert "node/205" in answer.text
    assert "secret" not in answer.text


@pytest.mark.parametrize(
    ("name", "counts", "across"),
    [
        # three quarters of the park lie in the west
        ("Oeste", {"cafe": 3, "fountain": 1, "park": 1}, 0),
        ("Leste", {"cafe": 0, "park": 0}, 1),
        ("Cidade", {"cafe": 4, "fountain": 1, "park": 1}, 0),
    ],
)
def test_an_area_is_told_by_what_counts_in_it(
    name: str, counts: dict[str, int], across: int, perto: Perto
) -> None:
    answer = ask(perto, name, "area")
    [area] = answer.areas
    assert Counter(area.counts) == Counter({service: n for service, n in counts.items() if n})
    assert not area.partial
    assert ("there only in part, and counted beside it: 1 park" in answer.text) == bool(across)
    # a city does not lie in the district that its point is in
    assert (
        ("It lies in" in answer.text)
        == ("It lies in “Cidade” (way/103)" in answer.text)
        == (name != "Cidade")
    )


def test_an_area_past_the_edge_of_the_data_is_partial(perto: Perto) -> None:
    answer = ask(perto, "Beira", "area")
    assert answer.areas[0].partial
    assert "do not cover all of it" in answer.text


@pytest.mark.parametrize("resolution", [7, 8, 9])
def test_a_cell_is_told_by_what_counts_in_it(resolution: int, perto: Perto) -> None:
    cells = Counter(h3.latlng_to_cell(*at, resolution) for at in CAFES.values())
    for cell, cafes in cells.items():
        [zone] = ask(perto, cell, "zone").zones
        assert (zone.id, zone.resolution) == (cell, resolution)
        assert zone.counts["cafe"] == cafes
        assert (zone.latitude, zone.longitude) == pytest.approx(h3.cell_to_latlng(cell))


def test_a_street_is_told_by_its_roads_and_what_lies_along_them(perto: Perto) -> None:
    answer = ask(perto, "Rua A", "street")
    assert {(s.id, s.name) for s in answer.streets} == {("street/way/301", "Rua A")}
    assert answer.counts == {"cafe": 1, "fountain": 1, "park": 1}
    assert "highway=pedestrian, residential" in answer.text
    assert "“Oeste” (way/101)" in answer.text or "“Cidade” (way/103)" in answer.text


def test_coordinates_are_told_by_areas_cells_and_what_is_around(perto: Perto) -> None:
    answer = ask(perto, "41.1505, -8.6106")
    assert [area.id for area in answer.areas] == ["way/101", "way/103"]
    assert answer.places[0].id == "node/201"
    assert answer.places[0].distance_m == pytest.approx(8.39, abs=0.05)
    for resolution in (7, 8, 9):
        assert h3.latlng_to_cell(41.1505, -8.6106, resolution) in answer.text


def test_while_a_load_runs_the_shapes_are_counted_not_the_edges(perto: Perto, graph: Graph) -> None:
    names = [("Oeste", "area"), ("Leste", "area"), ("Rua A", "street")]
    settled = [ask(perto, name, kind) for name, kind in names]
    with graph._driver.session() as session:
        session.run("MATCH (d:Dataset) SET d.state = 'loading'").consume()
        session.run(
            "MATCH (p:POI)-[r:IN_AREA]->(a) CREATE (p)-[:WAS_IN {share: r.share}]->(a) DELETE r"
        ).consume()
        session.run(
            "MATCH (p:POI)-[r:ALONG]->(a) CREATE (p)-[:WAS_AT {dist_m: r.dist_m}]->(a) DELETE r"
        ).consume()
    try:
        loading = [ask(perto, name, kind) for name, kind in names]
    finally:
        with graph._driver.session() as session:
            session.run(
                "MATCH (p)-[r:WAS_IN]->(a) CREATE (p)-[:IN_AREA {share: r.share}]->(a) DELETE r"
            ).consume()
            session.run(
                "MATCH (p)-[r:WAS_AT]->(a) CREATE (p)-[:ALONG {dist_m: r.dist_m}]->(a) DELETE r"
            ).consume()
            session.run("MATCH (d:Dataset) SET d.state = 'complete'").consume()
    assert [[area.counts for area in a.areas] for a in loading] == [
        [area.counts for area in a.areas] for a in settled
    ]
    assert [a.counts for a in loading] == [a.counts for a in settled]


def test_a_look_up_is_of_one_thing(perto: Perto) -> None:
    answer = perto.ask(reading=Reading(kind="lookup"), mode="graph")
    assert answer.outcome == "not_understood"
