"""One shape measured, and points on the ellipsoid."""

import math
from itertools import pairwise

import numpy as np
import pytest
import shapely
from geographiclib.geodesic import Geodesic
from hypothesis import given, settings
from hypothesis import strategies as st

from queries.geometry.distance import bearings_deg, length_m, locate, point_distances_m, reach_m
from queries.geometry.position import Position

LATITUDES = st.floats(-90, 90)
LONGITUDES = st.floats(-180, 180)


def inverse(a: tuple[float, float], b: tuple[float, float]) -> dict[str, float]:
    found: dict[str, float] = Geodesic.WGS84.Inverse(*a, *b)
    return found


@settings(max_examples=300, deadline=None)
@given(LATITUDES, LONGITUDES, LATITUDES, LONGITUDES)
def test_points_anywhere_are_within_5_mm_of_the_geodesic(
    lat_a: float, lon_a: float, lat_b: float, lon_b: float
) -> None:
    found = point_distances_m(*(np.array([value]) for value in (lat_a, lon_a, lat_b, lon_b)))[0]
    assert found == pytest.approx(inverse((lat_a, lon_a), (lat_b, lon_b))["s12"], abs=0.005)


@settings(max_examples=300, deadline=None)
@given(st.floats(-89.9, 89.9), LONGITUDES, st.floats(0, 360), st.floats(0, 5_100))
def test_points_near_each_other_are_within_5_mm_of_the_geodesic(
    latitude: float, longitude: float, azimuth: float, metres: float
) -> None:
    end = Geodesic.WGS84.Direct(latitude, longitude, azimuth, metres)
    found = point_distances_m(*(np.array([v]) for v in (latitude, longitude, end["lat2"], end["lon2"])))[0]
    assert found == pytest.approx(metres, abs=0.005)


@pytest.mark.parametrize(
    ("a", "b", "degrees"),
    [((0, 0), (1, 0), 0.0), ((0, 0), (0, 1), 90.0), ((0, 0), (-1, 0), 180.0), ((0, 0), (0, -1), 270.0)],
)
def test_bearings_go_clockwise_from_north(a: tuple[int, int], b: tuple[int, int], degrees: float) -> None:
    assert bearings_deg(*(np.array([float(v)]) for v in (*a, *b)))[0] == pytest.approx(degrees)


@settings(max_examples=100, deadline=None)
@given(st.floats(-89, 89), LONGITUDES, st.floats(-89, 89), LONGITUDES)
def test_bearings_are_those_of_the_geodesic(lat_a: float, lon_a: float, lat_b: float, lon_b: float) -> None:
    expected = inverse((lat_a, lon_a), (lat_b, lon_b))
    found = float(bearings_deg(*(np.array([value]) for value in (lat_a, lon_a, lat_b, lon_b)))[0])
    assert 0 <= found < 360
    if 0.01 < expected["s12"] < 19_900_000:
        turned = (found - expected["azi1"] + 180) % 360 - 180
        assert abs(turned) < 1e-4


INSIDE = {
    "a square": "POLYGON((0 0,1 0,1 1,0 1,0 0))",
    "a horseshoe": "POLYGON((0 0,3 0,3 3,2 3,2 1,1 1,1 3,0 3,0 0))",
    "a ring": "POLYGON((0 0,3 0,3 3,0 3,0 0),(1 1,2 1,2 2,1 2,1 1))",
    "two islands": "MULTIPOLYGON(((0 0,1 0,1 1,0 1,0 0)),((5 5,6 5,6 6,5 6,5 5)))",
    "both sides of the antimeridian": (
        "MULTIPOLYGON(((179 0,180 0,180 1,179 1,179 0)),((-180 0,-179.5 0,-179.5 1,-180 1,-180 0)))"
    ),
    "three points": "MULTIPOINT((0 0),(1 5),(2 0))",
    "a point": "POINT(3 4)",
    "areas among others": "GEOMETRYCOLLECTION(POINT(9 9),POLYGON((0 0,1 0,1 1,0 1,0 0)))",
}


@pytest.mark.parametrize("wkt", INSIDE.values(), ids=INSIDE.keys())
def test_a_location_is_inside_or_on_its_shape(wkt: str) -> None:
    shape = shapely.from_wkt(wkt)
    at = locate(shape)
    assert shapely.intersects(shape, shapely.Point(at.longitude, at.latitude))


def test_a_line_is_located_at_half_its_length() -> None:
    # a degree of longitude at 60 degrees is half a degree of latitude long
    line = shapely.from_wkt("LINESTRING(10 59.98,10 60,10.04 60,10.04 60.0001)")
    at = locate(line)
    assert (at.latitude, at.longitude) == (pytest.approx(60.0), pytest.approx(10.0, abs=3e-4))
    halves = [
        [(10, 59.98), (10, 60), (at.longitude, 60)],
        [(at.longitude, 60), (10.04, 60), (10.04, 60.0001)],
    ]
    first, second = (length_m(shapely.LineString(half)) for half in halves)
    assert first == pytest.approx(second, rel=1e-3)


@pytest.mark.parametrize(
    "wkt",
    [
        "POLYGON((0 0,1 0,1 1,0 1,0 0))",
        "POLYGON((0 60,30 60,30 61,0 61,0 60))",
        "LINESTRING(-8.6 41.1,-8.5 41.2,-8.4 41.0)",
        "MULTIPOLYGON(((179 0,180 0,180 1,179 1,179 0)),((-180 0,-179.5 0,-179.5 1,-180 1,-180 0)))",
        "POLYGON((-8.6 41.1,-8.5999 41.1,-8.5999 41.1001,-8.6 41.1001,-8.6 41.1))",
        "LINESTRING(0 89.9,170 89.9)",
    ],
)
def test_no_boundary_point_is_farther_than_the_reach(wkt: str) -> None:
    shape = shapely.from_wkt(wkt)
    at = locate(shape)
    reach = reach_m(shape, at)
    dense = shapely.get_coordinates(shapely.segmentize(shape, 0.01 if shape.length > 0.1 else 1e-5))
    farthest = max(inverse((at.latitude, at.longitude), (lat, lon))["s12"] for lon, lat in dense)
    assert farthest <= reach <= farthest + 0.05


def test_a_point_has_no_reach() -> None:
    assert reach_m(shapely.Point(3, 4), Position(4, 3)) == 0.0


def test_a_line_is_as_long_as_its_edges() -> None:
    line = shapely.from_wkt("LINESTRING(-8.6 41.1,-8.59 41.11,-8.58 41.1)")
    corners = [(lat, lon) for lon, lat in line.coords]
    expected = math.fsum(inverse(a, b)["s12"] for a, b in pairwise(corners))
    assert length_m(line) == pytest.approx(expected, abs=0.001)


def test_the_gap_between_two_lines_has_no_length() -> None:
    parts = ["LINESTRING(0 0,0.01 0)", "LINESTRING(1 0,1.01 0)"]
    both = shapely.MultiLineString([shapely.from_wkt(part) for part in parts])
    assert length_m(both) == pytest.approx(sum(length_m(shapely.from_wkt(part)) for part in parts))
