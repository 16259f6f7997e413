"""Broken shapes, and shapes across 180 degrees and around the poles."""

import pytest
import shapely
from shapely.geometry import LineString, MultiLineString, MultiPolygon, Point, Polygon, box

from loader.formats.extract import PlaceElement
from loader.formats.shapes import make_area, make_line, make_polygons, mend
from loader.transform.places import transform_place

BOW_TIE = Polygon([(0, 0), (2, 2), (2, 0), (0, 2), (0, 0)])
# the ring turns twice around part of what it encloses
TWICE = Polygon([(0, 0), (4, 0), (4, 4), (1, 4), (1, 1), (3, 1), (3, 6), (0, 6), (0, 0)])


@pytest.mark.parametrize(
    ("shape", "mended"),
    [
        (BOW_TIE, MultiPolygon([Polygon([(0, 2), (1, 1), (0, 0)]), Polygon([(2, 2), (2, 0), (1, 1)])])),
        (TWICE, Polygon([(0, 0), (4, 0), (4, 4), (3, 4), (3, 6), (0, 6)])),
        (MultiPolygon([box(0, 0, 2, 2), box(1, 1, 3, 3)]), box(0, 0, 2, 2).union(box(1, 1, 3, 3))),
        (Polygon([(0, 0), (4, 0), (4, 4), (0, 4), (0, 0), (-1, 0), (0, 0)]), box(0, 0, 4, 4)),
        (Polygon(box(0, 0, 4, 4).exterior, [box(3, 3, 5, 5).exterior]), box(0, 0, 4, 4) - box(3, 3, 5, 5)),
        (Polygon([(0, 0), (1, 1), (2, 2), (0, 0)]), LineString([(0, 0), (2, 2)])),
        (Polygon([(1, 1), (1, 1), (1, 1), (1, 1)]), Point(1, 1)),
    ],
)
def test_a_broken_shape_keeps_all_that_it_encloses(
    shape: shapely.geometry.base.BaseGeometry, mended: shapely.geometry.base.BaseGeometry
) -> None:
    result, reason = mend(shape)
    assert result.is_valid
    assert result.equals(mended)
    assert reason
    assert mend(result) == (result, None)


def test_a_ring_around_a_pole_holds_the_pole() -> None:
    for sign in (1, -1):
        ring = [(longitude, sign * 80.0) for longitude in (-170, -60, 60, 170, -170)]
        shape = make_area([ring])
        assert shape.is_valid
        assert shape.equals(box(-180, min(sign * 80, sign * 90), 180, max(sign * 80, sign * 90)))


def test_a_line_across_180_degrees_is_cut_where_it_crosses() -> None:
    assert make_line([[(179.9, 0), (-179.9, 0.2)]]).equals(
        MultiLineString([[(179.9, 0), (180, 0.1)], [(-180, 0.1), (-179.9, 0.2)]])
    )
    assert make_line([[(179.9, 0), (180, 0)]]) == LineString([(179.9, 0), (180, 0)])
    assert make_line([[(180, 0), (-180, 0)]]) == Point(180, 0)


def test_an_area_across_180_degrees_keeps_its_hole() -> None:
    outer = [(179.0, 0.0), (-179.0, 0.0), (-179.0, 2.0), (179.0, 2.0), (179.0, 0.0)]
    inner = [(179.5, 0.5), (-179.5, 0.5), (-179.5, 1.5), (179.5, 1.5), (179.5, 0.5)]
    assert make_polygons([(outer, [inner])]).area == pytest.approx(4 - 1)
    assert make_area([[(180, 1), (-179, 1), (-179, 2), (180, 2), (180, 1)]]).equals(box(-180, 1, -179, 2))


def test_places_across_180_degrees_and_at_the_pole_are_placed_as_anywhere() -> None:
    seam = [(179.99, -17.0), (-179.99, -17.0), (-179.99, -16.98), (179.99, -16.98), (179.99, -17.0)]
    pole = [(longitude, 89.99) for longitude in (-170, -60, 60, 170, -170)]
    for ring, reach_m in ((seam, 3_500), (pole, 3_000)):
        row, mended = transform_place(PlaceElement("way/1", {}, ("park",), make_area([ring])))
        assert mended is None
        assert row.reach_m < reach_m
        assert sum(zone.share for zone in row.zones) == pytest.approx(3)
