"""Which areas points lie in, by the rule for borders, without a line of perto's and without a library's.

Areas are rings of (longitude, latitude); a ring is not closed. Inside is told by a ray, the distance from the
border in a plane around the point.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import cos, hypot, radians

Point = tuple[float, float]
Ring = Sequence[Point]

_ON_M = 0.01
# metres of a degree on the ellipsoid near the latitude, good to a part in a thousand below 45 degrees
_PER_DEGREE_M = 110_900.0


def distance_from_border_m(point: Point, ring: Ring) -> float:
    """Metres from a point to the nearest edge of a ring."""
    return min(_to_edge_m(point, a, b) for a, b in _edges(ring))


def is_inside(point: Point, ring: Ring) -> bool:
    """Say whether a ray to the east leaves the ring an odd number of times."""
    x, y = point
    crossed = 0
    for (ax, ay), (bx, by) in _edges(ring):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            crossed += 1
    return crossed % 2 == 1


def homes(point: Point, areas: Mapping[str, Ring]) -> set[str]:
    """The areas of one level that a point lies in: inside, else on the border of, the smallest id alone."""
    on = borders(point, areas)
    inside = {id_ for id_, ring in areas.items() if id_ not in on and is_inside(point, ring)}
    return inside or set(sorted(on)[:1])


def borders(point: Point, areas: Mapping[str, Ring]) -> set[str]:
    """The areas on whose border a point lies."""
    return {id_ for id_, ring in areas.items() if distance_from_border_m(point, ring) <= _ON_M}


def is_clear(point: Point, areas: Mapping[str, Ring]) -> bool:
    """Say whether no border is about 1 cm away, so that two ways to measure agree on what is on it."""
    return all(abs(distance_from_border_m(point, ring) - _ON_M) > 0.0005 for ring in areas.values())


def _edges(ring: Ring) -> Iterator[tuple[Point, Point]]:
    for number in range(len(ring)):
        yield ring[number - 1], ring[number]


def _to_edge_m(point: Point, a: Point, b: Point) -> float:
    by_x = _PER_DEGREE_M * cos(radians(point[1]))
    ax, ay = (a[0] - point[0]) * by_x, (a[1] - point[1]) * _PER_DEGREE_M
    bx, by = (b[0] - point[0]) * by_x, (b[1] - point[1]) * _PER_DEGREE_M
    dx, dy = bx - ax, by - ay
    size = dx * dx + dy * dy
    t = 0.0 if size == 0 else max(0.0, min(1.0, -(ax * dx + ay * dy) / size))
    return hypot(ax + t * dx, ay + t * dy)
