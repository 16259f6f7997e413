"""What the data sets hold whole, and how far places are from its border: beyond it nothing is known."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

from queries.geometry.boundary import Geometries
from queries.geometry.distance import Shapes, distances_m
from queries.geometry.geodesic import Floats

# what a distance may be off, taken off a margin so that it never promises more than is known
_OFF_M = 0.01


def join_coverages(coverages: Iterable[str | None]) -> Any:
    """Return the union of those coverages (WKT) that are known as one shape, None where none is."""
    known = [shapely.from_wkt(wkt) for wkt in coverages if wkt is not None]
    return shapely.union_all(known) if known else None


def margins_m(shapes: Shapes, coverage: Any) -> Floats:
    """Return metres from each shape to the border of the coverage, 0 for those not wholly inside.

    Never more than the true distance, and at most 2 cm less.
    """
    metres = np.zeros(len(shapes))
    inside = np.flatnonzero(shapely.covers(coverage, shapes.filled)) if len(shapes) else np.zeros(0, np.int64)
    if not len(inside):
        return metres
    border = _shape_of(shapely.boundary(coverage))
    edge_m, _ = distances_m(shapes, inside, border, np.zeros(len(inside), dtype=np.int64))
    metres[inside] = np.maximum(np.floor((edge_m - _OFF_M) * 1000) / 1000, 0.0)
    return metres


def may_reach(shape: Any, coverage: Any, *, encloses: bool) -> Any:
    """Return where a cut shape may lie inside the coverage, all that is known of it included.

    Of an outline that encloses something only a part is known, and what it encloses may lie on either side of
    that part: anywhere in the coverage. A line may go on in a box round what is known of it, which reaches
    over the border wherever the line ends.
    """
    if encloses:
        return shapely.union_all([coverage, shape])
    west, south, east, north = shapely.bounds(shape)
    ends = shapely.points(shapely.get_coordinates(shapely.boundary(shape)))
    border = shapely.boundary(coverage)
    # twice as far as the border is: the line need not go there straight
    by = float(np.max(shapely.distance(ends, border), initial=shapely.distance(shape, border))) * 2
    return shapely.box(west - by, south - by, east + by, north + by)


def find_whole(shapes: Geometries, coverage: Any) -> npt.NDArray[np.bool_]:
    """Say which of the shapes lie wholly in the coverage; None has no known outline and does not."""
    if not len(shapes):
        return np.zeros(0, dtype=np.bool_)
    shapely.prepare(coverage)
    whole: npt.NDArray[np.bool_] = shapely.covers(coverage, shapes)
    return whole


def _shape_of(geometry: Any) -> Shapes:
    """Make one shape that every other is measured to; its location lies on it."""
    longitude, latitude = shapely.get_coordinates(geometry)[0]
    # its reach is never asked: pairs are given, not sought
    return Shapes(
        np.array(["coverage"]),
        np.array([latitude]),
        np.array([longitude]),
        np.array([geometry], dtype=object),
        np.array([0.0]),
    )
