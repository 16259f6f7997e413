"""Streets, ALONG and IN_AREA follow the places, roads and areas of the graph; checked by brute force."""

from pathlib import Path

import pytest
import shapely
from pyproj import Geod

from loader.load import load_file
from queries.graph import Graph
from queries.statements.lookups import find_surroundings
from service import Perto
from tests.brute_force import pairs
from tests.graph_dump import dump_graph, empty_graph
from tests.osm_xml import node, relation, square, way, write_osm

PORTO = Path(__file__).resolve().parents[3] / "shared" / "osm" / "porto" / "porto_2020_full.osm.pbf"

CENTRE = shapely.box(-8.65, 41.12, -8.57, 41.17)
# about 110 m by 84 m; the suburb to the east shares a border with it
WEST = shapely.box(-8.611, 41.150, -8.610, 41.151)


def town(*, later: bool = False) -> list[str]:
    """Two suburbs side by side, streets, and places in, across, along and outside their borders."""
    found = [*square(1, 41.150, -8.611), *square(11, 41.150, -8.610)]
    found += [
        way(101, [1, 2, 3, 4, 1], place="suburb", name="Oeste", admin_level="9", name__en="West"),
        way(102, [11, 12, 13, 14, 11], place="suburb", name="Leste" if later else "Este"),
        node(103, 41.1502, -8.6108, place="neighbourhood", name="Oeste"),
        node(104, 41.1502, -8.6088, place="neighbourhood", name="Ponto"),
        relation(105, [("way", 999, "outer")], type="boundary", boundary="administrative", name="Cortada"),
        way(106, [1, 2, 3, 4, 1], boundary="administrative", name="Oeste"),
        way(107, [1, 2], boundary="administrative", name="Oeste"),
    ]
    found += [
        node(201, 41.1505, -8.6105, amenity="cafe", name="Inside"),
        node(202, 41.1505, -8.6100, amenity="cafe", name="On the border"),
        node(203, 41.1505, -8.6085, amenity="cafe", name="Outside"),
        node(204, 41.1507, -8.6095 if not later else -8.6080, amenity="fountain"),
        *square(31, 41.1502, -8.6103, 0.0004),
        way(205, [31, 32, 33, 34, 31], leisure="park", name="Across"),
        *square(41, 41.151, -8.6105, 0.0003),
        way(206, [41, 42, 43, 44, 41], leisure="park", name="Beside"),
    ]
    # two roads of one name that meet, one that only crosses, a third of the name far away
    found += [
        *(node(50 + i, 41.1500, -8.6115 + i * 0.0005) for i in range(6)),
        node(61, 41.1497, -8.6110),
        node(62, 41.1503, -8.6110),
        node(63, 41.1600, -8.6110),
        node(64, 41.1600, -8.6100),
        way(301, [50, 51, 52], highway="residential", name="Rua A"),
        way(302, [52, 53, 54], highway="pedestrian", name="Rua B" if later else "RUA  Á"),
        way(303, [54, 55], highway="service", name="Rua A"),
        way(304, [61, 62], highway="living_street", name="Rua C"),
        way(305, [63, 64], highway="motorway", name="Rua A"),
        way(306, [51, 61], highway="unclassified"),
    ]
    return found


@pytest.fixture(autouse=True)
def _empty(graph_server: Graph) -> None:
    empty_graph(graph_server)


@pytest.fixture
def loaded(graph_server: Graph, tmp_path: Path) -> Graph:
    load_file(graph_server, write_osm(tmp_path / "town.osm", *town(), time="2024-01-01T00:00:00Z"))
    return graph_server


def read(graph: Graph, cypher: str) -> set[tuple[object, ...]]:
    with graph._driver.session() as session:
        return {tuple(record.values()) for record in session.run(cypher)}


def shapes(graph: Graph, label: str) -> list[dict[str, object]]:
    with graph._driver.session() as session:
        rows = session.run(f"MATCH (n:{label}) RETURN n.id AS id, n.geometry AS wkt, n.location AS at").data()
    return [
        {"id": f"{label} {r['id']}", "shape": r["wkt"] or (r["at"].y, r["at"].x)}
        for r in rows
        if r["wkt"] or r["at"]
    ]


def is_central(shape: object) -> bool:
    at = shapely.from_wkt(shape) if isinstance(shape, str) else shapely.Point(shape[1], shape[0])  # type: ignore[index]
    return bool(shapely.covers(CENTRE, at))


