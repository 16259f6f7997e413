"""H3 cells: which cells a shape lies in, and how much of it in each.

A cell's outline is taken as straight in longitude and latitude between its vertices, as a shape's edges are;
neighbours share their vertices, so the cells of a resolution still cover the Earth without gap or overlap.
Cells are hex strings. The only module that imports h3.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import h3
import numpy as np
import shapely

from queries.geometry.geodesic import Floats
from queries.geometry.measure import length_m
from queries.geometry.overlaps import SLIVER, SizeOf, lengths_m, measure_of, overlaps
from queries.geometry.position import Position

RESOLUTIONS = (7, 8, 9)
_LONGEST_ID = 16  # hexadecimal digits of 64 bits

# degrees by which cells are widened while looking for those that a shape may meet: 0.1 mm
_MARGIN = 1e-9


@dataclass(frozen=True, slots=True)
class ZoneShare:
    """How much of a place's shape lies in an H3 cell: share 0..1 (1 for a point)."""

    cell: str
    share: float


@dataclass(frozen=True, slots=True)
class ZoneLength:
    """How many metres of a road lie in an H3 cell."""

    cell: str
    length_m: float


def cell_at(position: Position, resolution: int) -> str:
    """Return the cell that holds the position."""
    cell: str = h3.latlng_to_cell(position.latitude, position.longitude, resolution)
    return cell


def is_cell(text: str) -> bool:
    """Say whether the text is the id of an H3 cell."""
    # a longer text would be no number that h3 reads
    return len(text) <= _LONGEST_ID and bool(h3.is_valid_cell(text))


def resolution_of(cell: str) -> int:
    """Return the resolution of a cell."""
    return int(h3.get_resolution(cell))


def parent(cell: str) -> str | None:
    """Return the cell of the next coarser resolution that this one is part of; None at the coarsest."""
    if resolution_of(cell) <= RESOLUTIONS[0]:
        return None
    coarser: str = h3.cell_to_parent(cell)
    return coarser


def neighbours(cell: str) -> tuple[str, ...]:
    """Return the cells that share an edge with this one, sorted: six, or five of a pentagon."""
    return tuple(sorted(set(h3.grid_disk(cell, 1)) - {cell}))


def centre(cell: str) -> Position:
    """Return the middle of a cell."""
    latitude, longitude = h3.cell_to_latlng(cell)
    return Position(latitude, longitude)


def outline(cell: str) -> tuple[Position, ...]:
    """Return the vertices of a cell in order, the first not repeated."""
    return tuple(Position(latitude, longitude) for latitude, longitude in h3.cell_to_boundary(cell))


@lru_cache(maxsize=50_000)
def cell_shape(cell: str) -> Any:
    """Return a cell as a shapely polygon (of two parts where it crosses 180 degrees), prepared."""
    shape = _cut_at_180(_ring(cell))
    shapely.prepare(shape)
    return shape


def zone_shares(shape: Any, position: Position) -> tuple[ZoneShare, ...]:
    """Return the cells of resolutions 7, 8 and 9 that the shape lies in, and its share in each.

    Shares are of the area, or of the length of a line, and add up to 1 in each resolution; a point, and a
    shape without area or length, lies whole in the cell of its position. To share a border only is not
    to lie in a cell. Sorted by resolution, then cell.
    """
    measure = measure_of(shape)
    shares: list[ZoneShare] = []
    for resolution in RESOLUTIONS:
        parts = _split(shape, position, resolution, measure) if measure else {}
        parts = parts or {cell_at(position, resolution): 1.0}
        shares.extend(ZoneShare(cell, share) for cell, share in sorted(parts.items()))
    return tuple(shares)


def zone_lengths(line: Any) -> tuple[ZoneLength, ...]:
    """Return the cells of resolutions 7, 8 and 9 that a line runs through, and its metres in each.

    The metres of each resolution add up to length_m(line). Sorted by resolution, then cell.
    """
    metres = length_m(line)
    longitude, latitude = shapely.get_coordinates(line)[0]
    shares = zone_shares(line, Position(float(latitude), float(longitude)))
    return tuple(ZoneLength(part.cell, part.share * metres) for part in shares)


