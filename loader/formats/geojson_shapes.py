"""Shapes from GeoJSON geometries, with what is broken in them said; coordinates are longitude, latitude."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import shapely
from shapely.geometry import LineString, MultiPoint, Point
from shapely.geometry.base import BaseGeometry

from loader.formats.seam import Coordinate, crosses_seam
from loader.formats.shapes import join_members, make_line, make_polygons, split_runs
from queries.geometry.position import Position


class BrokenShape(Exception):
    """A geometry that can't be read, and why."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The one shape of all geometries of an element, and the lines that a road of it would be.

    `are_lines`: it is lines and nothing else, which may yet close to an area; `gaps`: vertices of it are not
    on the Earth, None in the lines.
    """

    shape: BaseGeometry
    lines: Sequence[list[Coordinate | None]]
    are_lines: bool
    gaps: bool


def read_parts(geometries: Sequence[Any]) -> Parts:
    """Return the one shape of the geometries of an element; raises BrokenShape where none can be read."""
    shapes: list[BaseGeometry] = []
    lines: list[list[Coordinate | None]] = []
    rings: list[list[Coordinate | None]] = []
    for geometry in geometries:
        kind = geometry.get("type") if isinstance(geometry, dict) else None
        if kind is None:
            raise BrokenShape("it has no geometry")
        given = geometry.get("coordinates")
        if kind in ("LineString", "MultiLineString"):
            read = [
                read_line(part)
                for part in (given if kind == "MultiLineString" and isinstance(given, list) else [given])
            ]
            lines += read
            runs = [run for line in read for run in split_runs(line)]
            if not runs:
                raise BrokenShape("its coordinates are not on the Earth" if any(read) else "it has no nodes")
            shapes.append(make_line(runs))
        elif kind == "Point":
            at = read_position(given)
            shapes.append(Point(at.longitude, at.latitude))
        else:
            shape, of_road = read_shape(geometry)
            shapes.append(shape)
            rings += [[*ring] for ring in of_road]
    gaps = any(None in line for line in lines)
    are_lines = len(lines) > 0 and all(geometry["type"].endswith("LineString") for geometry in geometries)
    if len(lines) > 1 and not gaps:
        lines = _merge(lines)
    shape = shapes[0] if len(shapes) == 1 else join_members(shapes)
    if len(geometries) > 1 and shape.geom_type == "Polygon":
        rings = [list(shape.exterior.coords)]
    return Parts(shape, lines or rings, are_lines, gaps)


def find_ring(geometry: Any) -> list[Any] | None:
    """Return the ring that a geometry is, closed line or area without holes, from its smallest vertex on.

    None where it is anything else.
    """
    kind = geometry.get("type") if isinstance(geometry, dict) else None
    value = geometry.get("coordinates") if kind else None
    depth = {"LineString": 0, "Polygon": 1, "MultiPolygon": 2}.get(str(kind))
    for _ in range(depth or 0):
        value = value[0] if isinstance(value, list) and len(value) == 1 else None
    if depth is None or not isinstance(value, list) or len(value) < 4 or value[0] != value[-1]:
        return None
    if not all(isinstance(vertex, list) and all(_is_number(part) for part in vertex) for vertex in value):
        return None
    ring = value[:-1]
    start = ring.index(min(ring))
    there, back = ring[start:] + ring[:start], ring[start::-1] + ring[:start:-1]
    return min(there, back)


def _merge(lines: Sequence[list[Coordinate | None]]) -> list[list[Coordinate | None]]:
    """Return lines as few as may be: cut ones joined end to end, and what is there twice, once."""
    whole = [[at for at in line if at is not None] for line in lines]
    whole = [line for line in whole if len(line) > 1]
    if not whole or any(crosses_seam(line) for line in whole):
        return list(lines)
    merged = shapely.line_merge(shapely.union_all([LineString(line) for line in whole]))
    return [[(x, y) for x, y, *_ in part.coords] for part in shapely.get_parts(merged)]


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
