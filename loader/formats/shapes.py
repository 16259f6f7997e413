"""Shapes from coordinates as OpenStreetMap has them: closed or not, with gaps, crossing themselves."""

from collections.abc import Iterable, Sequence

import shapely
from shapely.geometry import LineString, MultiLineString, MultiPoint, MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry

from loader.formats.seam import Coordinate, crosses_seam, cut_line, cut_polygon


def split_runs(coordinates: Iterable[Coordinate | None]) -> list[list[Coordinate]]:
    """Return the stretches between gaps (None: a node that the file lacks), without repeated points."""
    runs: list[list[Coordinate]] = [[]]
    for coordinate in coordinates:
        if coordinate is None:
            if runs[-1]:
                runs.append([])
        elif not runs[-1] or runs[-1][-1] != coordinate:
            runs[-1].append(coordinate)
    return [run for run in runs if run]


def make_line(runs: Sequence[Sequence[Coordinate]]) -> BaseGeometry:
    """Return the line through each run, or points where no run has two of them."""
    lines = [run for run in runs if len(run) > 1]
    if any(crosses_seam(line) for line in lines):
        return join_members([cut_line(line) for line in lines])
    if len(lines) == 1:
        return LineString(lines[0])
    if lines:
        return MultiLineString(lines)
    points = sorted({run[0] for run in runs})
    return Point(points[0]) if len(points) == 1 else MultiPoint(points)


def make_area(runs: Sequence[Sequence[Coordinate]]) -> BaseGeometry:
    """Return the polygon inside one closed run; a ring without an inside is its line or point."""
    if len(runs) == 1 and len(runs[0]) > 3 and runs[0][0] == runs[0][-1]:
        return make_polygons([(runs[0], [])])
    return make_line(runs)


def mend(shape: BaseGeometry) -> tuple[BaseGeometry, str | None]:
    """Return a valid shape and what was mended, None where nothing had to be.

    An outline that crosses itself keeps all that it encloses; one that encloses nothing becomes its line,
    or a point where it has no length either.
    """
    if shape.is_valid:
        return shape, None
    # by structure: what two rings or two turns of one ring enclose both is inside, not a hole
    parts = list(_parts(shapely.make_valid(shape, method="structure", keep_collapsed=True)))
    polygons = [part for part in parts if isinstance(part, Polygon) and part.area > 0]
    if polygons:
        whole = shapely.union_all(polygons)
        return whole, "its outline crosses itself: mended, all that it encloses is kept"
    lines = [part for part in parts if isinstance(part, LineString) and part.length > 0]
    if lines:
        line = shapely.union_all(lines)
        return shapely.line_merge(line), "its outline encloses nothing: kept as a line"
    return Point(shapely.get_coordinates(shape)[0]), "its outline is a single point: kept as a point"


def join_members(shapes: Sequence[BaseGeometry]) -> BaseGeometry:
    """Return the one shape of a relation's members; areas, lines and points together are a collection."""
    parts = [part for shape in shapes for part in _parts(mend(shape)[0])]
    if len(parts) == 1:
        return parts[0]
    if all(isinstance(part, LineString) for part in parts):
        return shapely.line_merge(MultiLineString(parts))
    return shapely.union_all(parts)


def make_polygons(
    rings: Sequence[tuple[Sequence[Coordinate], Sequence[Sequence[Coordinate]]]],
) -> BaseGeometry:
    """Return the area of (outer ring, inner rings); not yet mended, but cut where it crosses 180 degrees."""
    if any(crosses_seam(outer) for outer, _ in rings):
        return shapely.union_all([cut_polygon(outer, inners) for outer, inners in rings])
    polygons = [Polygon(outer, inners) for outer, inners in rings]
    return polygons[0] if len(polygons) == 1 else MultiPolygon(polygons)


def _parts(shape: BaseGeometry) -> Iterable[BaseGeometry]:
    if hasattr(shape, "geoms"):
        for part in shape.geoms:
            yield from _parts(part)
    else:
        yield shape
