"""What lies on a line that areas share lies in one of them, for points, lines and several points."""

import random
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
import shapely
from shapely import LineString, MultiLineString, MultiPoint, Point, Polygon, box

from queries.geometry.borders import Borders, Lies, find_closed_share, find_lies
from tests import border_brute_force as brute

WEST, EAST = box(0, 0, 0.01, 0.01), box(0.01, 0, 0.02, 0.01)
CM = 1 / 111_320 / 100  # a centimetre in degrees at the equator
BOTH = [("relation/1", 10, WEST), ("relation/2", 10, EAST)]


def shares(
    shape: shapely.Geometry, areas: Sequence[tuple[str, int | str, shapely.Geometry]] = BOTH
) -> dict[str, float]:
    return {area: share for (_, area), share in find_lies([shape], areas).shares.items()}


def borders(
    shape: shapely.Geometry, areas: Sequence[tuple[str, int | str, shapely.Geometry]] = BOTH
) -> set[str]:
    return {area for _, area in find_lies([shape], areas).borders}


@pytest.mark.parametrize("off_cm", [0.0, 0.4, -0.4, 0.9, -0.9])
def test_a_point_on_a_shared_line_is_in_the_area_of_the_smaller_id(off_cm: float) -> None:
    point = Point(0.01 + off_cm * CM, 0.005)
    assert shares(point) == {"relation/1": 1.0}
    assert borders(point) == {"relation/1", "relation/2"}
    turned = [("relation/9", 10, WEST), ("relation/2", 10, EAST)]
    assert shares(point, turned) == shares(point, turned[::-1]) == {"relation/2": 1.0}


@pytest.mark.parametrize(("off_cm", "home"), [(-1.2, "relation/1"), (1.2, "relation/2")])
def test_a_point_farther_from_the_line_is_where_it_stands(off_cm: float, home: str) -> None:
    point = Point(0.01 + off_cm * CM, 0.005)
    assert (shares(point), borders(point)) == ({home: 1.0}, set())


def test_the_outer_border_belongs_to_the_area() -> None:
    assert (shares(Point(0.02, 0.005)), borders(Point(0.02, 0.005))) == ({"relation/2": 1.0}, {"relation/2"})
    assert find_closed_share(Point(0.02, 0.005), EAST) == 1.0
    assert shares(Point(0.02 + 2 * CM, 0.005)) == {}


def test_only_areas_of_one_level_compete() -> None:
    city = ("relation/7", 8, box(0, 0, 0.01, 0.01))
    point = Point(0.01, 0.005)
    assert shares(point, [*BOTH, city]) == {"relation/1": 1.0, "relation/7": 1.0}
    assert borders(point, [*BOTH, city]) == {"relation/1", "relation/2", "relation/7"}
    suburb, quarter = ("relation/3", "suburb", WEST), ("relation/4", "quarter", EAST)
    assert shares(point, [suburb, quarter]) == {"relation/3": 1.0, "relation/4": 1.0}


def test_what_one_area_holds_inside_goes_to_none_on_whose_border_it_is() -> None:
    over = ("relation/3", 10, box(0.005, 0.002, 0.015, 0.008))
    assert shares(Point(0.01, 0.005), [*BOTH, over]) == {"relation/3": 1.0}


def test_a_hole_has_a_border_too() -> None:
    island = box(0.004, 0.004, 0.006, 0.006)
    around = Polygon(WEST.exterior.coords, [list(island.exterior.coords)])
    areas = [("relation/1", 10, around), ("relation/2", 10, island)]
    assert shares(Point(0.004, 0.005), areas) == {"relation/1": 1.0}
    assert shares(Point(0.005, 0.005), areas) == {"relation/2": 1.0}


def test_a_line_along_the_border_lies_in_one_area() -> None:
    along = LineString([(0.01, 0.002), (0.01, 0.006)])
    assert shares(along) == {"relation/1": 1.0}
    assert borders(along) == {"relation/1", "relation/2"}
    # a vertex between, rounded as positions are
    bent = LineString([(0.01, 0.002), (0.0100000499, 0.004), (0.01, 0.006)])
    assert shares(bent) == {"relation/1": 1.0}


def test_a_line_that_leaves_the_border_lies_in_both_in_part() -> None:
    found = shares(LineString([(0.01, 0.002), (0.01, 0.006), (0.014, 0.006)]))
    assert found == pytest.approx({"relation/1": 0.5, "relation/2": 0.5}, abs=0.004)
    assert sum(found.values()) == pytest.approx(1.0, abs=1e-6)


def test_a_line_that_crosses_the_border_or_ends_there_does_not_run_along_it() -> None:
    across = LineString([(0.005, 0.005), (0.015, 0.005)])
    assert (shares(across), borders(across)) == ({"relation/1": 0.5, "relation/2": 0.5}, set())
    ending = LineString([(0.01, 0.005), (0.015, 0.005)])
    assert (shares(ending), borders(ending)) == ({"relation/2": 1.0}, set())


def test_of_several_points_those_on_the_border_count_once() -> None:
    assert shares(MultiPoint([(0.01, 0.005), (0.015, 0.005)])) == {"relation/1": 0.5, "relation/2": 0.5}


