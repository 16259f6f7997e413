"""One shape measured: where it is, how far it reaches, how long it is."""

import math
from typing import Any

import numpy as np
import shapely

from queries.geometry.boundary import split_paths, trace_boundary
from queries.geometry.geodesic import LARGEST_RADIUS_M, point_distances_m, scales_m
from queries.geometry.position import Position

# an edge is cut until a geodesic between its ends strays from it by less than this
_SAG_M = 0.001
_MOST_CUTS = 10_000


def locate(shape: Any) -> Position:
    """Return a position inside or on the shape: the centroid if it is inside, else a point well inside.

    Of a line, the point on it at half its length; of several points, that nearest to their middle.
    """
    dimension = shapely.get_dimensions(shape)
    if dimension == 2:
        centroid = shapely.centroid(shape)
        point = centroid if shapely.covers(shape, centroid) else shapely.point_on_surface(shape)
    elif dimension == 1:
        point = _middle(shape)
    else:
        centroid = shapely.centroid(shape)
        point = min(shapely.get_parts(shape), key=lambda part: (shapely.distance(part, centroid), part.wkt))
    # a point worked out on the edge of the map may be rounded beyond it
    latitude, longitude = np.clip([shapely.get_y(point), shapely.get_x(point)], [-90, -180], [90, 180])
    return Position(float(latitude), float(longitude))


def reach_m(shape: Any, position: Position) -> float:
    """Return the geodesic distance from the position to the shape's farthest boundary point, in metres.

    Never smaller than the true one, and at most millimetres larger, unless edges are longer than 1,000 km.
    """
    edges = trace_boundary(np.array([shape], dtype=object))
    lat_by, lon_by = edges.lat_1 - edges.lat_0, edges.lon_1 - edges.lon_0
    phi, lam = np.abs(np.radians(lat_by)), np.abs(np.radians(lon_by))
    # how an edge straight in longitude and latitude bends, as in approach.py; its cut pieces by the square
    sag = LARGEST_RADIUS_M * (2 * phi * lam + lam**2 / 2 + 0.011 * phi**2) / 8
    cuts = np.clip(np.ceil(np.sqrt(sag / _SAG_M)), 1, _MOST_CUTS).astype(np.int64)
    edge = np.repeat(np.arange(len(cuts)), cuts)
    part = (np.arange(len(edge)) - np.repeat(np.cumsum(cuts) - cuts, cuts)) / cuts[edge]
    lat = np.append(edges.lat_0[edge] + part * lat_by[edge], edges.lat_1)
    lon = np.append(edges.lon_0[edge] + part * lon_by[edge], edges.lon_1)
    here = np.full(len(lat), position.latitude), np.full(len(lat), position.longitude)
    metres = float(point_distances_m(*here, lat, lon).max())
    margin = float((sag / cuts**2).max())
    if metres > 5_000_000:
        # there distance is no longer convex along a straight path
        pieces = np.hypot(phi, lam) * LARGEST_RADIUS_M / cuts
        margin = max(margin, float(pieces.max()) / 2)
    return math.ceil((metres + margin) * 1000) / 1000 if metres + margin > 0 else 0.0


def length_m(line: Any) -> float:
    """Return the geodesic length of a line or of all its parts, in metres.

    The edges are taken as geodesics, which differ from edges straight in longitude and latitude by less
    than 1 mm in 1 km below 60 degrees.
    """
    metres = 0.0
    for path in split_paths(np.array([line], dtype=object))[0]:
        lon, lat = shapely.get_coordinates(path).T
        metres += float(point_distances_m(lat[:-1], lon[:-1], lat[1:], lon[1:]).sum())
    return metres


def _middle(line: Any) -> Any:
    """Return the point at half the length of a line, measured in a plane scaled at its middle latitude."""
    _, south, _, north = shapely.bounds(line)
    per_lon, per_lat = scales_m(np.array([(south + north) / 2]))
    scale = np.array([per_lon[0], per_lat[0]])
    paths = split_paths(np.array([line], dtype=object))[0]
    parts = shapely.multilinestrings(
        [
            shapely.transform(path, lambda xy: xy * scale)
            for path in paths
            if shapely.get_dimensions(path) == 1
        ]
    )
    half = shapely.line_interpolate_point(parts, 0.5, normalized=True)
    return shapely.transform(half, lambda xy: xy / scale)