def assert_along_is_true(graph: Graph) -> None:
    """Check ALONG by brute force, which needs shapes that fit on one plane: those of the city's middle."""
    places, roads = ([s for s in shapes(graph, label) if is_central(s["shape"])] for label in ("POI", "Road"))
    known = {shape["id"] for shape in (*places, *roads)}
    found = read(graph, "MATCH (p:POI)-[a:ALONG]->(r:Road) RETURN 'POI ' + p.id, 'Road ' + r.id, a.dist_m")
    metres = {(place, road): dist_m for place, road, dist_m in found if {place, road} <= known}
    wanted = pairs(places, roads, 50.01)
    assert metres.keys() <= wanted.keys()
    assert {pair for pair, m in wanted.items() if m <= 49.99} <= metres.keys()
    assert all(metres[pair] == pytest.approx(wanted[pair], abs=0.01) for pair in metres)


def test_connected_roads_of_one_name_are_one_street(loaded: Graph) -> None:
    assert read(loaded, "MATCH (r:Road)-[:PART_OF]->(s:Street) RETURN r.id, s.id, s.name, s.name_key") == {
        ("way/301", "street/way/301", "Rua A", "rua a"),
        ("way/302", "street/way/301", "Rua A", "rua a"),
        ("way/304", "street/way/304", "Rua C", "rua c"),
        ("way/305", "street/way/305", "Rua A", "rua a"),
    }


def test_places_within_50_m_of_a_road_lie_along_it(loaded: Graph) -> None:
    assert_along_is_true(loaded)
    assert ("way/205",) in read(loaded, "MATCH (p:POI)-[:ALONG]->(:Road {id: 'way/302'}) RETURN p.id")


def test_places_lie_along_a_road_across_the_antimeridian(graph_server: Graph, tmp_path: Path) -> None:
    elements = [
        node(21, -16.5, 179.999),
        node(22, -16.5, -179.999),
        way(302, [21, 22], highway="primary", name="Across"),
        node(211, -16.4999, 179.9992, amenity="cafe"),
        node(212, -16.4999, -179.9992, amenity="cafe"),
        node(213, -16.4999, 0, amenity="cafe"),
    ]
    load_file(graph_server, write_osm(tmp_path / "across.osm", *elements))
    answer = Perto(graph_server).ask("cafes along Across", mode="graph")
    assert {place.id for place in answer.places} == {"node/211", "node/212"}
    assert read(graph_server, "MATCH (p:POI)-[:ALONG]->(r:Road) RETURN p.id, r.id") == {
        ("node/211", "way/302"),
        ("node/212", "way/302"),
    }


def test_what_stands_at_a_pole_has_surroundings(graph_server: Graph, tmp_path: Path) -> None:
    elements = [
        node(1, 90, 0, amenity="cafe", name="Pole"),
        node(2, 90, 90, amenity="cafe"),
        node(3, 89.999, 180, amenity="cafe", name="Beside"),
        node(4, -90, 0, amenity="cafe", name="South"),
    ]
    load_file(graph_server, write_osm(tmp_path / "poles.osm", *elements))
    rows: dict[str, list[str]] = {f"node/{n}": [] for n in (1, 2, 3, 4)}
    found = find_surroundings(graph_server, rows=rows, within_m=250.0)
    named = {id_: [n.name for n in here.neighbours] for id_, here in found.items()}
    assert named == {"node/1": [], "node/2": ["Pole", "Beside"], "node/3": [], "node/4": []}


def test_a_place_is_in_an_area_when_they_share_more_than_a_border_or_it_is_on_it(loaded: Graph) -> None:
    found = read(loaded, "MATCH (p:POI)-[i:IN_AREA]->(a:Area) RETURN p.id, a.id, round(i.share, 6)")
    assert found == {
        ("node/201", "way/101", 1.0),
        ("way/205", "way/101", 0.75),
        ("way/205", "way/102", 0.25),
        ("node/204", "way/102", 1.0),
        # one has an admin_level and one has none, so that they do not compete
        ("node/202", "way/101", 1.0),
        ("node/202", "way/102", 1.0),
    }
    found = read(loaded, "MATCH (p:POI)-[:ON_BORDER]->(a:Area) RETURN p.id, a.id")
    assert found == {("node/202", "way/101"), ("node/202", "way/102")}


def test_areas_keep_names_levels_and_why_nothing_is_in_them(loaded: Graph) -> None:
    assert read(
        loaded,
        "MATCH (a:Area) RETURN a.id, a.name, a.name_key, a.kind, a.admin_level, a.geometry IS NOT NULL, "
        "a.location IS NOT NULL",
    ) == {
        ("way/101", "Oeste", "oeste", "suburb", 9, True, True),
        ("way/102", "Este", "este", "suburb", None, True, True),
        ("node/103", "Oeste", "oeste", "neighbourhood", None, False, True),
        ("node/104", "Ponto", "ponto", "neighbourhood", None, False, True),
        ("relation/105", "Cortada", "cortada", "administrative", None, False, False),
    }
    ((alt_name, area_m2),) = read(loaded, "MATCH (a:Area {id: 'way/101'}) RETURN a.alt_names[0], a.area_m2")
    assert alt_name == "West"
    assert area_m2 == pytest.approx(Geod(ellps="WGS84").geometry_area_perimeter(WEST)[0], rel=1e-4)


