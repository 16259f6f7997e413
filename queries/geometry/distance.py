"""Distances between shapes on the WGS84 ellipsoid: 0 where they touch or one holds the other, to 1 cm.

Areas are filled and edges are straight in longitude and latitude (RFC 7946). Distances come in whole
millimetres.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, Self

import numpy as np
import numpy.typing as npt
import shapely

from queries.geometry.approach import TOLERANCE_M, boundary_distances_m
from queries.geometry.boundary import Boundary, Geometries, Ints, trace_boundary
from queries.geometry.geodesic import (
    FORMULA_LATITUDE,
    FORMULA_M,
    SMALLEST_RADIUS_M,
    Floats,
    bearings_deg,
    point_distances_m,
    scales_m,
)
from queries.geometry.measure import length_m, locate, reach_m

__all__ = [
    "LocatedShape",
    "Pairs",
    "Shapes",
    "bearings_deg",
    "centre_distances_m",
    "distances_m",
    "iter_pairs_within",
    "length_m",
    "locate",
    "pairs_within",
    "point_distances_m",
    "reach_m",
]

# bounds of memory: candidates looked at together, coordinates copied together, pairs searched together
_MOST_CANDIDATES = 2_000_000
_MOST_COORDINATES = 400_000
_MOST_SEARCHED = 20_000
# a shape of more coordinates is searched, never copied for each pair
_HEAVY = 300


class LocatedShape(Protocol):
    """A place and where it is."""

    @property
    def id(self) -> str:
        """The place's id."""

    @property
    def latitude(self) -> float:
        """Degrees north of its location."""

    @property
    def longitude(self) -> float:
        """Degrees east of its location."""

    @property
    def geometry(self) -> str | None:
        """Its shape as WKT, None for a bare point."""

    @property
    def reach_m(self) -> float:
        """Metres from the location to the farthest point of the shape."""


