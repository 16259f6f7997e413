"""Regions to ask a server for: a circle, a box, a boundary; what is held whole, and what lies in the halo."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely
from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry

from queries.geometry.distance import Shapes, distances_m
from queries.geometry.geodesic import geod
from queries.geometry.position import Position
from queries.rows import POIRow
from queries.statements.pairs import FoundShape

HALO_M = 1_000.0
MOST_RADIUS_M = 100_000.0
# a server measures on a sphere: up to 0.68 % off the ellipsoid's metres, so it is asked for a little more
_SPHERE_ERROR = 1.007
_CIRCLE_CORNERS = 180
_WORLD = box(-180, -90, 180, 90)


@dataclass(frozen=True, slots=True)
class Around:
    """Everything within radius_m of a point; what lies up to HALO_M farther out is fetched as well."""

    centre: Position
    radius_m: float

    def __post_init__(self) -> None:
        if not 0 < self.radius_m <= MOST_RADIUS_M:
            raise ValueError(
                f"a radius of {self.radius_m:g} m is not above 0 and up to {MOST_RADIUS_M:,.0f} m"
            )
        if abs(self.centre.latitude) > 89 - math.degrees((self.radius_m + HALO_M) / 6.3e6):
            raise ValueError(f"latitude {self.centre.latitude:g} is too near a pole for this radius")

    @property
    def name(self) -> str:
        """Which region this is, in words."""
        return f"around {_degrees(self.centre)}, {self.radius_m:.10g} m"

    @property
    def title(self) -> str:
        """What its data set is called."""
        return self.name

    @property
    def filter(self) -> str:
        """The region with its halo, as a filter of Overpass."""
        reach_m = math.ceil((self.radius_m + HALO_M) * _SPHERE_ERROR + 1)
        return f"(around:{reach_m},{_degrees(self.centre)})"

    @property
    def inside(self) -> Position:
        """A point that every area around the whole region holds."""
        return self.centre

    @property
    def coverage(self) -> str:
        """What is held whole, the halo included: WKT; the corners of the polygon lie on the circle."""
        bearings = np.linspace(0, 360, _CIRCLE_CORNERS, endpoint=False)
        lon, lat = (np.full(_CIRCLE_CORNERS, v) for v in (self.centre.longitude, self.centre.latitude))
        reach_m = np.full(_CIRCLE_CORNERS, self.radius_m + HALO_M)
        lon, lat, _ = geod().fwd(lon, lat, bearings, reach_m)
        # beyond the antimeridian longitudes go on, so that the ring stays one
        lon = self.centre.longitude + (lon - self.centre.longitude + 180) % 360 - 180
        return _wkt(_cut(Polygon(np.column_stack([lon, lat]))))

    def mark_halo(self, rows: Sequence[POIRow]) -> list[POIRow]:
        """Return the places, those farther from the centre than radius_m (edge to edge) marked as halo."""
        if not rows:
            return []
        places = Shapes.from_found(_found(row) for row in rows)
        at = FoundShape("", self.centre.latitude, self.centre.longitude, None, 0.0)
        centre, number = Shapes.from_found([at]), np.arange(len(rows))
        metres, _ = distances_m(centre, np.zeros_like(number), places, number)
        return [replace(row, halo=bool(m > self.radius_m)) for row, m in zip(rows, metres, strict=True)]


@dataclass(frozen=True, slots=True)
class Box:
    """Everything between two latitudes and two longitudes; west above east crosses the antimeridian."""

    south: float
    west: float
    north: float
    east: float

    def __post_init__(self) -> None:
        Position(self.south, self.west)
        Position(self.north, self.east)
        if self.south >= self.north:
            raise ValueError(f"south {self.south:g} is not below north {self.north:g}")
        if self.west == self.east:
            raise ValueError(f"west and east are both {self.west:g}")

    @property
    def name(self) -> str:
        """Which region this is, in words."""
        return f"box {self._corners}"

    @property
    def title(self) -> str:
        """What its data set is called."""
        return self.name

    @property
    def filter(self) -> str:
        """The region as a filter of Overpass."""
        return f"({self._corners})"

    @property
    def inside(self) -> Position:
        """A point that every area around the whole region holds."""
        width = (self.east - self.west) % 360
        longitude = (self.west + width / 2 + 180) % 360 - 180
        return Position((self.south + self.north) / 2, longitude)

    @property
    def coverage(self) -> str:
        """What is held whole: WKT."""
        east = self.east if self.east > self.west else self.east + 360
        return _wkt(_cut(box(self.west, self.south, east, self.north)))

    @property
    def _corners(self) -> str:
        low, high = Position(self.south, self.west), Position(self.north, self.east)
        return f"{_degrees(low)},{_degrees(high)}"


@dataclass(frozen=True, slots=True)
class Boundary:
    """Everything inside a boundary relation; `title` is its name on the map, `shape` in degrees."""

    relation: int
    title: str
    shape: BaseGeometry

    @property
    def name(self) -> str:
        """Which region this is, in words."""
        return f"area {self.title}, relation/{self.relation}"

    @property
    def filter(self) -> str:
        """The region as a filter of Overpass; the query declares the set."""
        return "(area.region)"

    @property
    def inside(self) -> Position:
        """A point that every area around the whole region holds."""
        point = self.shape.representative_point()
        return Position(point.y, point.x)

    @property
    def coverage(self) -> str:
        """What is held whole: WKT."""
        return _wkt(self.shape)


Region = Around | Box | Boundary


def parse_around(text: str, radius_m: float) -> Around:
    """Return the circle around "LAT,LON"; raises ValueError, in words for people."""
    latitude, longitude = _numbers(text, "LAT,LON")
    return Around(Position(latitude, longitude), radius_m)


def parse_box(text: str) -> Box:
    """Return the box "S,W,N,E"; raises ValueError, in words for people."""
    return Box(*_numbers(text, "S,W,N,E"))


def _numbers(text: str, form: str) -> list[float]:
    parts = text.split(",")
    try:
        numbers = [float(part) for part in parts]
    except ValueError:
        numbers = []
    if len(numbers) != len(form.split(",")):
        raise ValueError(f"{text!r} is not {form} in degrees, e.g. {_EXAMPLES[form]}")
    return numbers


_EXAMPLES = {"LAT,LON": "-8.0578,-34.8829", "S,W,N,E": "-8.16,-34.98,-7.93,-34.80"}


def _degrees(position: Position) -> str:
    """Return a position as Overpass reads it, to the centimetre and without an exponent."""
    return ",".join(
        f"{value:.7f}".rstrip("0").rstrip(".") for value in (position.latitude, position.longitude)
    )


def _cut(shape: Polygon) -> BaseGeometry:
    """Return the polygon, cut at the antimeridian where it goes on beyond it."""
    west, _, east, _ = shape.bounds
    if west >= -180 and east <= 180:
        return shape
    turned = [affinity.translate(shape, xoff=turn) for turn in (-360, 0, 360)]
    parts = [part for part in (shapely.intersection(each, _WORLD) for each in turned) if part.area > 0]
    return MultiPolygon(parts)


def _wkt(shape: BaseGeometry) -> str:
    text: str = shapely.to_wkt(shape, rounding_precision=7)
    return text


def _found(row: POIRow) -> FoundShape:
    return FoundShape(row.id, row.position.latitude, row.position.longitude, row.geometry, row.reach_m)
