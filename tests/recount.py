"""Counts by cell and area of its own for tests of exactness: from raw shapes, without a line of perto's."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import h3
import shapely

Shape = str | tuple[float, float]
# a share below this is a border and the rounding of coordinates
_SLIVER = 1e-9


@cache
def shares(shape: Shape, resolution: int) -> Mapping[str, float]:
    """How much of a shape lies in each cell: of its area or length, in a plane along its own parallel."""
    if not isinstance(shape, str):
        return {h3.latlng_to_cell(*shape, resolution): 1.0}
    geometry = shapely.from_wkt(shape)
    cells = {
        near
        for lon, lat in shapely.get_coordinates(shapely.segmentize(geometry, 0.001)).tolist()
        for near in h3.grid_disk(h3.latlng_to_cell(lat, lon, resolution), 1)
    }
    cells |= set(_inside(geometry, resolution))
    flat = _flat(geometry, geometry)
    size = flat.area or flat.length
    sizes = {}
    for cell in cells:
        part = shapely.intersection(flat, _flat(_outline(cell), geometry))
        sizes[cell] = (part.area if flat.area else part.length) / size
    return {cell: share for cell, share in sizes.items() if share > _SLIVER}


def area_shares(shape: Shape, outlines: Mapping[str, str]) -> dict[str, float]:
    """How much of a shape lies in each area (WKT by id): of its area, of its length, 1 for a point inside."""
    geometry = shapely.Point(shape[::-1]) if isinstance(shape, tuple) else shapely.from_wkt(shape)
    flat = _flat(geometry, geometry)
    found = {}
    for id_, wkt in outlines.items():
        outline = shapely.from_wkt(wkt)
        if isinstance(shape, tuple):
            found[id_] = float(outline.contains(geometry))
            continue
        part = shapely.intersection(flat, _flat(outline, geometry))
        found[id_] = part.area / flat.area if flat.area else part.length / flat.length
    return {id_: share for id_, share in found.items() if share > _SLIVER}


def home(shape: Shape, resolution: int) -> str:
    """The cell with most of a shape; of equal ones the smaller id."""
    return largest(shares(shape, resolution))


def largest(there: Mapping[str, float]) -> str:
    """The cell or area with the largest share; of equal ones the smaller id."""
    return min(there, key=lambda id_: (-round(there[id_], 6), id_))


def count(shapes: Iterable[Shape], resolution: int) -> Counter[str]:
    """How many of the shapes count in each cell."""
    return Counter(home(shape, resolution) for shape in shapes)


def _outline(cell: str) -> Any:
    return shapely.Polygon([(lon, lat) for lat, lon in h3.cell_to_boundary(cell)])


def _inside(geometry: Any, resolution: int) -> Iterable[str]:
    for part in shapely.get_parts(geometry):
        if part.geom_type == "Polygon":
            yield from h3.polygon_to_cells(
                h3.LatLngPoly([(lat, lon) for lon, lat in part.exterior.coords]), resolution
            )


def _flat(geometry: Any, along: Any) -> Any:
    scale = math.cos(math.radians(along.centroid.y))
    return shapely.transform(geometry, lambda xy: xy * [scale, 1.0])
