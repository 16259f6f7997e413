"""A brute force of its own for the tests of exactness: slow, plain, and without a line of perto's.

Shapes are WKT in longitude latitude order, or (latitude, longitude) of a point. Areas are filled and edges
are straight in longitude and latitude. `distance_m` serves anywhere on the Earth: it searches every pair of
edges on finer and finer grids with PROJ's geodesic. `pairs` serves a city: it lays all shapes, their edges
cut into short ones, into one transverse Mercator plane along the middle meridian of the city, whose metres
are true to 1 mm in 2,500 m up to 5 km from it.
"""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from geographiclib.geodesic import Geodesic
from pyproj import Geod, Transformer

Shape = str | tuple[float, float]

_GEOD = Geod(ellps="WGS84")
# an edge of about 50 m strays from a straight line in the plane by less than 0.1 mm below 60 degrees
_EDGE_DEG = 0.0005
_WIDEST_M = 12_000.0
_GRID = 20


def point_distance_m(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Metres between two points (latitude, longitude), by GeographicLib."""
    metres: float = Geodesic.WGS84.Inverse(*a, *b)["s12"]
    return metres


def distance_m(a: Shape, b: Shape) -> float:
    """Metres between two shapes anywhere on the Earth, 0 where they meet."""
    one, two = _shape(a), _shape(b)
    for shift in (0.0, 360.0, -360.0):
        if shapely.intersects(one, shapely.transform(two, lambda xy, by=shift: xy + np.array([by, 0.0]))):
            return 0.0
    return min(_edge_distance_m(p, q) for p in _edges(one) for q in _edges(two))


def pairs(
    places_a: Iterable[Mapping[str, Any]], places_b: Iterable[Mapping[str, Any]], radius_m: float
) -> dict[tuple[str, str], float]:
    """Metres by (id of a, id of b) of all pairs in a city whose shapes are at most radius_m apart.

    Places have id and shape. A place is no pair with itself.
    """
    listed_a, listed_b = list(places_a), list(places_b)
    if not (listed_a and listed_b):
        return {}
    shapes = np.array([_shape(place["shape"]) for place in [*listed_a, *listed_b]], dtype=object)
    plane = _lay_flat(shapes)
    flat_a, flat_b = plane[: len(listed_a)], plane[len(listed_a) :]
    found = {}
    for place, flat in zip(listed_a, flat_a, strict=True):
        metres = shapely.distance(flat, flat_b)
        for index in np.flatnonzero(metres <= radius_m):
            other = listed_b[index]["id"]
            if place["id"] != other:
                found[place["id"], other] = float(metres[index])
    return found


def _shape(shape: Shape) -> Any:
    return shapely.from_wkt(shape) if isinstance(shape, str) else shapely.Point(shape[1], shape[0])


def _lay_flat(shapes: Any) -> Any:
    west, south, east, north = shapely.total_bounds(shapes)
    crs = f"+proj=tmerc +lat_0={(south + north) / 2} +lon_0={(west + east) / 2} +k=1 +ellps=WGS84 +units=m"
    transformer = Transformer.from_crs("+proj=longlat +ellps=WGS84", crs, always_xy=True)
    flat = shapely.transform(
        shapely.segmentize(shapes, _EDGE_DEG), lambda xy: np.column_stack(transformer.transform(*xy.T))
    )
    left, _, right, _ = shapely.total_bounds(flat)
    assert right - left <= _WIDEST_M, "too wide for one plane"
    return flat


def _edges(shape: Any) -> list[tuple[Any, Any]]:
    """Pairs of (longitude, latitude) that the shape's boundary runs straight between."""
    parts = list(shapely.get_parts(shape))
    rings = [
        ring for part in parts for ring in ([part.exterior, *part.interiors] if _is_area(part) else [part])
    ]
    found = []
    for ring in rings:
        xy = np.asarray(ring.coords)
        found.extend([(xy[0], xy[0])] if len(xy) == 1 else list(pairwise(xy)))
    return found


def _is_area(part: Any) -> bool:
    return part.geom_type == "Polygon"


def _edge_distance_m(p: tuple[Any, Any], q: tuple[Any, Any]) -> float:
    """The least of a grid over both edges, then of a grid around it a little finer, and so on."""
    s_0, s_1, t_0, t_1 = 0.0, 1.0, 0.0, 1.0
    best = np.inf
    for _ in range(36):
        s, t = (
            part.ravel() for part in np.meshgrid(np.linspace(s_0, s_1, _GRID), np.linspace(t_0, t_1, _GRID))
        )
        lon_p, lat_p = p[0][:, None] + s * (p[1] - p[0])[:, None]
        lon_q, lat_q = q[0][:, None] + t * (q[1] - q[0])[:, None]
        metres = _GEOD.inv(lon_p, lat_p, lon_q, lat_q)[2]
        at = int(np.argmin(metres))
        best = min(best, float(metres[at]))
        by_s, by_t = 0.3 * (s_1 - s_0), 0.3 * (t_1 - t_0)
        s_0, s_1 = max(0.0, s[at] - by_s), min(1.0, s[at] + by_s)
        t_0, t_1 = max(0.0, t[at] - by_t), min(1.0, t[at] + by_t)
    return best
