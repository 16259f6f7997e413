"""Regions: what people may write, what is asked of a server, what is held whole, what lies in the halo."""

import pytest
import shapely
from shapely.geometry import Point

from loader.overpass.region import HALO_M, Around, Box, parse_around, parse_box
from queries.geometry.geodesic import geod
from queries.geometry.position import Position
from queries.rows import POIRow

RECIFE = Position(-8.0578, -34.8829)


def row(
    id_: str, latitude: float, longitude: float, geometry: str | None = None, reach_m: float = 0
) -> POIRow:
    return POIRow(id_, None, (), ("park",), Position(latitude, longitude), geometry, reach_m, (), ())


def test_a_circle_is_asked_for_with_its_halo_and_a_little_more() -> None:
    region = parse_around("-8.0578,-34.8829", 5000)
    assert region == Around(RECIFE, 5000)
    assert region.filter == "(around:6043,-8.0578,-34.8829)"
    assert region.name == "around -8.0578,-34.8829, 5000 m"


def test_a_circle_holds_whole_what_lies_up_to_its_halo() -> None:
    shape = shapely.from_wkt(Around(RECIFE, 5000).coverage)
    metres = [
        geod().inv(RECIFE.longitude, RECIFE.latitude, longitude, latitude)[2]
        for longitude, latitude in shapely.get_coordinates(shape)
    ]
    assert min(metres) > 5999.9
    assert max(metres) < 6000.1
    assert shape.contains(Point(RECIFE.longitude, RECIFE.latitude))


@pytest.mark.parametrize("longitude", [179.99, -179.99, 180.0, -180.0])
def test_a_circle_over_the_antimeridian_is_cut_there(longitude: float) -> None:
    shape = shapely.from_wkt(Around(Position(-17.0, longitude), 5000).coverage)
    assert shape.geom_type == "MultiPolygon"
    assert shape.is_valid
    west, south, east, north = shape.bounds
    assert (west, east) == (-180, 180)
    assert (south, north) == pytest.approx((-17.054, -16.946), abs=1e-3)
    area, _ = geod().geometry_area_perimeter(shape)
    assert abs(area) == pytest.approx(3.14159 * 6000**2, rel=0.002)


def test_a_box_may_cross_the_antimeridian() -> None:
    region = parse_box("-18,179,-17,-179")
    assert region.filter == "(-18,179,-17,-179)"
    assert region.inside.longitude in {180.0, -180.0}
    assert shapely.from_wkt(region.coverage).area == pytest.approx(2.0)
    assert shapely.from_wkt(parse_box("-8.16,-34.98,-7.93,-34.80").coverage).bounds == (
        -34.98,
        -8.16,
        -34.8,
        -7.93,
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("91,0", "latitude 91.0 is not between"),
        ("0,200", "longitude 200.0 is not between"),
        ("nan,0", "latitude nan"),
        ("recife", "'recife' is not LAT,LON in degrees"),
        ("1,2,3", "is not LAT,LON"),
        ("1;2", "is not LAT,LON"),
        ("", "is not LAT,LON"),
        ("89.99,0", "too near a pole"),
        ("-89.99,0", "too near a pole"),
    ],
)
def test_what_is_no_centre_is_refused_with_its_reason(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        parse_around(text, 1000)


@pytest.mark.parametrize("radius_m", [0, -1, float("nan"), float("inf"), 100_001])
def test_a_radius_that_cannot_be_meant_is_refused(radius_m: float) -> None:
    with pytest.raises(ValueError, match="a radius of"):
        Around(RECIFE, radius_m)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1,2,3", "is not S,W,N,E"),
        ("5,2,3,4", "south 5 is not below north 3"),
        ("1,2,1,4", "south 1 is not below north 1"),
        ("1,2,3,2", "west and east are both 2"),
        ("-91,2,3,4", "latitude -91.0"),
        ("1,2,3,181", "longitude 181.0"),
    ],
)
def test_what_is_no_box_is_refused_with_its_reason(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        parse_box(text)


def test_places_farther_than_asked_for_by_their_nearest_edge_are_the_halo() -> None:
    region = Around(Position(0.0, 0.0), 1000)
    degree_m = 111_319.49  # along the equator
    inner, outer = 999.5 / degree_m, 1000.5 / degree_m
    far, reaching = 1500 / degree_m, 900 / degree_m
    line = f"LINESTRING ({far} 0, {reaching} 0)"
    marked = region.mark_halo(
        [
            row("node/1", 0, inner),
            row("node/2", 0, outer),
            row("way/3", 0, far, line, 600),
            row("node/4", 0, far),
        ]
    )
    assert {r.id for r in marked if r.halo} == {"node/2", "node/4"}
    assert [r.id for r in marked] == ["node/1", "node/2", "way/3", "node/4"]
    assert region.mark_halo([]) == []
    assert HALO_M == 1000


def test_a_box_has_no_halo_and_asks_for_itself() -> None:
    assert Box(1, 2, 3, 4).name == "box 1,2,3,4"
    assert Box(1, 2, 3, 4).inside == Position(2, 3)
