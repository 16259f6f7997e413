"""How much of a shape lies in others: of its area, of its length, or of its points."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import shapely

from queries.geometry.boundary import Geometries, split_paths
from queries.geometry.geodesic import Floats, scales_m

# an overlap of less than this share of a shape is a border and the rounding of its coordinates
SLIVER = 1e-9

SizeOf = Callable[[Geometries], Floats]


def measure_of(shape: Any) -> SizeOf | None:
    """Return how the shape is measured: areas_m2, lengths_m, None for points."""
    return {1: lengths_m, 2: areas_m2}.get(int(shapely.get_dimensions(shape)))


def overlaps(shape: Any, others: Sequence[Any], measure: SizeOf) -> tuple[Floats, float]:
    """Return the measure of what of the shape lies in each of the others, borders too, and of all of it."""
    parts = shapely.intersection(shape, np.array(others, dtype=object))
    return measure(parts), float(measure(np.array([shape], dtype=object))[0])


def find_share(shape: Any, area: Any) -> float:
    """Return how much of the shape lies in the area, 0 to 1; 0 where they share no more than a border.

    Of its area, or of the length of a line, or of the number of points, to nine decimals; what runs along the
    border of the area is outside. Faster where the area is prepared.
    """
    measure = measure_of(shape)
    if shapely.contains_properly(area, shape) or (measure is areas_m2 and shapely.covers(area, shape)):
        return 1.0
    if not shapely.intersects(area, shape):
        return 0.0
    if measure is None:
        inside = shapely.contains_properly(area, shapely.get_parts(shape))
        return float(np.mean(inside))
    (size,), whole = overlaps(shape, [area], measure)
    if measure is lengths_m:
        size -= overlaps(shape, [shapely.boundary(area)], measure)[0][0]
    share = float(size) / whole
    return min(round(share, 9), 1.0) if share > SLIVER else 0.0


def areas_m2(shapes: Geometries) -> Floats:
    """Return areas in square metres, each measured in a plane scaled at its middle latitude."""
    bounds = shapely.bounds(shapes)
    per_lon, per_lat = scales_m(np.nan_to_num(bounds[:, 1] + bounds[:, 3]) / 2)
    areas: Floats = shapely.area(shapes) * per_lon * per_lat
    return areas


def lengths_m(shapes: Geometries) -> Floats:
    """Return lengths in metres, each edge in a plane scaled at its middle latitude; of a point, 0."""
    parts, owner = split_paths(shapes)
    coordinates, part = shapely.get_coordinates(parts, return_index=True)
    lon, lat = coordinates.T
    per_lon, per_lat = scales_m((lat[1:] + lat[:-1]) / 2)
    metres = np.hypot(per_lon * np.diff(lon), per_lat * np.diff(lat)) * (np.diff(part) == 0)
    lengths = np.bincount(owner[part[1:]], weights=metres, minlength=len(shapes)).astype(np.float64)
    return lengths
