"""The map of real answers over the sample: its roads and shapes come from the graph, each once."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import shapely

from loader.load import load_file
from queries.geometry.radius import HALF_EARTH_M
from queries.graph import Graph
from queries.statements.places import find_service_places, get_places
from queries.statements.roads import FoundWay, find_roads_in_box, find_roads_near_places
from service import Perto, Reading
from service.map_file import write_map
from service.presentation.map.page import get_words

SAMPLE = Path(__file__).parents[2] / "loader" / "sample" / "helsinki.osm.pbf"


@pytest.fixture(scope="module")
def helsinki(graph: Graph) -> Graph:
    load_file(graph, SAMPLE)
    return graph


@pytest.fixture(scope="module")
def all_roads(helsinki: Graph) -> list[FoundWay]:
    return find_roads_in_box(helsinki, south=-90.0, west=-180.0, north=90.0, east=180.0)


def data_of(path: Path) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', path.read_text("utf-8"))
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_a_box_around_everything_holds_each_road_once(helsinki: Graph, all_roads: list[FoundWay]) -> None:
    with helsinki._driver.session() as session:
        stored = {record["id"] for record in session.run("MATCH (r:Road) RETURN r.id AS id")}
    ids = [road.id for road in all_roads]
    assert stored
    assert ids == sorted(stored)


def test_a_box_misses_no_road_that_crosses_it(helsinki: Graph, all_roads: list[FoundWay]) -> None:
    south, west, north, east = 60.1675, 24.940, 60.1695, 24.946
    box = shapely.box(west, south, east, north)
    crossing = {road.id for road in all_roads if shapely.from_wkt(road.geometry).intersects(box)}
    found = find_roads_in_box(
        helsinki, south=south - 0.0025, west=west - 0.005, north=north + 0.0025, east=east + 0.005
    )
    assert crossing
    assert crossing <= {road.id for road in found}


def test_roads_near_places_hold_those_within_300_metres(helsinki: Graph, all_roads: list[FoundWay]) -> None:
    ids = find_service_places(helsinki, services=["fountain"])[:1]
    position = get_places(helsinki, ids=ids)[ids[0]].position
    # degrees of longitude are half as long here
    around = shapely.box(
        position.longitude - 0.0054, position.latitude - 0.0027,
        position.longitude + 0.0054, position.latitude + 0.0027,
    )  # fmt: skip
    close = {road.id for road in all_roads if shapely.from_wkt(road.geometry).intersects(around)}
    found = [road.id for road in find_roads_near_places(helsinki, ids=ids)]
    assert close
    assert close <= set(found)
    assert found == sorted(set(found))


def test_no_places_have_no_roads(helsinki: Graph) -> None:
    assert find_roads_near_places(helsinki, ids=[]) == []
    assert find_roads_near_places(helsinki, ids=["node/0"]) == []


def test_an_answer_is_mapped_with_its_pairs_roads_and_parks(helsinki: Graph, tmp_path: Path) -> None:
    answer = Perto(helsinki).ask("Quais restaurantes ficam a até 100 m de um parque?", mode="graph", limit=30)
    data = data_of(write_map(answer, helsinki, tmp_path / "map.html"))
    assert data["lang"] == "pt"
    assert {(r["a"], r["b"]) for r in data["rows"]} == {(p.a.id, p.b.id) for p in answer.pairs}
    assert len(data["lines"]) == len([p for p in answer.pairs if p.distance_m > 0])
    assert {name for _, name, _ in data["roads"]} >= {"Mannerheimintie", "Bulevardi"}
    assert "Polygon" in {p["shape"]["type"] for p in data["places"] if p["role"] == "b" and "shape" in p}
    assert get_words("pt")["roads_unread"] not in data["notes"]


@pytest.mark.parametrize("question", ["restaurants within 100 m of a park", "cafes along Mannerheimintie"])
def test_a_line_is_as_long_as_the_distance_it_shows(question: str, helsinki: Graph, tmp_path: Path) -> None:
    answer = Perto(helsinki).ask(question, mode="graph", limit="all")
    data = data_of(write_map(answer, helsinki, tmp_path / "map.html"))
    assert data["lines"]
    for line in data["lines"]:
        (x1, y1), (x2, y2) = line["coordinates"]
        # at 60 degrees north: metres per degree of longitude and latitude
        length_m = (((x2 - x1) * 55_660) ** 2 + ((y2 - y1) * 111_415) ** 2) ** 0.5
        assert abs(length_m - line["distance_m"]) < 0.5 + 0.01 * line["distance_m"]


@pytest.mark.parametrize(
    "question", ["quantas fontes há perto de um parque?", "blurb", "fountains near a pharmacy"]
)
def test_every_outcome_makes_a_page(helsinki: Graph, tmp_path: Path, question: str) -> None:
    answer = Perto(helsinki).ask(question, mode="graph")
    assert data_of(write_map(answer, helsinki, tmp_path / "map.html"))["text"] == answer.text


@pytest.mark.parametrize(
    "asked",
    [
        {
            "kind": "absence",
            "pairs": [{"a": ["park"], "b": ["toilets"], "relation": "beyond", "radius_m": 60}],
        },
        {
            "kind": "nearest",
            "pairs": [{"a": ["park"], "b": ["toilets"], "radius_m": HALF_EARTH_M}],
            "each": True,
        },
    ],
)
def test_what_is_nearest_is_drawn_however_far_it_is(
    asked: dict[str, Any], helsinki: Graph, tmp_path: Path
) -> None:
    answer = Perto(helsinki).ask(reading=Reading.model_validate(asked), mode="graph", limit="all")
    data = data_of(write_map(answer, helsinki, tmp_path / "map.html"))
    rows = {(r["a"], r["b"], r["distance_m"]) for r in data["rows"]}
    assert rows == {(p.id, p.nearest.id, p.distance_m) for p in answer.places if p.nearest}
    assert len(data["lines"]) == len([p for p in answer.places if p.distance_m])
    assert {p["role"] for p in data["places"]} == {"a", "b"}
    nearness = [line["nearness"] for line in data["lines"]]
    assert min(nearness) < 0.1


@pytest.mark.parametrize(
    ("question", "regions", "counted"),
    [
        ("which zones have most fountains", "zones", True),
        ("zones with parks but no recycling", "zones", True),
        ("em que zonas se concentram os cafés?", "zones", True),
        ("há sinergia entre parques e fontes?", "zones", True),
        ("o que há na zona 871126d31ffffff?", "zones", False),
        ("cafes along Mannerheimintie", "street", False),
        ("what is Mannerheimintie?", "street", False),
        ("how far is Mannerheimintie from Kiasma?", "street", False),
        ("cafes in Ateneum", None, False),
        ("the nearest cafe to 60.170, 24.941", None, False),
        ("parks without a toilet within 60 m", None, False),
        ("are there more cafes or restaurants?", None, False),
    ],
)
def test_the_map_of_each_kind_shows_what_it_is_about(
    question: str, regions: str | None, counted: bool, helsinki: Graph, tmp_path: Path
) -> None:
    answer = Perto(helsinki).ask(question, mode="graph", limit="all")
    assert answer.outcome in ("answered", "none"), answer.text
    data = data_of(write_map(answer, helsinki, tmp_path / "map.html"))
    drawn = {place["id"]: place for place in data["places"] if place.get("region")}
    if regions == "zones":
        assert set(drawn) == {zone.id for zone in answer.zones}
        assert {place["shape"]["type"] for place in drawn.values()} == {"Polygon"}
        if counted:
            assert {i: p["count"] for i, p in drawn.items()} == {z.id: z.total for z in answer.zones}
            assert {r["a"]: r["count"] for r in data["rows"] if "count" in r} == {
                z.id: z.total for z in answer.zones
            }
        west, south, east, north = shapely.unary_union(
            [shapely.geometry.shape(place["shape"]) for place in drawn.values()]
        ).bounds
        (left, bottom), (right, top) = data["bounds"]
        assert left <= west + 1e-4
        assert bottom <= south + 1e-4
        assert right >= east - 1e-4
        assert top >= north - 1e-4
    elif regions == "street":
        named = {p.id for p in answer.reading.places if p.kind == "street"}
        assert named
        assert named <= set(drawn)
        assert {place["shape"]["type"] for place in drawn.values()} <= {"LineString", "MultiLineString"}
    else:
        assert not drawn


def test_streets_that_connect_two_others_are_drawn_with_them(helsinki: Graph, tmp_path: Path) -> None:
    names = ("Aleksanterinkatu", "Pohjoisesplanadi")
    places = [{"kind": "street", "name": name, "relation": "from"} for name in names]
    reading = Reading.model_validate({"kind": "along", "places": places})
    answer = Perto(helsinki).ask(reading=reading, mode="graph", limit="all")
    assert answer.streets
    data = data_of(write_map(answer, helsinki, tmp_path / "map.html"))
    roles = {place["name"]: place["role"] for place in data["places"]}
    assert {roles[name] for name in names} == {"b"}
    assert {street.name for street in answer.streets if street.name} == {
        n for n, r in roles.items() if r == "a"
    }


def test_a_map_without_a_graph_still_shows_the_cells(helsinki: Graph, tmp_path: Path) -> None:
    answer = Perto(helsinki).ask("which zones have most fountains", mode="graph")
    data = data_of(write_map(answer, None, tmp_path / "map.html"))
    assert {place["id"] for place in data["places"]} == {zone.id for zone in answer.zones}
