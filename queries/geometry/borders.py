"""How shapes lie in areas of one level or kind, where what lies on a line that two of them share is in one.

On the border is what is no farther than 1 cm from the line, as far as positions of OpenStreetMap are rounded.
A point there, and each stretch of a line that runs there, lies in the area of the smallest id of those whose
border it is; where another area of the level holds it inside, in that one. Only areas of one level compete.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import shapely

from queries.geometry.boundary import Geometries, split_paths
from queries.geometry.geodesic import Floats, scales_m
from queries.geometry.overlaps import SLIVER, find_share

ON_BORDER_M = 0.01
# a stretch of a line that comes so near the border for less than that crosses it or ends there
_RUN_M = 1.0
# how many metres of a border are looked at around what lies there
_AROUND_M = 5.0
# of a part of an area that is so small it is looked whether it is more than the border
_SMALL_SHARE = 0.01
_POINT = 0

Level = int | str
Stretch = tuple[float, float]


class Lies(NamedTuple):
    """How much of each shape lies in which area, and on whose borders some of it does: by (index, area)."""

    shares: dict[tuple[int, str], float]
    borders: set[tuple[int, str]]


@dataclass(slots=True)
class _Waiting:
    """A shape that meets borders of a level: the stretches of it inside each area and along its border."""

    whole: float
    inside: dict[str, list[Stretch]] = field(default_factory=dict)
    along: dict[str, list[Stretch]] = field(default_factory=dict)


def level_of(admin_level: int | None, kind: str) -> Level:
    """Return what areas compete in: their admin_level or, of those without one, their kind."""
    return kind if admin_level is None else admin_level


class Borders:
    """How shapes lie in areas, which are told one by one; what lies on a border is settled after the last."""

    def __init__(self, shapes: Geometries) -> None:
        self._shapes = shapes
        self._tree = shapely.STRtree(shapes)
        self._is_point = shapely.get_type_id(shapes) == _POINT if len(shapes) else np.zeros(0, dtype=bool)
        self._dimensions = shapely.get_dimensions(shapes) if len(shapes) else np.zeros(0)
        self._waiting: dict[tuple[int, Level], _Waiting] = {}
        self._inside: dict[Level, set[int]] = {}

    def add(self, area: str, level: Level, outline: Any) -> tuple[dict[int, float], set[int]]:
        """Return the shares in an area that are settled, by index, and the shapes of which none is yet."""
        shapely.prepare(outline)
        border = shapely.boundary(outline)
        shapely.prepare(border)
        near = np.sort(self._tree.query(shapely.box(*_widened(outline.bounds))))
        points = near[self._is_point[near]]
        on = _are_on(self._shapes[points], border)
        held = points[shapely.contains_properly(outline, self._shapes[points]) & ~on]
        self._inside.setdefault(level, set()).update(held.tolist())
        shares = dict.fromkeys(held.tolist(), 1.0)
        waits = points[on].tolist()
        for k in waits:
            self._wait(k, level, 1.0).along[area] = [(0.0, 1.0)]
        for k in near[~self._is_point[near]].tolist():
            shape = self._shapes[k]
            if self._dimensions[k] == 2:
                if share := _find_area_share(shape, outline, border):
                    shares[k] = share
            elif shapely.contains_properly(outline, shape) and not _comes_near(shape, border):
                shares[k] = 1.0
                self._inside[level].add(k)
            elif self._add_stretches(k, area, level, outline, border):
                waits.append(k)
        return shares, set(waits)

    def settle(self) -> Lies:
        """Return what lies how in the areas told, of the shapes that were not settled."""
        lies = Lies({}, set())
        for (k, level), waiting in self._waiting.items():
            lies.borders.update((k, area) for area, runs in waiting.along.items() if runs)
            shares = _settle(waiting, is_inside=k in self._inside.get(level, ()))
            lies.shares.update(((k, area), share) for area, share in shares.items())
        return lies

    def _wait(self, k: int, level: Level, whole: float) -> _Waiting:
        return self._waiting.setdefault((k, level), _Waiting(whole))

    def _add_stretches(self, k: int, area: str, level: Level, outline: Any, border: Any) -> bool:
        """Note which stretches of a line, or which of several points, lie inside and along; say if any do."""
        shape = self._shapes[k]
        if self._dimensions[k] == 0:
            points = shapely.get_parts(shape)
            on = _are_on(points, border)
            held = shapely.contains_properly(outline, points) & ~on
            whole, inside, along = float(len(points)), _numbered(held), _numbered(on)
        else:
            whole, inside, along = _measure_line(shape, outline, border)
        if inside or along:
            waiting = self._wait(k, level, whole)
            waiting.inside[area], waiting.along[area] = inside, along
        return bool(inside or along)


def find_lies(shapes: Sequence[Any], areas: Iterable[tuple[str, Level, Any]]) -> Lies:
    """Return how shapes lie in areas: (id, level, outline); shares, and the borders they lie on, by index."""
    borders = Borders(np.array(shapes, dtype=object))
    shares: dict[tuple[int, str], float] = {}
    for area, level, outline in areas:
        shares.update(((k, area), share) for k, share in borders.add(area, level, outline)[0].items())
    settled = borders.settle()
    return Lies(shares | settled.shares, settled.borders)


def find_closed_share(shape: Any, area: Any) -> float:
    """Return how much of a shape lies in an area that shares its border with none, 0 to 1."""
    return find_lies([shape], [("", "", area)]).shares.get((0, ""), 0.0)


def _settle(waiting: _Waiting, *, is_inside: bool) -> dict[str, float]:
    """Return how much of what waits lies in each area: inside first, else in that of the smallest id."""
    ends = {
        end
        for of_it in (waiting.inside, waiting.along)
        for runs in of_it.values()
        for run in runs
        for end in run
    }
    sizes: dict[str, float] = {}
    ordered = sorted(ends)
    for start, end in pairwise(ordered):
        middle = (start + end) / 2
        on = [area for area, runs in waiting.along.items() if _covers(runs, middle)]
        held = [area for area, runs in waiting.inside.items() if area not in on and _covers(runs, middle)]
        if not held and on and not is_inside:
            held = [min(on)]
        for area in held:
            sizes[area] = sizes.get(area, 0.0) + end - start
    shares = {area: min(round(size / waiting.whole, 9), 1.0) for area, size in sizes.items()}
    return {area: share for area, share in shares.items() if share > SLIVER}


def _covers(runs: Sequence[Stretch], at: float) -> bool:
    return any(start <= at <= end for start, end in runs)


def _numbered(are: Any) -> list[Stretch]:
    """Return the stretches of one each that stand for those points of several that are."""
    return [(float(n), n + 1.0) for n in np.flatnonzero(are).tolist()]


def _widened(bounds: Sequence[float]) -> tuple[float, float, float, float]:
    west, south, east, north = bounds
    by_lon, by_lat = _degrees(max(abs(south), abs(north)))
    return west - by_lon, south - by_lat, east + by_lon, north + by_lat


def _degrees(latitude: float) -> tuple[float, float]:
    """Return 1 cm in degrees of longitude and of latitude, rather more."""
    per_lon, per_lat = scales_m(np.array([min(latitude, 89.9)]))
    return 1.1 * ON_BORDER_M / float(per_lon[0]), 1.1 * ON_BORDER_M / float(per_lat[0])


def _comes_near(shape: Any, border: Any) -> bool:
    _, south, _, north = shape.bounds
    return bool(shapely.dwithin(border, shape, max(_degrees(max(abs(south), abs(north))))))


def _are_on(points: Geometries, border: Any) -> Any:
    """Say which of the points are on the border."""
    if not len(points):
        return np.zeros(0, dtype=bool)
    _, south, _, north = shapely.total_bounds(points)
    on = shapely.dwithin(border, points, max(_degrees(max(abs(south), abs(north)))))
    for number in np.flatnonzero(on).tolist():
        plane = _Plane.around(points[number])
        metres = shapely.distance(plane.lay(points[number]), plane.lay(plane.cut(border)))
        on[number] = metres <= ON_BORDER_M
    return on


@dataclass(frozen=True, slots=True)
class _Plane:
    """Metres in the plane around a shape, true to a part in thousands there: for what is a centimetre."""

    bounds: tuple[float, float, float, float]
    scale: Floats

    @classmethod
    def around(cls, shape: Any) -> "_Plane":
        west, south, east, north = shape.bounds
        per_lon, per_lat = scales_m(np.array([(south + north) / 2]))
        scale = np.array([max(float(per_lon[0]), 1.0), float(per_lat[0])])
        by_lon, by_lat = _AROUND_M / scale
        return cls((west - by_lon, south - by_lat, east + by_lon, north + by_lat), scale)

    def cut(self, border: Any) -> Any:
        """Return the part of a border that is around here."""
        return shapely.clip_by_rect(border, *self.bounds)

    def lay(self, shape: Any) -> Any:
        return shapely.transform(shape, lambda xy: xy * self.scale)


def _find_area_share(shape: Any, outline: Any, border: Any) -> float:
    """Return how much of an area lies in another; what is within 1 cm of the border is no part of it."""
    share = find_share(shape, outline)
    if not 0 < share < _SMALL_SHARE:
        return share
    part, plane = shapely.intersection(shape, outline), _Plane.around(shape)
    wide = shapely.buffer(plane.lay(plane.cut(border)), ON_BORDER_M)
    return 0.0 if shapely.covers(wide, plane.lay(part)) else share


def _measure_line(line: Any, outline: Any, border: Any) -> tuple[float, list[Stretch], list[Stretch]]:
    """Return the length of a line in metres, and the stretches inside an area and along its border."""
    plane = _Plane.around(line)
    paths, _ = split_paths(np.array([line], dtype=object))
    coordinates, path = shapely.get_coordinates(paths, return_index=True)
    joined = np.flatnonzero(path[1:] == path[:-1])
    ends = np.stack([coordinates[joined], coordinates[joined + 1]], axis=1)
    flat = ends * plane.scale
    lengths = np.hypot(
        *((ends[:, 1] - ends[:, 0]) * np.stack(scales_m(ends[:, :, 1].mean(axis=1)), axis=1)).T
    )
    starts = np.cumsum(lengths) - lengths
    whole = float(lengths.sum())
    wide = shapely.buffer(plane.lay(plane.cut(border)), ON_BORDER_M)
    inside = _find_stretches(ends, outline, starts, lengths)
    along = _find_stretches(flat, wide, starts, lengths)
    least = min(_RUN_M, max(whole - 2 * ON_BORDER_M, ON_BORDER_M))
    return whole, inside, [run for run in along if run[1] - run[0] >= least]


def _find_stretches(ends: Floats, area: Any, starts: Floats, lengths: Floats) -> list[Stretch]:
    """Return the stretches, in metres from the start, of edges in an area, those that go on as one."""
    parts, edge = shapely.get_parts(shapely.intersection(shapely.linestrings(ends), area), return_index=True)
    found = sorted(
        (float(starts[k] + low * lengths[k]), float(starts[k] + high * lengths[k]))
        for part, k in zip(parts, edge.tolist(), strict=True)
        for low, high in _ranges(part, ends[k])
    )
    runs: list[Stretch] = []
    for start, end in found:
        if runs and start <= runs[-1][1] + ON_BORDER_M / 10:
            runs[-1] = runs[-1][0], max(runs[-1][1], end)
        else:
            runs.append((start, end))
    return runs


def _ranges(part: Any, ends: Floats) -> Iterator[Stretch]:
    """Yield from where to where along an edge, 0 to 1, a part of it reaches; of a point nothing."""
    if part.is_empty or shapely.get_dimensions(part) < 1:
        return
    along = ends[1] - ends[0]
    size = float(along @ along)
    if size > 0:
        at = np.clip((shapely.get_coordinates(part) - ends[0]) @ along / size, 0.0, 1.0)
        yield float(at.min()), float(at.max())


def areas_by_place(lies: Lies, ids: Sequence[str]) -> Mapping[str, dict[str, float]]:
    """Return the shares by place of these ids, in the order of the shapes, then by area; of those in any."""
    found: dict[str, dict[str, float]] = {}
    for (k, area), share in lies.shares.items():
        found.setdefault(str(ids[k]), {})[area] = share
    return found
