"""Distances between shapes: within 1 cm of brute force, wherever they lie and however they look."""

import math
import random
from functools import cache
from itertools import product

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from queries.geometry import distance
from queries.geometry.distance import (
    Shapes,
    centre_distances_m,
    distances_m,
    iter_pairs_within,
    locate,
    pairs_within,
    reach_m,
)
from queries.statements.pairs import FoundShape
from tests import brute_force

HALF_EARTH_M = 20_003_931.5
CENTIMETRE = 0.01


def shapes(*wkts: str, prefix: str = "node") -> Shapes:
    rows = []
    for number, wkt in enumerate(wkts):
        shape = shapely.from_wkt(wkt)
        at = locate(shape)
        point = shape.geom_type == "Point"
        rows.append(
            FoundShape(
                f"{prefix}/{number}",
                at.latitude,
                at.longitude,
                None if point else wkt,
                0.0 if point else reach_m(shape, at),
            )
        )
    return Shapes.from_found(rows)


def edge_m(a: str, b: str) -> float:
    both = shapes(a), shapes(b)
    zero = np.zeros(1, dtype=np.int64)
    there, back = distances_m(both[0], zero, both[1], zero)[0], distances_m(both[1], zero, both[0], zero)[0]
    assert there == back
    return float(there[0])


def box(west: float, south: float, east: float, north: float) -> str:
    return f"POLYGON(({west} {south},{east} {south},{east} {north},{west} {north},{west} {south}))"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        pytest.param("POINT(-8.61 41.15)", "POINT(-8.61 41.15)", id="a point and itself"),
        pytest.param(box(0, 0, 0.01, 0.01), "POINT(0.004 0.005)", id="an area holds a point"),
        pytest.param(box(0, 0, 0.01, 0.01), box(0.002, 0.002, 0.003, 0.003), id="an area holds an area"),
        pytest.param(box(0, 0, 0.01, 0.01), "POINT(0.01 0.005)", id="a point on the border"),
        pytest.param(box(0, 0, 0.01, 0.01), box(0.01, 0, 0.02, 0.01), id="a common side"),
        pytest.param(box(0, 0, 0.01, 0.01), box(0.01, 0.01, 0.02, 0.02), id="a common corner"),
        pytest.param("LINESTRING(0 50,1 51)", "LINESTRING(0 51,1 50)", id="lines that cross"),
        pytest.param(box(179, 10, 180, 11), box(-180, 10, -179, 11), id="a common side on the antimeridian"),
        pytest.param(box(179, 10, 180, 11), "POINT(-180 10.5)", id="a point on the border at 180 degrees"),
        pytest.param(box(-180, 10, -179, 11), "POINT(180 10.5)", id="a point on the border at -180 degrees"),
        pytest.param(
            f"MULTIPOLYGON({box(179.9, 0, 180, 1)[7:]},{box(-180, 0, -179.8, 1)[7:]})",
            "POINT(-179.9 0.5)",
            id="the far half of an area cut at the antimeridian",
        ),
        pytest.param(box(0, 89.9, 179, 90), box(-179, 89.99, -10, 90), id="both reach the pole"),
    ],
)
def test_shapes_that_meet_are_0_m_apart(a: str, b: str) -> None:
    assert edge_m(a, b) <= (0.0 if "89.9" not in a else CENTIMETRE)


