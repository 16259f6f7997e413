"""A file's elements by condition, and how far apart and in which cell or area they are, by brute force."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from pyproj import Transformer

from tests import recount
from tests.conditions_by_hand.condition import Condition
from tests.conditions_by_hand.count import Found, count_by_hand
from tests.conditions_by_hand.elements import read_elements

# two ways of measuring may part what is so near a radius
CLOSE_M = 0.02
# a plane is true to less than 1 mm for some km around its middle
_TILE_DEG = 0.03
# an edge of about 50 m strays from a straight line in the plane by less than 0.1 mm below 60 degrees
_EDGE_DEG = 0.0005


class TooClose(Exception):
    """Something lies so near the radius that metres can't decide."""


class City:
    """The elements of a file, their shapes in degrees, and the names of areas whose outline is whole."""

    def __init__(self, path: Path) -> None:
        self.elements = read_elements(path)
        self.shapes = {each.id: each.shape for each in self.elements}
        self.names = {
            each.id: each.tags["name"]
            for each in self.elements
            if each.tags.get("boundary") == "administrative" and "name" in each.tags
            if each.id.startswith("relation/")
        }
        self._found: dict[str, Found] = {}

    @property
    def areas(self) -> list[str]:
        """Ids of the administrative areas whose outline is whole in the file."""
        return sorted(self.names)

    def found(self, condition: Condition) -> Found:
        """Count a condition, once."""
        if condition.en not in self._found:
            self._found[condition.en] = count_by_hand(condition, self.elements)
        return self._found[condition.en]

    def near(self, ids: Iterable[str], others: Iterable[str], radius_m: float) -> set[str]:
        """Return those of the ids that have one of the others within the radius."""
        there = list(others)
        if not there:
            return set()
        tree = shapely.STRtree([self.shapes[other] for other in there])
        found = set()
        for id_ in ids:
            west, south, east, north = self.shapes[id_].bounds
            by_lat = (radius_m + 5) / 110_500
            by_lon = by_lat / np.cos(np.radians(max(abs(south), abs(north)) + by_lat))
            box = shapely.box(west - by_lon, south - by_lat, east + by_lon, north + by_lat)
            metres = [
                self._metres(id_, there[i])
                for i in tree.query(box, predicate="intersects")
                if there[i] != id_
            ]
            if any(abs(each - radius_m) <= CLOSE_M for each in metres):
                raise TooClose(id_)
            if any(each <= radius_m for each in metres):
                found.add(id_)
        return found

    def by_cell(self, ids: Iterable[str], resolution: int) -> Counter[str]:
        """How many of them count in each cell."""
        return Counter(_home(self._shape(id_), resolution) for id_ in ids)

    def cells(self, ids: Iterable[str], resolution: int) -> set[str]:
        """Return the cells in which one of them lies, if in part."""
        return {cell for id_ in ids for cell in recount.shares(self._shape(id_), resolution)}

    def inside(self, ids: Iterable[str], area: str, *, mostly: bool = False) -> set[str]:
        """Return those that lie in the area by more than a border, or mostly, where they count."""
        outline = self.shapes[area].wkt
        shares = {id_: _share(self._shape(id_), outline) for id_ in ids}
        if any(0 < share < 0.05 for share in shares.values()):
            raise TooClose(area)
        return {id_ for id_, share in shares.items() if share > (0.5 if mostly else 0)}

    def _shape(self, id_: str) -> recount.Shape:
        shape = self.shapes[id_]
        return (shape.y, shape.x) if shape.geom_type == "Point" else shape.wkt

    def _metres(self, a: str, b: str) -> float:
        at = self.shapes[a].centroid
        tile = (round(at.y / _TILE_DEG) * _TILE_DEG, round(at.x / _TILE_DEG) * _TILE_DEG)
        return float(shapely.distance(_flat(self.shapes[a].wkb, tile), _flat(self.shapes[b].wkb, tile)))


@cache
def _home(shape: recount.Shape, resolution: int) -> str:
    return recount.home(shape, resolution)


@cache
def _share(shape: recount.Shape, outline: str) -> float:
    return recount.area_shares(shape, {"it": outline}).get("it", 0.0)


@cache
def _flat(wkb: bytes, tile: tuple[float, float]) -> Any:
    plane, shape = _plane(tile), shapely.segmentize(shapely.from_wkb(wkb), _EDGE_DEG)
    return shapely.transform(shape, lambda xy: np.column_stack(plane.transform(*xy.T)))


@cache
def _plane(tile: tuple[float, float]) -> Transformer:
    crs = f"+proj=tmerc +lat_0={tile[0]} +lon_0={tile[1]} +k=1 +ellps=WGS84 +units=m"
    return Transformer.from_crs("+proj=longlat +ellps=WGS84", crs, always_xy=True)
