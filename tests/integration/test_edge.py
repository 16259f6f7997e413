"""The edge of the data in a small town: what reaches past it is marked, what does not is certain."""

import json
from pathlib import Path

import pytest
import shapely

from loader.derive.coverage import read_coverage
from loader.errors import SourceError
from loader.load import load_file, unload
from queries.geometry.radius import HALF_EARTH_M
from queries.graph import Graph
from service import Answer, Perto, Reading
from service.reading import PairReading, PlaceReading
from tests.graph_dump import empty_graph
from tests.osm_xml import node, square, way, write_osm


def ask(perto: Perto, *pairs: tuple[str, str, float], **fields: object) -> Answer:
    read = tuple(PairReading(a=(a,), b=(b,), radius_m=radius_m) for a, b, radius_m in pairs)
    reading = Reading.model_validate({"kind": "pairs", "pairs": read, **fields})
    return perto.ask(reading=reading, mode="graph", limit="all")


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


@pytest.mark.parametrize(("radius_m", "certain"), [(80.0, True), (90.0, False)])
def test_that_something_is_missing_is_unsure_where_the_search_reaches_past_the_edge(
    radius_m: float, certain: bool, tmp_path: Path, graph_server: Graph, perto: Perto
) -> None:
    load_file(graph_server, write_osm(tmp_path / "town.osm", *TOWN, box=BOX))
    pair = PairReading(a=("cafe",), b=("fountain",), relation="beyond", radius_m=radius_m)
    answer = perto.ask(reading=Reading(kind="absence", pairs=(pair,)), mode="graph")
    assert [(p.id, p.certain) for p in answer.places] == [("node/2", certain)]
    assert answer.uncertain == (not certain)
    assert ("edge of the data" in answer.text) == (not certain)
    # farther away than the border all the same
    assert [p.nearest.id for p in answer.places if p.nearest] == ["node/3"]


def test_the_nearest_is_certain_up_to_the_edge(tmp_path: Path, graph_server: Graph, perto: Perto) -> None:
    load_file(graph_server, write_osm(tmp_path / "town.osm", *TOWN, box=BOX))
    pair = PairReading(a=("cafe",), b=("fountain",), radius_m=HALF_EARTH_M)
    each = perto.ask(reading=Reading(kind="nearest", pairs=(pair,), each=True), mode="graph")
    assert [(p.id, p.certain) for p in each.places] == [("node/1", True), ("node/2", False)]
    assert [pair.certain for pair in each.pairs] == [True, False]
    assert each.uncertain == 1
    for at, limit, certain, uncertain in (
        ("41.0, -8.6", 2, [True, True], 0),
        ("41.0, -8.6", 3, [True, True], 1),  # a third one is past the edge, if there is any
        ("41.0, -8.591", 2, [True, False], 1),
        ("41.0, -8.58", 1, [False], 1),
    ):
        place = PlaceReading(kind="point", name=at, relation="from")
        reading = Reading(kind="nearest", services=("cafe",), places=(place,), limit=limit)
        answer = perto.ask(reading=reading, mode="graph")
        assert ([p.certain for p in answer.places], answer.uncertain) == (certain, uncertain)


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


def test_an_area_of_which_a_corner_is_known_may_hold_the_greater_part_of_the_data(
    tmp_path: Path, graph_server: Graph, perto: Perto
) -> None:
    # a corner of a park far from both cafes: it is either north-east of it, or all the rest
    park = way(5, [22, 21, 23, 24, 22], leisure="park")
    load_file(graph_server, write_osm(tmp_path / "town.osm", *TOWN, node(21, 41.009, -8.599), park, box=BOX))
    assert ask(perto, ("cafe", "park", 60.0)).uncertain == 2
    assert ask(perto, ("cafe", "fountain", 60.0)).uncertain == 0
    # a line encloses nothing: it goes on near where it ends only
    empty_graph(graph_server)
    stream = way(6, [22, 21, 23], waterway="stream")
    load_file(
        graph_server, write_osm(tmp_path / "town.osm", *TOWN, node(21, 41.009, -8.599), stream, box=BOX)
    )
    assert ask(perto, ("cafe", "stream", 60.0)).uncertain == 0
    assert ask(perto, ("cafe", "stream", 900.0)).uncertain == 2


@pytest.mark.parametrize(("lon", "certain"), [(-8.5915, True), (-8.5925, False)])
def test_a_nearest_place_farther_than_the_edge_is_not_certain_to_be_the_nearest(
    lon: float, certain: bool, tmp_path: Path, graph_server: Graph, perto: Perto
) -> None:
    # the cafe is 84 m from the border, the fountains 42 m and 126 m from it
    load_file(
        graph_server,
        write_osm(tmp_path / "town.osm", *TOWN, node(4, 41.0, lon, amenity="fountain"), box=BOX),
    )
    for measure in ("edge", "centre"):
        reading = Reading(pairs=(PairReading(a=("cafe",), b=("fountain",), radius_m=200.0),))
        answer = perto.ask(reading=reading, mode="graph", measure=measure)  # type: ignore[arg-type]
        assert {p.id: p.certain for p in answer.places} == {"node/1": True, "node/2": certain}
        assert (answer.uncertain, [pair.certain for pair in answer.pairs]) == (int(not certain), [True, True])
        assert ("1 place of the answer may change" in answer.text) is not certain


