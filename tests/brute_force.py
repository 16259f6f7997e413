"""A brute force of its own for the tests of exactness: slow, plain, and without a line of perto's.

Shapes are WKT in longitude latitude order, or (latitude, longitude) of a point. Areas are filled and edges
are straight in longitude and latitude. `distance_m` serves anywhere on the Earth: it searches every pair of
edges on finer and finer grids with PROJ's geodesic. `pairs` serves a city: it lays all shapes, their edges
cut into short ones, into one transverse Mercator plane along the middle meridian of the city, whose metres
are true to 1 mm in 2,500 m up to 5 km from it.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise, product
from typing import Any

import numpy as np
import shapely
from geographiclib.geodesic import Geodesic
from pyproj import Geod, Transformer

Shape = str | tuple[float, float]
Edge = tuple[Any, Any]

_GEOD = Geod(ellps="WGS84")
# an edge of about 50 m strays from a straight line in the plane by less than 0.1 mm below 60 degrees
_EDGE_DEG = 0.0005
_WIDEST_M = 12_000.0
# how finely an edge is searched: around a nearest point the distance hardly changes
_FINE_M = 0.05


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
    found = np.inf
    for least_m, p, q in sorted(_edge_pairs(_edges(one), _edges(two)), key=lambda pair: pair[0]):
        if least_m < found:
            found = min(found, _edge_distance_m(p, q))
    return found


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


def _edges(shape: Any) -> list[Edge]:
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


def _edge_pairs(edges_a: list[Edge], edges_b: list[Edge]) -> Iterator[tuple[float, Edge, Edge]]:
    """Every pair of edges, with metres that it is never nearer than."""
    for p, q in product(edges_a, edges_b):
        between_m = float(_GEOD.inv(*_along(p, 0.5), *_along(q, 0.5))[2])
        yield between_m - (_length_m(p) + _length_m(q)) * 0.6, p, q


def _is_area(part: Any) -> bool:
    return part.geom_type == "Polygon"


def _edge_distance_m(p: Edge, q: Edge) -> float:
    """The least over points of q of their distance to p, on a grid, then on a finer one around it."""
    t_0, t_1, best = 0.0, 1.0, np.inf
    while True:
        t = np.linspace(t_0, t_1, 17)
        metres = _to_edge_m(p, *_along(q, t))
        at = int(np.argmin(metres))
        best = min(best, float(metres[at]))
        by = (t_1 - t_0) / 8
        t_0, t_1 = max(0.0, t[at] - by), min(1.0, t[at] + by)
        if (t_1 - t_0) * _length_m(q) < _FINE_M:
            return best


def _to_edge_m(p: Edge, lon: Any, lat: Any) -> Any:
    """The distance of each point to the edge, by the same way of finer grids."""
    length_m = _length_m(p)
    s_0, s_1, best = np.zeros(len(lon)), np.ones(len(lon)), np.full(len(lon), np.inf)
    while True:
        s = np.linspace(s_0, s_1, 33)
        lon_p, lat_p = _along(p, s)
        metres = _GEOD.inv(lon_p, lat_p, np.broadcast_to(lon, s.shape), np.broadcast_to(lat, s.shape))[2]
        at, by = np.argmin(metres, axis=0), (s_1 - s_0) / 16
        best = np.minimum(best, metres.min(axis=0))
        middle = s[at, np.arange(len(lon))]
        s_0, s_1 = np.maximum(0.0, middle - by), np.minimum(1.0, middle + by)
        if (s_1 - s_0).max() * length_m < _FINE_M:
            return best


def _along(edge: Edge, part: Any) -> tuple[Any, Any]:
    return edge[0][0] + part * (edge[1][0] - edge[0][0]), edge[0][1] + part * (edge[1][1] - edge[0][1])


def _length_m(edge: Edge) -> float:
    return float(_GEOD.line_length(*_along(edge, np.linspace(0, 1, 65)))) * 1.001
