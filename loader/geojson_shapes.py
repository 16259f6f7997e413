"""Shapes from GeoJSON geometries, with what is broken in them said; coordinates are longitude, latitude."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from shapely.geometry import MultiPoint, Point
from shapely.geometry.base import BaseGeometry

from loader.seam import Coordinate
from loader.shapes import join_members, make_line, make_polygons, split_runs
from queries.position import Position


class BrokenShape(Exception):
    """A geometry that can't be read, and why."""


def read_position(value: Any) -> Position:
    """Return the position of [longitude, latitude, …]; raises BrokenShape where it is none on the Earth."""
    if not isinstance(value, list) or len(value) < 2 or not all(_is_number(v) for v in value[:2]):
        raise BrokenShape("its coordinates are no numbers")
    try:
        return Position(float(value[1]), float(value[0]))
    except ValueError:
        where = f"latitude {value[1]:g}, longitude {value[0]:g}"
        raise BrokenShape(f"its coordinates are not on the Earth ({where})") from None


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def read_line(value: Any) -> list[Coordinate | None]:
    """Return a line's vertices, None for those that are not on the Earth."""
    if not isinstance(value, list):
        raise BrokenShape("its coordinates are no list")
    line: list[Coordinate | None] = []
    for vertex in value:
        try:
            at = read_position(vertex)
        except BrokenShape:
            line.append(None)
        else:
            line.append((at.longitude, at.latitude))
    return line


def _read_ring(value: Any) -> list[Coordinate]:
    """Return a ring, closed; raises BrokenShape where a vertex is not on the Earth."""
    if not isinstance(value, list):
        raise BrokenShape("its coordinates are no list")
    positions = [read_position(vertex) for vertex in value]
    ring: list[Coordinate] = [(at.longitude, at.latitude) for at in positions]
    if ring and ring[0] != ring[-1]:
        ring.append(ring[0])
    return ring


def _read_polygon(value: Any) -> tuple[list[Coordinate], list[list[Coordinate]]]:
    if not isinstance(value, list) or not value:
        raise BrokenShape("its area has no ring")
    # a hole of fewer than three corners takes nothing away
    return _read_ring(value[0]), [ring for inner in value[1:] if len(ring := _read_ring(inner)) > 3]


def read_shape(geometry: Mapping[str, Any]) -> tuple[BaseGeometry, Sequence[list[Coordinate]]]:
    """Return a shape that is no single point and no single line, and the lines that a road of it would be."""
    kind, value = geometry.get("type"), geometry.get("coordinates")
    parts = geometry.get("geometries") if kind == "GeometryCollection" else value
    if not isinstance(parts, list) or not parts:
        raise BrokenShape("its geometry is empty")
    if kind == "Polygon":
        polygon = _read_polygon(value)
        if len(polygon[0]) < 4:
            runs = split_runs(polygon[0])
            return make_line(runs), [run for run in runs if len(run) > 1]
        return make_polygons([polygon]), [polygon[0]]
    if kind == "MultiPolygon":
        polygons = [polygon for part in parts if len((polygon := _read_polygon(part))[0]) > 3]
        if not polygons:
            raise BrokenShape("its areas have fewer than three corners each")
        return make_polygons(polygons), []
    if kind == "MultiPoint":
        positions = [read_position(part) for part in parts]
        points = sorted({(at.longitude, at.latitude) for at in positions})
        return (Point(points[0]) if len(points) == 1 else MultiPoint(points)), []
    if kind == "MultiLineString":
        runs = [run for part in parts for run in split_runs(read_line(part))]
        if not runs:
            raise BrokenShape("its coordinates are not on the Earth")
        return make_line(runs), [run for run in runs if len(run) > 1]
    if kind == "GeometryCollection":
        return join_members([_read_any(part) for part in parts]), []
    raise BrokenShape(f"a geometry of the kind {kind} is none that GeoJSON has")


def _read_any(geometry: Any) -> BaseGeometry:
    if not isinstance(geometry, dict):
        raise BrokenShape("a part of its geometry is none")
    if geometry.get("type") == "Point":
        at = read_position(geometry.get("coordinates"))
        return Point(at.longitude, at.latitude)
    if geometry.get("type") == "LineString":
        return read_shape({"type": "MultiLineString", "coordinates": [geometry.get("coordinates")]})[0]
    return read_shape(geometry)[0]