def test_what_is_derived_follows_the_next_extract_and_goes_with_the_last(
    graph_server: Graph, tmp_path: Path
) -> None:
    path = write_osm(tmp_path / "town.osm", *town(later=True), time="2024-02-01T00:00:00Z")
    load_file(graph_server, path)
    whole = dump_graph(graph_server)
    empty_graph(graph_server)
    old = write_osm(tmp_path / "a.osm", *town(), time="2024-01-01T00:00:00Z")
    load_file(graph_server, old, dataset="town")
    load_file(graph_server, path)
    assert dump_graph(graph_server) == whole
    before = dump_graph(graph_server, elements=True)
    assert load_file(graph_server, path).unchanged
    assert dump_graph(graph_server, elements=True) == before
    only = write_osm(
        tmp_path / "town2.osm", node(1, 41.15, -8.61, amenity="cafe"), time="2024-03-01T00:00:00Z"
    )
    load_file(graph_server, only, dataset="town")
    assert read(graph_server, "MATCH (n:Area|Street|Road) RETURN n.id") == set()


def test_other_classes_of_roads_replace_those_loaded_before(loaded: Graph, tmp_path: Path) -> None:
    path = write_osm(tmp_path / "town.osm", *town(), time="2024-01-01T00:00:00Z")
    report = load_file(loaded, path, road_classes=("service", "motorway"))
    assert report.roads == 2
    assert read(loaded, "MATCH (r:Road)-[:PART_OF]->(s:Street) RETURN r.id, s.id") == {
        ("way/303", "street/way/303"),
        ("way/305", "street/way/305"),
    }
    assert read(loaded, "MATCH (s:Street) RETURN count(s)") == {(2,)}
    assert_along_is_true(loaded)


def test_areas_of_another_data_set_hold_the_places_of_both(graph_server: Graph, tmp_path: Path) -> None:
    load_file(graph_server, write_osm(tmp_path / "area.osm", *town()[:9]))
    load_file(graph_server, write_osm(tmp_path / "cafe.osm", node(9001, 41.1505, -8.6105, amenity="cafe")))
    assert read(graph_server, "MATCH (p:POI)-[:IN_AREA]->(a) RETURN p.id, a.id") == {("node/9001", "way/101")}


def test_surroundings_are_street_smallest_area_and_nearest_names_but_none_apart(
    loaded: Graph,
) -> None:
    found = find_surroundings(loaded, rows={"node/204": [], "node/201": [], "way/205": []}, within_m=250.0)
    assert [n.name for n in found["node/204"].neighbours] == ["On the border", "Across", "Inside"]
    assert (found["node/204"].street, found["node/204"].area) == (None, "Este")
    assert (found["way/205"].street, found["way/205"].area) == ("RUA  Á", "Oeste")
    assert found["node/201"].neighbours == ()
    apart = find_surroundings(loaded, rows={"node/204": ["node/202", "way/205"]}, within_m=250.0)
    assert [n.name for n in apart["node/204"].neighbours][:1] == ["Inside"]
    assert find_surroundings(loaded, rows={"node/0": []}, within_m=250.0) == {}


def test_the_areas_and_roads_of_a_city_are_as_brute_force_says(graph_server: Graph) -> None:
    if not PORTO.exists():
        pytest.skip(f"{PORTO} is not there")
    load_file(graph_server, PORTO, radius_m=1)
    assert_along_is_true(graph_server)
    areas = [a for a in shapes(graph_server, "Area") if isinstance(a["shape"], str)]
    assert len(areas) >= 5
    wanted = set()
    for area in areas:
        outline = shapely.from_wkt(str(area["shape"]))
        for place in shapes(graph_server, "POI"):
            shape = place["shape"]
            if isinstance(shape, str):
                inside = shapely.relate_pattern(outline, shapely.from_wkt(shape), "T********")
            else:
                assert isinstance(shape, tuple)
                inside = shapely.contains(outline, shapely.Point(shape[1], shape[0]))
            if inside:
                wanted.add((str(place["id"])[4:], str(area["id"])[5:]))
    assert read(graph_server, "MATCH (p:POI)-[:IN_AREA]->(a:Area) RETURN p.id, a.id") == wanted
