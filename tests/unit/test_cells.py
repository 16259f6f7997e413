"""Cells and the shares of shapes in them, against every cell around."""

import random

import h3
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from queries.geometry.cells import (
    RESOLUTIONS,
    ZoneShare,
    cell_at,
    cell_shape,
    centre,
    is_cell,
    largest,
    neighbours,
    outline,
    parent,
    resolution_of,
    zone_lengths,
    zone_shares,
)
from queries.geometry.distance import length_m, locate
from queries.geometry.position import Position

PORTO = Position(41.15, -8.61)


def shares_of(wkt: str) -> dict[int, dict[str, float]]:
    shape = shapely.from_wkt(wkt)
    found: dict[int, dict[str, float]] = {resolution: {} for resolution in RESOLUTIONS}
    for zone in zone_shares(shape, locate(shape)):
        found[resolution_of(zone.cell)][zone.cell] = zone.share
    return found


def brute_force(shape: object, resolution: int, size: str) -> dict[str, float]:
    """The share in each cell of a large disk of cells around: area or length in degrees, as drawn."""
    x, y = shapely.get_coordinates(shapely.centroid(shape))[0]
    rings = {7: 6, 8: 12, 9: 24}[resolution]
    parts = {}
    for cell in h3.grid_disk(h3.latlng_to_cell(y, x, resolution), rings):
        outline = shapely.Polygon([(lon, lat) for lat, lon in h3.cell_to_boundary(cell)])
        part = getattr(shapely.intersection(shape, outline), size)
        if part > 1e-9 * getattr(shape, size):
            parts[cell] = part
    total = sum(parts.values())
    return {cell: part / total for cell, part in parts.items()}


@settings(max_examples=12, deadline=None, derandomize=True)
@given(
    seed=st.integers(0, 10**9),
    size=st.sampled_from([0.0003, 0.003, 0.02]),
    kind=st.sampled_from(["area", "line"]),
)
def test_shares_are_those_of_all_cells_around(seed: int, size: float, kind: str) -> None:
    draw = random.Random(seed)
    middle = draw.uniform(-8.7, -8.5), draw.uniform(41.0, 41.2)
    points = [
        (middle[0] + draw.uniform(-size, size), middle[1] + draw.uniform(-size, size)) for _ in range(5)
    ]
    shape = shapely.convex_hull(shapely.MultiPoint(points)) if kind == "area" else shapely.LineString(points)

    for resolution, found in shares_of(shape.wkt).items():
        wanted = brute_force(shape, resolution, "area" if kind == "area" else "length")
        assert found.keys() == wanted.keys()
        # degrees of longitude are shorter than those of latitude, so a line's share is another
        assert found == pytest.approx(wanted, abs=1e-4 if kind == "area" else 0.2)
        assert sum(found.values()) == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize(
    "wkt",
    [
        # a hole as large as several cells, parts far apart, a narrow strip, an area beyond the centre's cell
        "POLYGON((-8.7 41,-8.5 41,-8.5 41.2,-8.7 41.2,-8.7 41),"
        "(-8.65 41.05,-8.55 41.05,-8.55 41.15,-8.65 41.15,-8.65 41.05))",
        "MULTIPOLYGON(((0 0,0.01 0,0.01 0.01,0 0)),((0.5 0.5,0.51 0.5,0.51 0.51,0.5 0.5)))",
        "POLYGON((-8.6 41,-8.5999 41,-8.5999 41.1,-8.6 41.1,-8.6 41))",
        "MULTILINESTRING((0 0,0.01 0.01),(0.2 0.2,0.21 0.2))",
        "MULTIPOINT((0 0),(0.1 0.1))",
        "MULTIPOLYGON(((179.98 0,180 0,180 0.02,179.98 0.02,179.98 0)),"
        "((-180 0,-179.98 0,-179.98 0.02,-180 0.02,-180 0)))",
        "LINESTRING(179.99 51,180 51.01)",
        "POLYGON((0 89.98,60 89.98,60 90,0 90,0 89.98))",
        "POLYGON((-179 -89.999,179 -89.999,179 -90,-179 -90,-179 -89.999))",
        # two corners on the wrong side: it crosses itself
        "POLYGON((0 0,0.02 0.02,0.02 0,0 0.02,0 0))",
    ],
)
def test_shares_add_up_to_1_in_each_resolution(wkt: str) -> None:
    for found in shares_of(wkt).values():
        assert sum(found.values()) == pytest.approx(1.0, abs=1e-6)
        assert all(0 < share <= 1 for share in found.values())