def test_of_what_is_in_several_parts_those_inside_count_though_none_is_near_the_border() -> None:
    assert shares(MultiPoint([(0.005, 0.005), (0.005, 0.006), (0.05, 0.05)])) == {"relation/1": 0.666666667}
    lines = MultiLineString([[(0.004, 0.005), (0.005, 0.005)], [(0.05, 0.005), (0.051, 0.005)]])
    assert shares(lines) == pytest.approx({"relation/1": 0.5})


@pytest.mark.parametrize("west", [0.01, 0.01 - CM / 2])
def test_an_area_that_only_touches_the_border_does_not_lie_beyond_it(west: float) -> None:
    house = box(west, 0.005, 0.0102, 0.0051)
    found = shares(house)
    assert set(found) == {"relation/2"}
    assert found["relation/2"] == pytest.approx(1.0, abs=1e-3)
    assert set(shares(box(0.0099, 0.005, 0.0102, 0.0051))) == {"relation/1", "relation/2"}


def test_areas_told_one_by_one_are_settled_after_the_last() -> None:
    told = Borders(np.array([Point(0.01, 0.005), Point(0.005, 0.005)], dtype=object))
    assert told.add("relation/2", 10, EAST) == ({}, {0})
    assert told.add("relation/1", 10, WEST) == ({1: 1.0}, {0})
    assert told.settle() == Lies({(0, "relation/1"): 1.0}, {(0, "relation/1"), (0, "relation/2")})


@pytest.mark.parametrize("seed", range(40))
def test_points_lie_where_brute_force_says(seed: int) -> None:
    draw, rings = random.Random(seed), _mesh(seed)
    points = [_draw_point(draw, rings) for _ in range(120)]
    points = [point for point in points if brute.is_clear(point, rings)]
    areas = [(id_, 10, Polygon(ring)) for id_, ring in rings.items()]
    found = find_lies([Point(p) for p in points], areas)
    for k, point in enumerate(points):
        assert {area for i, area in found.shares if i == k} == brute.homes(point, rings), point
        assert {area for i, area in found.borders if i == k} == brute.borders(point, rings), point


@pytest.mark.parametrize("seed", range(25))
def test_lines_lie_where_their_points_do(seed: int) -> None:
    draw, rings = random.Random(1000 + seed), _mesh(seed)
    ring = rings[draw.choice(sorted(rings))]
    start = draw.randrange(len(ring))
    path = [ring[(start + n) % len(ring)] for n in range(draw.randint(2, 3))]
    if draw.random() < 0.6:
        path.append(_draw_point(draw, rings))
    line = LineString(path)
    found = find_lies([line], [(id_, 10, Polygon(ring)) for id_, ring in rings.items()])
    # edges are sampled by their own metres
    east = np.cos(np.radians(path[0][1]))
    of_edges = [(a, b, np.hypot((b[0] - a[0]) * east, b[1] - a[1])) for a, b in pairwise(path)]
    whole, counted = sum(size for _, _, size in of_edges), dict.fromkeys(rings, 0.0)
    for a, b, size in of_edges:
        for n in range(400):
            t = (n + 0.5) / 400
            at = (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))
            for area in brute.homes(at, rings):
                counted[area] += size / 400 / whole
    shares_found = {area: share for (_, area), share in found.shares.items()}
    for area, share in counted.items():
        assert shares_found.get(area, 0.0) == pytest.approx(share, abs=0.01)


def _mesh(seed: int) -> dict[str, list[tuple[float, float]]]:
    """Nine four-sided areas that share their corners, at positions rounded as OpenStreetMap rounds them."""
    draw = random.Random(seed)
    lat = draw.choice([-8.06, 41.15, 0.0])
    corner = {
        (x, y): (
            round(-8.6 + x * 0.01 + draw.uniform(-0.003, 0.003), 7),
            round(lat + y * 0.01 + draw.uniform(-0.003, 0.003), 7),
        )
        for x in range(4)
        for y in range(4)
    }
    ids = [f"relation/{n}" for n in draw.sample(range(1, 99), 9)]
    return {
        ids[x * 3 + y]: [corner[x, y], corner[x + 1, y], corner[x + 1, y + 1], corner[x, y + 1]]
        for x in range(3)
        for y in range(3)
    }


def _draw_point(draw: random.Random, rings: dict[str, list[tuple[float, float]]]) -> tuple[float, float]:
    """Draw a corner, a point of an edge rounded to 7 decimals, one some centimetres beside it, or any."""
    ring = rings[draw.choice(sorted(rings))]
    n, t = draw.randrange(len(ring)), draw.random()
    a, b = ring[n - 1], ring[n]
    on = a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])
    how = draw.randrange(4)
    if how == 0:
        return a
    if how == 1:
        return round(on[0], 7), round(on[1], 7)
    if how == 2:
        return on[0] + draw.uniform(-3e-7, 3e-7), on[1] + draw.uniform(-3e-7, 3e-7)
    return -8.61 + draw.uniform(0, 0.05), ring[0][1] + draw.uniform(-0.02, 0.02)
