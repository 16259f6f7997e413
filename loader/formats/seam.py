"""Shapes across 180 degrees and around the poles, cut in pieces as RFC 7946 has them.

An edge between two vertices more than 180 degrees of longitude apart is meant the short way, across the
antimeridian; left as it is it would run once around the Earth.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

Coordinate = tuple[float, float]  # longitude, latitude
_EARTH = shapely.box(-180, -90, 180, 90)


def crosses_seam(coordinates: Sequence[Coordinate]) -> bool:
    """Say whether any edge is more than 180 degrees of longitude long."""
    return any(abs(b[0] - a[0]) > 180 for a, b in pairwise(coordinates))


def cut_line(coordinates: Sequence[Coordinate]) -> BaseGeometry:
    """Return the line through the coordinates, cut at 180 degrees; a point if it has no length."""
    line = LineString(_unwrap(coordinates))
    return _fold(line) if line.length > 0 else Point(coordinates[0])


def cut_polygon(outer: Sequence[Coordinate], inners: Sequence[Sequence[Coordinate]]) -> BaseGeometry:
    """Return the area of a closed ring across 180 degrees or around a pole, without its inner rings.

    A ring that encloses nothing is its line.
    """
    polygon = _unwrapped_polygon(outer)
    if polygon.is_empty:
        return cut_line(outer)
    area = _fold(polygon)
    for inner in inners:
        hole = _unwrapped_polygon(inner)
        if not hole.is_empty:
            area = area.difference(_fold(hole))
    return area


def _unwrap(coordinates: Sequence[Coordinate]) -> npt.NDArray[np.float64]:
    """Return the coordinates with longitudes that go on beyond 180 degrees instead of jumping."""
    points = np.array(coordinates, dtype=float)
    steps = np.diff(points[:, 0])
    turns = np.cumsum(np.where(steps > 180, -360.0, np.where(steps < -180, 360.0, 0.0)))
    points[1:, 0] += turns
    return points


def _unwrapped_polygon(ring: Sequence[Coordinate]) -> BaseGeometry:
    points = _unwrap(ring)
    if abs(points[-1, 0] - points[0, 0]) > 180:
        # once around a pole, the nearer one: back along it
        pole = np.copysign(90.0, points[:, 1].mean())
        points = np.vstack([points, [points[-1, 0], pole], [points[0, 0], pole], points[:1]])
    return shapely.make_valid(Polygon(points), method="structure", keep_collapsed=False)


def _fold(shape: BaseGeometry) -> BaseGeometry:
    """Bring what lies beyond 180 degrees back to the other side, cut there; an area stays one."""
    parts: list[BaseGeometry] = []
    dimension = shapely.get_dimensions(shape)
    west, _, east, _ = shape.bounds
    first, last = int(np.floor((west + 180) / 360)), int(np.ceil((east - 180) / 360))
    for turn in range(min(first, last), last + 1):
        by = -360.0 * turn
        moved = shapely.transform(shape, lambda points, by=by: points + np.array([by, 0.0]))
        pieces = shapely.get_parts(shapely.intersection(moved, _EARTH))
        # a piece that only touches the seam is none
        parts += [piece for piece in pieces if shapely.get_dimensions(piece) == dimension]
    if len(parts) == 1:
        return parts[0]
    return shapely.union_all(parts) if dimension == 2 else shapely.multilinestrings(parts)