CASES = {
    "in a hole": (
        "POLYGON((0 0,0.02 0,0.02 0.02,0 0.02,0 0),"
        "(0.005 0.005,0.015 0.005,0.015 0.015,0.005 0.015,0.005 0.005))",
        "POINT(0.009 0.009)",
    ),
    "an area in a hole": (
        "POLYGON((8 60,8.02 60,8.02 60.02,8 60.02,8 60),"
        "(8.005 60.005,8.015 60.005,8.015 60.015,8.005 60.015,8.005 60.005))",
        box(8.007, 60.008, 8.009, 60.009),
    ),
    "in the arms of a concave area": (
        "POLYGON((0 40,0.03 40,0.03 40.03,0.02 40.03,0.02 40.01,0.01 40.01,0.01 40.03,0 40.03,0 40))",
        "POINT(0.0149 40.02)",
    ),
    "between the parts of a multipolygon": (
        f"MULTIPOLYGON({box(0, 0, 0.01, 0.01)[7:]},{box(0.02, 0, 0.03, 0.01)[7:]})",
        "POINT(0.0151 0.004)",
    ),
    "points of a multipoint": ("MULTIPOINT((0 0),(1 1),(2 0))", "POINT(1.1 1.2)"),
    "a collection": ("GEOMETRYCOLLECTION(POINT(5 5),LINESTRING(6 6,7 6))", "POINT(6.5 6.01)"),
    # nearest at their northern ends, where meridians come together: 3 m less than at the southern ones
    "meridians 50 km long": ("LINESTRING(-8 40.8,-8 41.25)", "LINESTRING(-8.01 40.8,-8.01 41.25)"),
    "meridians in one edge from pole to pole": ("LINESTRING(10 -80,10 80)", "LINESTRING(10.02 -70,10.02 75)"),
    "a slanting line of 50 km": ("LINESTRING(-8 41,-7.5 41.3)", "LINESTRING(-7.9 41.1,-7.6 41.2,-7.5 41.31)"),
    "a parallel of 60 degrees": ("LINESTRING(0 60,60 60)", "POINT(30 61)"),
    "a country away": (box(-9, 37, -7, 42), box(20, 44, 23, 50)),
    "the other side of the Earth": (box(0, 10, 1, 11), box(178, -12, 179, -9)),
    "just below 5 km": (box(-8.6, 41.1, -8.59, 41.11), "POINT(-8.532 41.12)"),
    "just above 5 km": (box(-8.6, 41.1, -8.59, 41.11), "POINT(-8.528 41.12)"),
    "at 80 degrees": (box(20, 79.98, 20.1, 80.02), box(20.15, 79.95, 20.3, 80.0)),
    "above 80 degrees": (box(20, 84, 20.1, 84.01), "LINESTRING(20.2 83.9,20.2 84.1)"),
    "across the pole": ("LINESTRING(0 89.99,20 89.995)", "LINESTRING(-180 89.99,-160 89.99)"),
    "round the south pole": (box(-170, -89.99, -100, -89.9), "POINT(80 -89.95)"),
    "across the antimeridian": (box(179.9, -17, 179.99, -16.9), "LINESTRING(-179.99 -17.1,-179.95 -16.95)"),
    "an area cut at the antimeridian": (
        f"MULTIPOLYGON({box(179.9, 0, 180, 1)[7:]},{box(-180, 0, -179.8, 1)[7:]})",
        "POINT(-179.75 0.7)",
    ),
}


@pytest.mark.parametrize(("a", "b"), CASES.values(), ids=CASES.keys())
def test_a_distance_is_that_of_brute_force(a: str, b: str) -> None:
    assert edge_m(a, b) == pytest.approx(brute_force.distance_m(a, b), abs=CENTIMETRE)


def test_many_corners_are_measured_like_few() -> None:
    # a circle of 2,000 corners is searched, one of 40 laid into a plane
    circles = [shapely.Point(-8.6, 41.1).buffer(0.01, quad_segs=n).wkt for n in (10, 500)]
    other = box(-8.57, 41.09, -8.56, 41.12)
    few, many = (edge_m(circle, other) for circle in circles)
    assert few == pytest.approx(brute_force.distance_m(circles[0], other), abs=CENTIMETRE)
    assert many == pytest.approx(few, abs=CENTIMETRE)


def shape_of(draw: random.Random, latitude: float, longitude: float, size: float) -> str:
    wide = size / max(math.cos(math.radians(latitude)), 0.001)
    angles = sorted(draw.uniform(0, 2 * math.pi) for _ in range(draw.randint(3, 7)))
    corners = [
        (
            max(-180.0, min(180.0, longitude + wide * r * math.cos(angle))),
            max(-90.0, min(90.0, latitude + size * r * math.sin(angle))),
        )
        for angle in angles
        for r in [draw.uniform(0.2, 1)]
    ]
    return draw.choice(
        [
            shapely.Point(corners[0]).wkt,
            shapely.LineString(corners[:2]).wkt,
            shapely.LineString(corners).wkt,
            shapely.Polygon(corners).wkt,
        ]
    )


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    seed=st.integers(0, 10**9),
    latitude=st.sampled_from([0.0, 41.1, -60.0, 79.99, 84.0, 89.95, -89.99]),
    longitude=st.sampled_from([-8.6, 179.995, -180.0]),
    size=st.sampled_from([0.0005, 0.01, 0.3]),
    apart=st.sampled_from([0.001, 0.03, 1.0, 40.0]),
)
def test_any_two_shapes_are_as_far_apart_as_brute_force_says(
    seed: int, latitude: float, longitude: float, size: float, apart: float
) -> None:
    draw = random.Random(seed)
    a = shape_of(draw, latitude, longitude, size)
    other = longitude + draw.gauss(0, apart) / max(math.cos(math.radians(latitude)), 0.01)
    b = shape_of(
        draw,
        max(-89.999, min(89.999, latitude + draw.gauss(0, apart))),
        (other + 180) % 360 - 180,
        size * draw.choice([0.1, 1]),
    )
    assert edge_m(a, b) == pytest.approx(brute_force.distance_m(a, b), abs=CENTIMETRE)


def test_the_centre_distance_is_that_of_the_locations() -> None:
    a, b = shapes(box(0, 0, 0.01, 0.01)), shapes("POINT(0.1 0.2)")
    zero = np.zeros(1, dtype=np.int64)
    expected = brute_force.point_distance_m((a.latitudes[0], a.longitudes[0]), (0.2, 0.1))
    assert centre_distances_m(a, zero, b, zero)[0] == pytest.approx(expected, abs=CENTIMETRE)
    assert distances_m(a, zero, b, zero)[1] == centre_distances_m(a, zero, b, zero)


