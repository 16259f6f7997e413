"""Where cut shapes may lie, and which shapes a coverage holds whole."""

import numpy as np
import pytest
import shapely

from queries.geometry.coverage import find_whole, may_reach

COVERAGE = shapely.box(-1, -1, 1, 1)


def test_what_an_outline_encloses_may_lie_on_either_side_of_what_is_known_of_it() -> None:
    corner = shapely.LineString([(0.8, 1.0), (0.8, 0.8), (1.0, 0.8)])
    for shape in (corner, shapely.Point(0.8, 0.8), shapely.box(0.8, 0.8, 1.2, 1.2)):
        hull = may_reach(shape, COVERAGE, encloses=True)
        assert shapely.covers(hull, COVERAGE)
        assert shapely.covers(hull, shape)


def test_a_line_may_go_on_where_it_ends_and_to_the_border() -> None:
    line = shapely.LineString([(0.8, 0.0), (0.9, 0.0)])
    hull = may_reach(line, COVERAGE, encloses=False)
    assert hull.bounds == pytest.approx((0.4, -0.4, 1.3, 0.4))
    assert shapely.covers(hull, line)


def test_shapes_are_whole_that_do_not_leave_the_coverage() -> None:
    shapes = [shapely.box(0, 0, 1, 1), shapely.box(0, 0, 1.1, 1), None, shapely.Point(0, 0)]
    assert find_whole(np.array(shapes, dtype=object), COVERAGE).tolist() == [True, False, False, True]
    assert find_whole(np.array([], dtype=object), COVERAGE).tolist() == []