@pytest.mark.parametrize(
    ("fields", "places", "pairs"),
    [
        ({"radius_m": 900.0}, {"node/1": False, "node/2": False}, 2),
        ({"radius_m": 900.0, "at_least_m": 100.0}, {"node/1": False, "node/2": False}, 2),
    ],
)
def test_what_is_measured_to_a_cut_shape_is_not_certain(
    fields: dict[str, float],
    places: dict[str, bool],
    pairs: int,
    tmp_path: Path,
    graph_server: Graph,
    perto: Perto,
) -> None:
    corners = [node(20, 41.005, -8.591), node(21, 41.005, -8.598), node(22, 40.995, -8.598)]
    park = way(5, [20, 21, 22, 23, 20], leisure="park", name="Cut")
    load_file(graph_server, write_osm(tmp_path / "town.osm", *TOWN, *corners, park, box=BOX))
    reading = Reading(pairs=(PairReading(a=("cafe",), b=("park",), **fields),))
    for measure in ("edge", "centre"):
        answer = perto.ask(reading=reading, mode="graph", measure=measure)  # type: ignore[arg-type]
        assert {p.id: p.certain for p in answer.places} == places
        assert [pair.certain for pair in answer.pairs] == [False] * pairs
        assert answer.uncertain == len(places)
    # what is near a cut shape named is past the edge, and its metres may be less
    at = PlaceReading(kind="poi", name="Cut", relation="within", radius_m=250.0)
    near = perto.ask(reading=Reading(services=("fountain",), places=(at,)), mode="graph")
    assert ([p.certain for p in near.places], near.uncertain) == ([False], 2)


def test_a_chain_is_as_certain_as_what_it_rests_on(tmp_path: Path, graph_server: Graph, perto: Perto) -> None:
    corners = [node(20, 41.005, -8.591), node(21, 41.005, -8.598), node(22, 40.995, -8.598)]
    park = way(5, [20, 21, 22, 23, 20], leisure="park")
    load_file(graph_server, write_osm(tmp_path / "town.osm", *TOWN, *corners, park, box=BOX))
    pairs = (
        PairReading(a=("fountain",), b=("cafe",), radius_m=100.0),
        PairReading(a=("cafe",), b=("park",), radius_m=900.0),
    )
    for measure, certain in (("edge", True), ("centre", False)):
        # that the cafe is near the park is certain by their edges, how near is not; nor is the park's centre
        answer = perto.ask(reading=Reading(pairs=pairs), mode="graph", measure=measure)  # type: ignore[arg-type]
        assert {p.id: p.certain for p in answer.places} == {"node/3": certain}
        told = {(pair.a.id, pair.b.id): pair.certain for pair in answer.pairs}
        assert told == {("node/3", "node/1"): certain, ("node/1", "way/5"): False}


def test_an_area_past_the_edge_or_that_a_cut_place_may_be_in_is_marked(
    tmp_path: Path, graph_server: Graph, perto: Perto
) -> None:
    inner = [
        *square(30, 40.999, -8.601, side=0.002),
        way(30, [30, 31, 32, 33, 30], place="suburb", name="In"),
    ]
    outer = [
        *square(40, 40.999, -8.601, side=0.02),
        way(40, [40, 41, 42, 43, 40], place="suburb", name="Out"),
    ]
    load_file(graph_server, write_osm(tmp_path / "town.osm", *TOWN, *inner, *outer, box=BOX))

    def uncertain(service: str, area: str) -> tuple[int, int | None]:
        at = PlaceReading(kind="area", name=area, relation="in")
        answer = perto.ask(reading=Reading(kind="count", services=(service,), places=(at,)), mode="graph")
        assert ("edge of the data" in answer.text) is bool(answer.uncertain)
        return answer.total, answer.uncertain

    assert (uncertain("cafe", "In"), uncertain("cafe", "Out")) == ((1, 0), (2, 1))
    park = way(5, [22, 21, 23, 24, 22], leisure="park")
    corner = node(21, 41.009, -8.599)
    path = write_osm(tmp_path / "town.osm", *TOWN, *inner, *outer, corner, park, box=BOX)
    load_file(graph_server, path)
    # the park may be anywhere but north-east of its corner, so in both
    assert (uncertain("park", "In"), uncertain("cafe", "In")) == ((0, 1), (1, 0))


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