def everywhere(seed: int, number: int) -> list[str]:
    draw = random.Random(seed)
    places = [
        (41.1, -8.6),
        (41.12, -8.6),
        (0.0, 180.0),
        (0.01, -179.99),
        (89.99, 12.0),
        (89.98, -170.0),
        (-90.0, 0.0),
    ]
    return [
        shape_of(
            draw,
            max(-90.0, min(90.0, latitude + draw.gauss(0, 0.02))),
            max(-180.0, min(180.0, longitude + draw.gauss(0, 0.02))),
            draw.choice([0.001, 0.02]),
        )
        for latitude, longitude in draw.choices(places, k=number)
    ]


@cache
def all_distances_m(seed_a: int, seed_b: int) -> dict[tuple[int, int], float]:
    pairs = product(enumerate(everywhere(seed_a, 9)), enumerate(everywhere(seed_b, 6)))
    return {(i, j): brute_force.distance_m(one, two) for (i, one), (j, two) in pairs}


@pytest.mark.parametrize("radius_m", [50.0, 2_500.0, 30_000.0, 9_000_000.0, 19_900_000.0, HALF_EARTH_M])
def test_pairs_within_a_radius_are_those_of_brute_force(radius_m: float) -> None:
    one, two = everywhere(1, 9), everywhere(2, 6)
    metres = all_distances_m(1, 2)
    within = {pair for pair, m in metres.items() if m <= radius_m}
    unsure = {pair for pair, m in metres.items() if abs(m - radius_m) <= CENTIMETRE}

    pairs = pairs_within(shapes(*one, prefix="a"), shapes(*two, prefix="b"), radius_m)

    found = set(zip(pairs.i.tolist(), pairs.j.tolist(), strict=True))
    assert len(found) == len(pairs)
    assert found - unsure == within - unsure
    assert (pairs.dist_m <= pairs.centre_dist_m).all()
    if radius_m == HALF_EARTH_M:
        assert len(found) == 9 * 6


def test_places_with_themselves_are_no_pairs_and_each_two_are_one() -> None:
    wkts = everywhere(3, 20)
    places, again = shapes(*wkts), shapes(*wkts)

    same = pairs_within(places, places, HALF_EARTH_M)
    other = pairs_within(places, again, HALF_EARTH_M)

    assert {(i, j) for i in range(20) for j in range(i + 1, 20)} == set(zip(same.i, same.j, strict=True))
    assert {(i, j) for i in range(20) for j in range(20) if i != j} == set(zip(other.i, other.j, strict=True))
    assert len(same) == 190
    assert len(other) == 380


def test_pairs_come_in_order_and_in_parts_of_bounded_size(monkeypatch: pytest.MonkeyPatch) -> None:
    places = shapes(*everywhere(4, 30))
    whole = pairs_within(places, places, 3_000.0)
    monkeypatch.setattr(distance, "_MOST_CANDIDATES", 90)
    monkeypatch.setattr(distance, "_MOST_COORDINATES", 30)
    monkeypatch.setattr(distance, "_MOST_SEARCHED", 2)

    parts = list(iter_pairs_within(places, places, 3_000.0))
    small = pairs_within(places, places, 3_000.0)

    assert len(parts) > 5
    assert list(zip(small.i, small.j, small.dist_m, strict=True)) == list(
        zip(whole.i, whole.j, whole.dist_m, strict=True)
    )
    assert sorted(zip(whole.i, whole.j, strict=True)) == list(zip(whole.i, whole.j, strict=True))


def test_one_very_large_shape_does_not_hide_the_others() -> None:
    a = shapes("POINT(-8.6 41.1)", "LINESTRING(-9 38,-8.7 41.09,10 60)", box(-12, 35, -8.61, 44), prefix="a")
    b = shapes("POINT(-8.6 41.1005)", "POINT(-8.6 41.3)", prefix="b")
    pairs = pairs_within(a, b, 1_000.0)
    assert set(zip(pairs.i.tolist(), pairs.j.tolist(), strict=True)) == {(0, 0), (2, 0), (2, 1)}


def test_no_places_have_no_pairs() -> None:
    none, some = Shapes.from_found([]), shapes("POINT(0 0)")
    for a, b in ((none, none), (none, some), (some, none), (some, some)):
        assert len(pairs_within(a, b, 1_000.0)) == 0
    dist_m, centre_m = distances_m(none, np.zeros(0, dtype=int), some, np.zeros(0, dtype=int))
    assert len(dist_m) == len(centre_m) == 0


def test_shapes_can_be_picked() -> None:
    picked = shapes("POINT(0 0)", "POINT(1 1)", "POINT(2 2)").take(np.array([2, 0]))
    assert picked.ids.tolist() == ["node/2", "node/0"]
    assert picked.longitudes.tolist() == [2.0, 0.0]
