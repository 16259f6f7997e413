"""The edge of the data: a city cut in two, where every answer that changes was marked uncertain."""

import json
from itertools import product
from pathlib import Path

import osmium
import pytest
import shapely

from loader.coverage import read_coverage
from loader.errors import SourceError
from loader.load import load_file, unload
from queries.graph import Graph
from service import Answer, Perto, Reading
from service.reading import PairReading, PlaceReading
from tests.graph_dump import empty_graph
from tests.osm_xml import node, way, write_osm

PORTO = Path(__file__).resolve().parents[3] / "shared" / "osm" / "porto" / "porto_2020_full.osm.pbf"
KINDS = ("park", "recycling", "cafe", "fountain")
RADII_M = (60.0, 300.0, 900.0)


def ask(perto: Perto, *pairs: tuple[str, str, float], **fields: object) -> Answer:
    read = tuple(PairReading(a=(a,), b=(b,), radius_m=radius_m) for a, b, radius_m in pairs)
    reading = Reading.model_validate({"kind": "pairs", "pairs": read, **fields})
    return perto.ask(reading=reading, mode="graph", limit="all")


def cut(source: Path, target: Path, box: osmium.osm.Box, *, whole_ways: bool) -> Path:
    """Write what lies in the box but roads: ways that reach into it whole, or with the nodes inside only."""
    inside, ways, told = set[int](), set[int](), set[int]()
    for element in osmium.FileProcessor(str(source)):
        if element.is_node() and box.contains(element.location):
            inside.add(element.id)
            if element.tags:
                told.add(element.id)
        elif (
            element.is_way() and "highway" not in element.tags and any(n.ref in inside for n in element.nodes)
        ):
            ways.add(element.id)
            told.update(n.ref for n in element.nodes if whole_ways or n.ref in inside)
    kept = {"n": told, "w": ways}
    header = osmium.io.Header()
    header.add_box(box)
    with osmium.SimpleWriter(str(target), header=header, overwrite=True) as writer:
        for element in osmium.FileProcessor(str(source)):
            if element.is_relation():
                if any(m.ref in kept.get(m.type, ()) for m in element.members):
                    writer.add(element)
            elif element.id in kept[element.type_str()]:
                writer.add(element)
    return target


@pytest.mark.parametrize("whole_ways", [True, False], ids=["ways-whole", "ways-cut"])
def test_every_answer_that_differs_in_half_a_city_was_marked(
    whole_ways: bool, tmp_path: Path, graph_server: Graph
) -> None:
    if not PORTO.exists():
        pytest.skip(f"{PORTO.name} is not on this machine")
    everywhere = osmium.osm.Box(-8.618, 41.140, -8.600, 41.152)
    city = cut(PORTO, tmp_path / "city.osm.pbf", everywhere, whole_ways=True)
    west = osmium.osm.Box(-8.618, 41.140, -8.609, 41.152)
    half = cut(city, tmp_path / "half.osm.pbf", west, whole_ways=whole_ways)
    cases = [*product(KINDS, KINDS, RADII_M)]
    perto = Perto(graph_server)

    def answer_all(path: Path) -> tuple[dict[tuple[str, str, float], Answer], set[str]]:
        empty_graph(graph_server)
        load_file(graph_server, path, radius_m=50)  # few NEAR to write
        with graph_server._driver.session() as session:
            ids = {r["id"] for r in session.run("MATCH (p:POI) RETURN p.id AS id")}
        return {case: ask(perto, case) for case in cases}, ids

    whole, _ = answer_all(city)
    part, known = answer_all(half)
    changed = marked = 0
    for case in cases:
        before, after = part[case], whole[case]
        found = {place.id for place in before.places}
        # what is found is certain; what was asked of the half are the places it holds
        assert found <= {place.id for place in after.places}, case
        missed = {p.id for p in after.places if p.id in known} - found
        assert before.uncertain is not None
        assert len(missed) <= before.uncertain, case
        changed += bool(missed)
        marked += bool(before.uncertain)
        if before.uncertain == 0:
            assert "edge of the data" not in before.text
            assert missed == set()
        else:
            assert "past the edge of the data" in before.text
    assert changed > 3
    assert marked < len(cases)


# a box of two kilometres; places at its middle, and near its eastern border
BOX = '<bounds minlat="40.99" minlon="-8.61" maxlat="41.01" maxlon="-8.59"/>'
TOWN = [
    node(1, 41.0, -8.6, amenity="cafe", name="Middle"),
    node(2, 41.0, -8.591, amenity="cafe", name="Edge"),  # 84 m from the border
    node(3, 41.0005, -8.6, amenity="fountain"),
]


@pytest.fixture
def perto(graph_server: Graph) -> Perto:
    empty_graph(graph_server)
    return Perto(graph_server)


@pytest.mark.parametrize(("radius_m", "uncertain"), [(80.0, 0), (90.0, 1)])
def test_what_is_found_is_certain_and_a_search_past_the_edge_is_not(
    radius_m: float, uncertain: int, tmp_path: Path, graph_server: Graph, perto: Perto
) -> None:
    load_file(graph_server, write_osm(tmp_path / "town.osm", *TOWN, box=BOX))
    answer = ask(perto, ("cafe", "fountain", radius_m))
    assert ({p.id for p in answer.places}, answer.uncertain) == ({"node/1"}, uncertain)
    assert all(place.certain for place in answer.places)
    assert ("For 1 café" in answer.text or "For 1 cafe" in answer.text) == bool(uncertain)
    none = ask(perto, ("fountain", "park", radius_m * 100))
    assert (none.outcome, none.uncertain) == ("none", 1)
    assert "edge of the data" in none.text


