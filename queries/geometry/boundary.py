"""The boundaries of shapes as flat arrays of edges."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from queries.geometry.geodesic import Floats, radii_m, turn

Ints = npt.NDArray[np.int64]
Geometries = npt.NDArray[np.object_]

_POLYGON, _FIRST_COLLECTION = 3, 4


@dataclass(frozen=True, slots=True)
class Boundary:
    """Edges of many shapes: those of shape k are first[k] up to first[k + 1]; degrees and metres.

    start_m and end_m are positions along a path over all edges, jumps between parts included; never
    less than the true path between two of them. A point is an edge from it to itself.
    """

    first: Ints
    lat_0: Floats
    lon_0: Floats
    lat_1: Floats
    lon_1: Floats
    start_m: Floats
    end_m: Floats


def trace_boundary(geometries: Geometries) -> Boundary:
    """Return the edges of the geometries: points, lines, areas with their holes, collections."""
    parts, owner = split_paths(geometries)
    coordinates, part = shapely.get_coordinates(parts, return_index=True)
    owner = owner[part]
    joined = np.flatnonzero(part[1:] == part[:-1])
    lonely = np.flatnonzero(np.bincount(part, minlength=len(parts))[part] == 1)
    start, end = np.concatenate([joined, lonely]), np.concatenate([joined + 1, lonely])
    order = np.lexsort((start, owner[start]))
    start, end = start[order], end[order]
    (lon_0, lat_0), (lon_1, lat_1) = coordinates[start].T, coordinates[end].T
    length_m = lengths_at_most_m(lat_0, lat_1, lon_1 - lon_0)
    jump_m = np.zeros(len(start))
    jump_m[1:] = lengths_at_most_m(lat_1[:-1], lat_0[1:], turn(lon_0[1:] - lon_1[:-1]))
    end_m = np.cumsum(length_m + jump_m)
    first = np.searchsorted(owner[start], np.arange(len(geometries) + 1))
    return Boundary(first, lat_0, lon_0, lat_1, lon_1, end_m - length_m, end_m)


def split_paths(geometries: Geometries) -> tuple[Geometries, Ints]:
    """Return the points, lines and rings of the geometries, and the index of the geometry of each."""
    parts, owner = np.asarray(geometries, dtype=object), np.arange(len(geometries))
    while np.any(shapely.get_type_id(parts) >= _FIRST_COLLECTION):
        parts, inner = shapely.get_parts(parts, return_index=True)
        owner = owner[inner]
    area = shapely.get_type_id(parts) == _POLYGON
    rings, inner = shapely.get_rings(parts[area], return_index=True)
    return np.concatenate([parts[~area], rings]), np.concatenate([owner[~area], owner[area][inner]])


def lengths_at_most_m(lat_0: Floats, lat_1: Floats, longitude_differences: Floats) -> Floats:
    """Return metres that edges straight in longitude and latitude don't exceed; short ones nearly reach."""
    # M is largest at the end nearer a pole, N cos at the end nearer the equator
    polar = np.maximum(np.abs(lat_0), np.abs(lat_1))
    equatorial = np.where(lat_0 * lat_1 <= 0, 0.0, np.minimum(np.abs(lat_0), np.abs(lat_1)))
    north = radii_m(polar)[0] * np.radians(lat_1 - lat_0)
    east = radii_m(equatorial)[1] * np.cos(np.radians(equatorial)) * np.radians(longitude_differences)
    lengths: Floats = np.hypot(north, east)
    return lengths