@dataclass(frozen=True, eq=False)
class Shapes:
    """Places as arrays: ids, locations in degrees, shapely geometries or None for a bare point, reach_m."""

    ids: npt.NDArray[np.str_]
    latitudes: Floats
    longitudes: Floats
    geometries: Geometries
    reach_m: Floats

    @classmethod
    def from_found(cls, places: Iterable[LocatedShape]) -> Self:
        """Make Shapes of places as they were found."""
        found = list(places)
        wkt = np.array([place.geometry for place in found], dtype=object)
        return cls(
            np.array([place.id for place in found], dtype=np.str_),
            np.array([place.latitude for place in found], dtype=np.float64),
            np.array([place.longitude for place in found], dtype=np.float64),
            shapely.from_wkt(wkt) if len(wkt) else wkt,
            np.array([place.reach_m or 0.0 for place in found], dtype=np.float64),
        )

    def __len__(self) -> int:
        return len(self.ids)

    def take(self, indexes: npt.NDArray[Any]) -> "Shapes":
        """Return the shapes at the indexes (or where a mask is true)."""
        return Shapes(
            self.ids[indexes],
            self.latitudes[indexes],
            self.longitudes[indexes],
            self.geometries[indexes],
            self.reach_m[indexes],
        )

    @cached_property
    def is_shape(self) -> npt.NDArray[np.bool_]:
        """Which of them have a geometry."""
        shaped: npt.NDArray[np.bool_] = ~shapely.is_missing(self.geometries)
        return shaped

    @cached_property
    def filled(self) -> Geometries:
        """The geometries, with points for the bare ones; prepared."""
        filled = shapely.points(self.longitudes, self.latitudes)
        filled = np.where(self.is_shape, self.geometries, filled)
        shapely.prepare(filled)
        return filled

    @cached_property
    def bounds(self) -> Floats:
        """West, south, east, north of each, in degrees."""
        bounds: Floats = shapely.bounds(self.filled)
        return bounds

    @cached_property
    def sizes(self) -> Ints:
        """The number of coordinates of each."""
        sizes: Ints = shapely.get_num_coordinates(self.filled).astype(np.int64)
        return sizes

    @cached_property
    def boundary(self) -> Boundary:
        """The edges of all of them."""
        return trace_boundary(self.filled)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of places: indexes i and j, metres between the shapes and between the locations."""

    i: Ints
    j: Ints
    dist_m: Floats
    centre_dist_m: Floats

    def __len__(self) -> int:
        return len(self.i)


def centre_distances_m(a: Shapes, i: Ints, b: Shapes, j: Ints) -> Floats:
    """Return metres between location i of a and location j of b, elementwise."""
    metres = point_distances_m(a.latitudes[i], a.longitudes[i], b.latitudes[j], b.longitudes[j])
    return np.round(metres, 3)


def distances_m(a: Shapes, i: Ints, b: Shapes, j: Ints) -> tuple[Floats, Floats]:
    """Return dist_m and centre_dist_m of shape i of a and shape j of b, elementwise."""
    i, j = np.asarray(i, dtype=np.int64), np.asarray(j, dtype=np.int64)
    centre_m = centre_distances_m(a, i, b, j)
    return _edge_distances_m(a, i, b, j, centre_m=centre_m, limit_m=np.full(len(i), np.inf)), centre_m


def pairs_within(a: Shapes, b: Shapes, radius_m: float | Floats) -> Pairs:
    """Return all pairs with dist_m at most radius_m, exactly, at any radius; ordered by i, then j.

    Never a place with itself, told by its id. Where a is b, each two places are one pair, i below j;
    else radius_m may be one for each of a.
    """
    found = list(iter_pairs_within(a, b, radius_m))
    none = np.zeros(0, dtype=np.int64), np.zeros(0)
    return Pairs(
        np.concatenate([none[0], *(pairs.i for pairs in found)]),
        np.concatenate([none[0], *(pairs.j for pairs in found)]),
        np.concatenate([none[1], *(pairs.dist_m for pairs in found)]),
        np.concatenate([none[1], *(pairs.centre_dist_m for pairs in found)]),
    )


def iter_pairs_within(a: Shapes, b: Shapes, radius_m: float | Floats) -> Iterator[Pairs]:
    """Yield the pairs of pairs_within in parts of bounded memory."""
    if not (len(a) and len(b)):
        return
    tree = shapely.STRtree(shapely.box(*b.bounds.T))
    codes_a, codes_b = _codes(a, b)
    limits_m = np.broadcast_to(np.asarray(radius_m, dtype=np.float64), len(a))
    step = max(1, _MOST_CANDIDATES // len(b))
    for start in range(0, len(a), step):
        rows = np.arange(start, min(start + step, len(a)))
        i, j = _candidates(a, rows, tree, limits_m[rows])
        kept = i < j if a is b else codes_a[i] != codes_b[j]
        i, j = i[kept], j[kept]
        centre_m = centre_distances_m(a, i, b, j)
        # a centimetre for what the reaches and the formula may be off
        kept = centre_m - a.reach_m[i] - b.reach_m[j] <= limits_m[i] + 0.01
        i, j, centre_m = i[kept], j[kept], centre_m[kept]
        dist_m = _edge_distances_m(a, i, b, j, centre_m=centre_m, limit_m=limits_m[i])
        kept = dist_m <= limits_m[i]
        if kept.any():
            yield Pairs(i[kept], j[kept], dist_m[kept], centre_m[kept])


def _codes(a: Shapes, b: Shapes) -> tuple[Ints, Ints]:
    codes = np.unique(np.concatenate([a.ids, b.ids]), return_inverse=True)[1]
    return codes[: len(a)], codes[len(a) :]


def _candidates(a: Shapes, rows: Ints, tree: shapely.STRtree, radius_m: Floats) -> tuple[Ints, Ints]:
    """Return pairs whose boxes, a's widened by its radius, meet; each once, in order."""
    west, south, east, north = a.bounds[rows].T
    angle = radius_m / SMALLEST_RADIUS_M * 1.000001
    by = np.degrees(angle) + 1e-9
    south, north = south - by, north + by
    polar = np.radians(np.maximum(np.abs(a.bounds[rows, 1]), np.abs(a.bounds[rows, 3])))
    # a circle of this angle spans asin(sin angle / cos latitude) on both sides, and all round a pole
    everywhere = (south <= -90) | (north >= 90) | (angle >= np.pi / 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        wide = np.degrees(np.arcsin(np.clip(np.sin(angle) / np.cos(polar), 0, 1))) + 1e-9
    west, east = np.where(everywhere, -540.0, west - wide), np.where(everywhere, 540.0, east + wide)
    found = []
    for shift in (0.0, 360.0, -360.0):
        over = (west + shift <= 180.0) & (east + shift >= -180.0)
        boxes = shapely.box(west[over] + shift, south[over], east[over] + shift, north[over])
        i, j = tree.query(boxes)
        found.append(rows[over][i] * len(tree) + j)
    keys = np.sort(np.concatenate(found))
    # near 180 degrees a box may be met from both sides
    keys = keys[np.diff(keys, prepend=-1) > 0]
    return keys // len(tree), keys % len(tree)


def _edge_distances_m(a: Shapes, i: Ints, b: Shapes, j: Ints, *, centre_m: Floats, limit_m: Floats) -> Floats:
    """Return dist_m; one above the limit may come back as any number above it."""
    metres = centre_m.copy()
    shaped = np.flatnonzero(a.is_shape[i] | b.is_shape[j])
    if not len(shaped):
        return metres
    # one order for both directions, so that the two give the same number
    swap = (a.latitudes[i] > b.latitudes[j]) | (
        (a.latitudes[i] == b.latitudes[j]) & (a.longitudes[i] > b.longitudes[j])
    )
    for picked, (one, k, two, n) in (
        (shaped[~swap[shaped]], (a, i, b, j)),
        (shaped[swap[shaped]], (b, j, a, i)),
    ):
        metres[picked] = _shape_distances_m(one, k[picked], two, n[picked], limit_m[picked])
    # a location is inside or on its shape
    return np.minimum(np.round(metres, 3), centre_m)


def _shape_distances_m(a: Shapes, i: Ints, b: Shapes, j: Ints, limit_m: Floats) -> Floats:
    metres = np.full(len(i), np.inf)
    done = np.zeros(len(i), dtype=bool)
    size = a.sizes[i] + b.sizes[j]
    heavy = (size > _HEAVY) | _is_wide(a)[i] | _is_wide(b)[j]
    light = np.flatnonzero(~heavy)
    ends = np.cumsum(size[light])
    for chunk in _chunks(light, ends // _MOST_COORDINATES):
        metres[chunk], done[chunk] = _plane_distances_m(a, i[chunk], b, j[chunk], limit_m[chunk])
    searched = np.flatnonzero(heavy)
    done[searched] = _meet(a, i[searched], b, j[searched])
    metres[done & heavy] = 0.0
    open_ = np.flatnonzero(~done)
    for start in range(0, len(open_), _MOST_SEARCHED):
        chunk = open_[start : start + _MOST_SEARCHED]
        metres[chunk] = boundary_distances_m(
            a.boundary, i[chunk], b.boundary, j[chunk], reached_m=metres[chunk]
        )
    return metres


def _plane_distances_m(
    a: Shapes, i: Ints, b: Shapes, j: Ints, limit_m: Floats
) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Return distances that are reached, and which of them are final.

    The plane is scaled at the middle latitude of the pair and affine in longitude and latitude, so edges stay
    straight. How much its scale can differ over the pair bounds what it can miss.
    """
    lat_0 = (a.latitudes[i] + b.latitudes[j]) / 2
    lon_0 = a.longitudes[i]
    turned = lon_0 + 360.0 * np.rint((b.longitudes[j] - lon_0) / 360.0)
    per_lon, per_lat = scales_m(lat_0)
    one = _in_plane(a.filled[i], lon_0, lat_0, per_lon, per_lat)
    two = _in_plane(b.filled[j], turned, lat_0, per_lon, per_lat)
    ends = shapely.get_coordinates(shapely.shortest_line(one, two)).reshape(-1, 2, 2)
    plane_m = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
    lat, lon = ends[..., 1] / per_lat[:, None] + lat_0[:, None], ends[..., 0] / per_lon[:, None]
    metres = np.where(plane_m == 0, 0.0, point_distances_m(lat[:, 0], lon[:, 0], lat[:, 1], lon[:, 1]))
    # the parts that may be nearest lie in each other's latitudes, widened by the distance reached
    by = np.degrees(metres / SMALLEST_RADIUS_M)
    (_, south_a, _, north_a), (_, south_b, _, north_b) = a.bounds[i].T, b.bounds[j].T
    south = (np.maximum(south_a, south_b - by) + np.maximum(south_b, south_a - by)) / 2
    north = (np.minimum(north_a, north_b + by) + np.minimum(north_b, north_a + by)) / 2
    polar = np.maximum(np.abs(south), np.abs(north))
    equatorial = np.where(south * north <= 0, 0.0, np.minimum(np.abs(south), np.abs(north)))
    smallest = np.minimum(scales_m(polar)[0] / per_lon, scales_m(equatorial)[1] / per_lat)
    least_m = plane_m * np.minimum(smallest, 1.0)
    highest = np.abs(np.stack([south_a, south_b, north_a, north_b])).max(axis=0)
    served = (metres <= FORMULA_M) & (highest < FORMULA_LATITUDE)
    final = (plane_m == 0) | (served & ((metres - least_m <= TOLERANCE_M) | (least_m > limit_m + 0.01)))
    return metres, final


def _in_plane(
    geometries: Geometries, lon_0: Floats, lat_0: Floats, per_lon: Floats, per_lat: Floats
) -> Geometries:
    coordinates, owner = shapely.get_coordinates(geometries, return_index=True)
    coordinates[:, 0] = (coordinates[:, 0] - lon_0[owner]) * per_lon[owner]
    coordinates[:, 1] = (coordinates[:, 1] - lat_0[owner]) * per_lat[owner]
    planar: Geometries = shapely.set_coordinates(geometries.copy(), coordinates)
    return planar


def _meet(a: Shapes, i: Ints, b: Shapes, j: Ints) -> npt.NDArray[np.bool_]:
    """Say which shapes touch, cross or hold one another; the Earth has no seam at 180 degrees."""
    meet: npt.NDArray[np.bool_] = shapely.intersects(a.filled[i], b.filled[j])
    west, east = 0, 2
    for by, side, other in ((360.0, east, west), (-360.0, west, east)):
        seam = (np.abs(a.bounds[i, side]) == 180.0) & (b.bounds[j, other] + by == a.bounds[i, side])
        for index in np.flatnonzero(seam & ~meet):
            moved = shapely.transform(b.filled[j[index]], lambda xy, by=by: xy + np.array([by, 0.0]))
            meet[index] = shapely.intersects(a.filled[i[index]], moved)
    return meet


def _is_wide(shapes: Shapes) -> npt.NDArray[np.bool_]:
    """Which shapes may touch another one across 180 degrees although their locations are far apart."""
    wide: npt.NDArray[np.bool_] = shapes.bounds[:, 2] - shapes.bounds[:, 0] > 180.0
    return wide


def _chunks(indexes: Ints, groups: Ints) -> Iterator[Ints]:
    if len(indexes):
        yield from np.split(indexes, np.flatnonzero(np.diff(groups)) + 1)