def test_a_search_at_a_place_named_is_marked_where_it_reaches_past_the_edge(
    tmp_path: Path, graph_server: Graph, perto: Perto
) -> None:
    load_file(graph_server, write_osm(tmp_path / "town.osm", *TOWN, box=BOX))
    for radius_m, uncertain in ((80.0, 0), (90.0, 1)):
        at = PlaceReading(kind="poi", name="Edge", relation="within", radius_m=radius_m)
        reading = Reading(kind="places", services=("fountain",), places=(at,))
        answer = perto.ask(reading=reading, mode="graph", language="pt")
        assert (answer.outcome, answer.uncertain) == ("none", uncertain)
        assert ("passa da borda dos dados" in answer.text) == bool(uncertain)


def test_chains_and_alternatives_carry_what_is_not_known(
    tmp_path: Path, graph_server: Graph, perto: Perto
) -> None:
    load_file(graph_server, write_osm(tmp_path / "town.osm", *TOWN, box=BOX))
    # the fountain is near a cafe; whether that cafe is near a park is not known beyond 900 m
    chained = ask(perto, ("fountain", "cafe", 100.0), ("cafe", "park", 2000.0))
    assert (chained.total, chained.uncertain) == (0, 1)
    sure = ask(perto, ("fountain", "cafe", 100.0), ("cafe", "park", 500.0))
    assert (sure.total, sure.uncertain) == (0, 0)
    # of the cafe at the edge both are not known up to 100 m; up to 50 m it has no park for sure
    for radius_m, of_all, of_any in ((100.0, 1, 1), (50.0, 0, 1)):
        pairs = (("cafe", "fountain", 100.0), ("cafe", "park", radius_m))
        assert ask(perto, *pairs).uncertain == of_all
        assert ask(perto, *pairs, combine="any").uncertain == of_any


def test_without_coverage_the_edge_is_said_to_be_unknown(
    tmp_path: Path, graph_server: Graph, perto: Perto
) -> None:
    path = write_osm(tmp_path / "town.osm", *TOWN)
    load_file(graph_server, path)
    answer = ask(perto, ("cafe", "fountain", 90.0))
    assert answer.uncertain is None
    assert any("not known where the data end" in note for note in answer.notes)
    box = read_coverage("POLYGON ((-8.61 40.99, -8.59 40.99, -8.59 41.01, -8.61 41.01, -8.61 40.99))")
    load_file(graph_server, path, coverage=box)
    assert ask(perto, ("cafe", "fountain", 90.0)).uncertain == 1
    assert load_file(graph_server, path, coverage=box).unchanged


def test_two_extracts_side_by_side_have_no_edge_between_them_unless_one_is_asked_alone(
    tmp_path: Path, graph_server: Graph, perto: Perto
) -> None:
    east = BOX.replace("-8.59", "-8.57").replace("-8.61", "-8.59")
    load_file(graph_server, write_osm(tmp_path / "town.osm", *TOWN, box=BOX))
    load_file(graph_server, write_osm(tmp_path / "east.osm", node(9, 41.0, -8.58, leisure="park"), box=east))
    reading = Reading(kind="pairs", pairs=(PairReading(a=("cafe",), b=("fountain",), radius_m=90.0),))
    assert perto.ask(reading=reading, mode="graph").uncertain == 0
    assert perto.ask(reading=reading, mode="graph", datasets=["town"]).uncertain == 1
    unload(graph_server, "east")
    assert perto.ask(reading=reading, mode="graph").uncertain == 1


def test_an_area_cut_by_the_extract_may_go_on_where_nothing_of_it_is_known(
    tmp_path: Path, graph_server: Graph, perto: Perto
) -> None:
    # three corners of a park are inside, the fourth is missing: what its lines enclose is not known
    corners = [node(20, 41.005, -8.591), node(21, 41.005, -8.598), node(22, 40.995, -8.598)]
    park = way(5, [20, 21, 22, 23, 20], leisure="park")
    load_file(graph_server, write_osm(tmp_path / "town.osm", *TOWN, *corners, park, box=BOX))
    inside = ask(perto, ("cafe", "park", 60.0))
    assert (inside.total, inside.uncertain) == (0, 2)  # the missing corner may be on either side of them


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("nowhere.geojson", "neither a polygon nor a file"),
        ("POLYGON ((0 0, 1 1", "can't be read"),
        ('{"type": "Point", "coordinates": [0, 0]}', "is a Point"),
        ("POLYGON ((0 0, 200 0, 200 50, 0 0))", "not on the Earth"),
        ("POLYGON ((0 0, 1 1, 0 0, 0 0))", "encloses nothing"),
        ('{"no": "type"}', "can't be read"),
    ],
)
def test_a_coverage_that_is_none_is_refused_in_one_line(given: str, message: str) -> None:
    with pytest.raises(SourceError, match=message) as refused:
        read_coverage(given)
    assert "\n" not in str(refused.value)


def test_a_coverage_is_read_from_geojson(tmp_path: Path) -> None:
    ring = [[0, 0], [1, 0], [1, 1], [0, 0]]
    shape = {"type": "Polygon", "coordinates": [ring]}
    path = tmp_path / "area.geojson"
    path.write_text(
        json.dumps({"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": shape}]})
    )
    assert shapely.from_wkt(read_coverage(str(path))).equals(shapely.Polygon(ring))