def test_shapes_without_extent_lie_in_one_cell() -> None:
    for wkt in ("POINT(-8.61 41.15)", "LINESTRING(-8.61 41.15,-8.61 41.15)", "MULTIPOINT((-8.61 41.15))"):
        assert shares_of(wkt) == {r: {cell_at(PORTO, r): 1.0} for r in RESOLUTIONS}


def test_to_share_a_border_is_not_to_lie_in_a_cell() -> None:
    cell = cell_at(PORTO, 9)
    assert shares_of(cell_shape(cell).wkt)[9] == {cell: 1.0}


def test_a_line_along_a_border_counts_once() -> None:
    cell = cell_at(PORTO, 9)
    corners = [(p.longitude, p.latitude) for p in outline(cell)]
    found = shares_of(shapely.LineString(corners[:2]).wkt)[9]
    assert sum(found.values()) == pytest.approx(1.0)
    assert len(found) == 1


def test_a_park_across_the_antimeridian_lies_in_cells_of_both_sides() -> None:
    found = shares_of(
        "MULTIPOLYGON(((179.99 0,180 0,180 0.01,179.99 0.01,179.99 0)),"
        "((-180 0,-179.99 0,-179.99 0.01,-180 0.01,-180 0)))"
    )
    assert {round(centre(cell).longitude / 180) for cell in found[9]} == {1, -1}
    west = sum(share for cell, share in found[9].items() if centre(cell).longitude > 0)
    assert west == pytest.approx(0.5, abs=0.2)


def test_the_lengths_of_a_road_add_up_to_its_length() -> None:
    road = shapely.from_wkt("LINESTRING(-8.65 41.1,-8.62 41.12,-8.6 41.11,-8.55 41.19)")
    found = zone_lengths(road)
    for resolution in RESOLUTIONS:
        metres = [zone.length_m for zone in found if resolution_of(zone.cell) == resolution]
        assert sum(metres) == pytest.approx(length_m(road), abs=1e-6)
        assert len(metres) > 3
    for zone in found:
        inside = length_m(shapely.intersection(road, cell_shape(zone.cell)))
        assert zone.length_m == pytest.approx(inside, abs=0.01)


def test_a_road_within_one_cell_has_all_its_length_there() -> None:
    at = centre(cell_at(PORTO, 9))
    road = shapely.LineString([(at.longitude, at.latitude), (at.longitude + 1e-4, at.latitude + 1e-4)])
    assert {(zone.cell, zone.length_m) for zone in zone_lengths(road)} == {
        (cell_at(at, resolution), length_m(road)) for resolution in RESOLUTIONS
    }


def test_the_largest_share_wins_and_of_equal_ones_the_smaller_cell() -> None:
    one, two, three = sorted(neighbours(cell_at(PORTO, 9)))[:3]
    coarse = cell_at(PORTO, 7)
    shares = [ZoneShare(three, 0.4), ZoneShare(two, 0.4), ZoneShare(one, 0.2), ZoneShare(coarse, 1.0)]
    assert largest(shares) == {7: coarse, 9: two}
    assert largest([]) == {}


def test_cells_know_their_place() -> None:
    cell = cell_at(PORTO, 9)
    assert resolution_of(cell) == 9
    assert parent(cell) == h3.cell_to_parent(cell, 8)
    assert parent(cell_at(PORTO, 7)) is None
    assert len(neighbours(cell)) == 6
    assert cell not in neighbours(cell)
    assert all(cell in neighbours(other) for other in neighbours(cell))
    assert cell_at(centre(cell), 9) == cell
    assert len(outline(cell)) == 6
    assert is_cell(cell)
    assert not is_cell("way/1")


def test_a_pentagon_has_five_neighbours() -> None:
    assert {len(neighbours(cell)) for cell in h3.get_pentagons(9)} == {5}


@pytest.mark.parametrize(("latitude", "longitude"), [(41.15, -8.61), (0.0, 180.0), (90.0, 0.0), (-90.0, 0.0)])
@pytest.mark.parametrize("resolution", RESOLUTIONS)
def test_cells_leave_no_gap(latitude: float, longitude: float, resolution: int) -> None:
    cell = cell_at(Position(latitude, longitude), resolution)
    middle = cell_shape(cell)
    assert shapely.is_valid(middle)
    assert shapely.intersects(middle, shapely.Point(longitude, latitude))
    around = shapely.union_all([cell_shape(other) for other in (cell, *neighbours(cell))])
    spread = shapely.union_all([cell_shape(other) for other in neighbours(cell)])
    assert around.area == pytest.approx(spread.area + middle.area, rel=1e-9)


@pytest.mark.parametrize("text", ["", "8", "f" * 17, "1" * 500, "871126d31ffffffg", "🌍"])
def test_other_texts_are_no_cells(text: str) -> None:
    assert not is_cell(text)