def largest(shares: Iterable[ZoneShare]) -> dict[int, str]:
    """Return the cell with the largest share by resolution; of equal shares, the smaller cell id."""
    best: dict[int, ZoneShare] = {}
    for share in sorted(shares, key=lambda share: (-share.share, share.cell)):
        best.setdefault(resolution_of(share.cell), share)
    return {resolution: share.cell for resolution, share in sorted(best.items())}


def _split(shape: Any, position: Position, resolution: int, measure: SizeOf) -> dict[str, float]:
    """Return the share of the shape by cell; empty where it has no extent."""
    home = cell_at(position, resolution)
    if shapely.covers(cell_shape(home), shape):
        return {home: 1.0}
    if not shapely.is_valid(shape):
        shape = shapely.make_valid(shape)
    cells = _cells_met(shape, resolution)
    sizes, whole = overlaps(shape, [cell_shape(cell) for cell in cells], measure)
    if measure is lengths_m and sizes.sum() > whole * (1 + SLIVER):
        # it runs along a border: what two cells share goes to the smaller id
        sizes = _lengths_once(shape, cells)
    if whole <= 0 or sizes.sum() <= 0:
        return {}
    kept = sizes > whole * SLIVER
    total = sizes[kept].sum()
    return {cells[k]: float(sizes[k] / total) for k in np.flatnonzero(kept)}


def _cells_met(shape: Any, resolution: int) -> list[str]:
    """Return all cells that the shape meets or nearly meets, sorted.

    Found by going from cell to neighbour, from a cell of each part: the cells that one connected part
    meets are connected.
    """
    shapely.prepare(shape)
    seen: set[str] = set()
    met: list[str] = []
    starts = [shapely.get_coordinates(part)[0] for part in shapely.get_parts(shape)]
    frontier = {h3.latlng_to_cell(latitude, longitude, resolution) for longitude, latitude in starts}
    # a vertex within rounding of a border may be told to lie in a cell beside those it meets
    frontier = {near for cell in frontier for near in h3.grid_disk(cell, 1)}
    while frontier:
        seen |= frontier
        cells = sorted(frontier)
        shapes = np.array([cell_shape(cell) for cell in cells], dtype=object)
        meets = shapely.dwithin(shape, shapes, _MARGIN)
        reached = [cell for cell, meet in zip(cells, meets, strict=True) if meet]
        met.extend(reached)
        frontier = {near for cell in reached for near in h3.grid_disk(cell, 1)} - seen
    return sorted(met)


def _lengths_once(line: Any, cells: list[str]) -> Floats:
    """Return lengths by cell where each piece of the line counts for one cell."""
    parts, rest = [], line
    for cell in cells:
        parts.append(shapely.intersection(rest, cell_shape(cell)))
        rest = shapely.difference(rest, cell_shape(cell))
    return lengths_m(np.array(parts, dtype=object))


def _ring(cell: str) -> Any:
    """Return a cell's polygon without a jump at 180 degrees: it may reach beyond."""
    boundary = np.array(h3.cell_to_boundary(cell))
    latitudes = boundary[:, 0]
    longitudes = np.degrees(np.unwrap(np.radians(boundary[:, 1])))
    closing = longitudes[-1] + (boundary[0, 1] - longitudes[-1] + 180.0) % 360.0 - 180.0
    if abs(closing - longitudes[0]) > 180.0:
        # once round a pole: along the outline, then back along the pole
        pole = np.copysign(90.0, latitudes[0])
        longitudes = np.append(longitudes, closing)
        latitudes = np.append(latitudes, latitudes[0])
        longitudes = np.concatenate([longitudes, longitudes[[-1, 0]]])
        latitudes = np.concatenate([latitudes, [pole, pole]])
    return shapely.polygons(np.column_stack([longitudes, latitudes]))


def _cut_at_180(polygon: Any) -> Any:
    west, _, east, _ = shapely.bounds(polygon)
    if west >= -180.0 and east <= 180.0:
        return polygon
    parts = []
    for shift in (-360.0, 0.0, 360.0):
        moved = shapely.transform(polygon, lambda xy, by=shift: xy + np.array([by, 0.0]))
        if shapely.bounds(moved)[0] < 180.0 and shapely.bounds(moved)[2] > -180.0:
            parts.append(shapely.intersection(moved, shapely.box(-180, -90, 180, 90)))
    return shapely.union_all(parts)
