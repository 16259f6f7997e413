"""How near two boundaries come to each other: an exact search by branch and bound.

A run of edges lies within a known radius of one of its vertices, so two runs are never nearer than those
vertices less both radii. For two single edges the distance is bounded from below by its tangent at one pair
of points: in a plane it is convex, and what the ellipsoid and the bend of an edge straight in longitude and
latitude can take off is bounded too. Whatever can't beat the best distance found by more than TOLERANCE_M is
dropped, and the rest is halved. Nothing depends on a plane, so it holds at any distance, at the poles and
across the antimeridian.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from queries.geometry.boundary import Boundary, Ints
from queries.geometry.geodesic import (
    ECCENTRICITY_2,
    EQUATOR_M,
    FORMULA_LATITUDE,
    FORMULA_M,
    LARGEST_RADIUS_M,
    SMALLEST_RADIUS_M,
    Floats,
    geod,
    point_distances_m,
    radii_m,
    scales_m,
    turn,
)

TOLERANCE_M = 0.002
# how far the mid-latitude formula may be off, and two methods differ where one takes over from the other
_FORMULA_ERROR_M = 0.005
# halving half the Earth this often leaves less than a nanometre
_MOST_ROUNDS = 120


def boundary_distances_m(a: Boundary, i: Ints, b: Boundary, j: Ints, *, reached_m: Floats) -> Floats:
    """Return the distances between boundary i of a and boundary j of b, elementwise, in metres.

    `reached_m` are distances known to be reached by points of the two, infinite where none is known. Never
    too small, and at most TOLERANCE_M too large (beside what point_distances_m is off); the number for
    two shapes does not depend on the others asked for.
    """
    best = reached_m.astype(np.float64, copy=True)
    runs = _Runs(np.arange(len(i)), a.first[i], a.first[i + 1], b.first[j], b.first[j + 1])
    pairs, edges_a, edges_b = _search_runs(a, b, runs, best)
    zeros, ones = np.zeros(len(pairs)), np.ones(len(pairs))
    _search_pieces(a, b, _Pieces(pairs, edges_a, zeros, ones, edges_b, zeros, ones), best)
    return best


class _Runs(NamedTuple):
    """Two runs of edges, a_0 up to a_1 and b_0 up to b_1, of a pair of shapes."""

    pair: Ints
    a_0: Ints
    a_1: Ints
    b_0: Ints
    b_1: Ints


class _Pieces(NamedTuple):
    """A piece of edge a, from s_0 to s_1 (0 its start, 1 its end), and one of b, of a pair of shapes."""

    pair: Ints
    a: Ints
    s_0: Floats
    s_1: Floats
    b: Ints
    t_0: Floats
    t_1: Floats


def _search_runs(a: Boundary, b: Boundary, runs: _Runs, best: Floats) -> tuple[Ints, Ints, Ints]:
    """Halve the runs until those that can hold the nearest points are single edges; return these."""
    found = []
    while len(runs.pair):
        a_mid, b_mid = (runs.a_0 + runs.a_1) // 2, (runs.b_0 + runs.b_1) // 2
        a_m = np.maximum(a.start_m[a_mid] - a.start_m[runs.a_0], a.end_m[runs.a_1 - 1] - a.start_m[a_mid])
        b_m = np.maximum(b.start_m[b_mid] - b.start_m[runs.b_0], b.end_m[runs.b_1 - 1] - b.start_m[b_mid])
        metres = point_distances_m(a.lat_0[a_mid], a.lon_0[a_mid], b.lat_0[b_mid], b.lon_0[b_mid])
        np.minimum.at(best, runs.pair, metres)
        lower = np.maximum(metres - a_m - b_m - _FORMULA_ERROR_M, 0.0)
        kept = lower < best[runs.pair] - TOLERANCE_M
        many_a, many_b = runs.a_1 - runs.a_0 > 1, runs.b_1 - runs.b_0 > 1
        single = kept & ~many_a & ~many_b
        found.append((runs.pair[single], runs.a_0[single], runs.b_0[single]))
        on_a = kept & many_a & ((a_m >= b_m) | ~many_b)
        on_b = kept & many_b & ~on_a
        halves = (
            runs._replace(a_1=a_mid),
            runs._replace(a_0=a_mid),
            runs._replace(b_1=b_mid),
            runs._replace(b_0=b_mid),
        )
        runs = _Runs(*_join(halves, (on_a, on_a, on_b, on_b)))
    empty = np.zeros(0, dtype=np.int64)
    columns = [np.concatenate(column) for column in zip(*found, strict=True)] or [empty] * 3
    return columns[0], columns[1], columns[2]


def _search_pieces(a: Boundary, b: Boundary, pieces: _Pieces, best: Floats) -> None:
    """Halve the pieces of edges until none can beat best, which is lowered on the way."""
    for _ in range(_MOST_ROUNDS):
        if not len(pieces.pair):
            return
        metres, slack_a, slack_b = _bound(a, b, pieces)
        np.minimum.at(best, pieces.pair, metres)
        lower = np.maximum(metres - slack_a - slack_b, 0.0)
        kept = lower < best[pieces.pair] - TOLERANCE_M
        on_a = kept & (slack_a >= slack_b)
        on_b = kept & ~on_a
        s_mid, t_mid = (pieces.s_0 + pieces.s_1) / 2, (pieces.t_0 + pieces.t_1) / 2
        halves = (
            pieces._replace(s_1=s_mid),
            pieces._replace(s_0=s_mid),
            pieces._replace(t_1=t_mid),
            pieces._replace(t_0=t_mid),
        )
        pieces = _Pieces(*_join(halves, (on_a, on_a, on_b, on_b)))


def _join(tables: Sequence[Sequence[Any]], masks: Sequence[Any]) -> Iterator[Any]:
    """Yield each column of the tables put together, of each table the rows of its mask."""
    for columns in zip(*tables, strict=True):
        yield np.concatenate([column[mask] for column, mask in zip(columns, masks, strict=True)])


def _bound(a: Boundary, b: Boundary, pieces: _Pieces) -> tuple[Floats, Floats, Floats]:
    """Return a distance that the pieces reach, and how much each piece could still take off it."""
    lat_a, lat_a_by = _along(a.lat_0[pieces.a], a.lat_1[pieces.a], pieces.s_0, pieces.s_1)
    lon_a, lon_a_by = _along(a.lon_0[pieces.a], a.lon_1[pieces.a], pieces.s_0, pieces.s_1)
    lat_b, lat_b_by = _along(b.lat_0[pieces.b], b.lat_1[pieces.b], pieces.t_0, pieces.t_1)
    lon_b, lon_b_by = _along(b.lon_0[pieces.b], b.lon_1[pieces.b], pieces.t_0, pieces.t_1)
    s, t = _nearest_of_chords(
        _in_space(lat_a, lon_a),
        _in_space(lat_a + lat_a_by, lon_a + lon_a_by),
        _in_space(lat_b, lon_b),
        _in_space(lat_b + lat_b_by, lon_b + lon_b_by),
    )
    lat_p, lon_p, lat_q, lon_q = (
        lat_a + s * lat_a_by,
        lon_a + s * lon_a_by,
        lat_b + t * lat_b_by,
        lon_b + t * lon_b_by,
    )
    metres = point_distances_m(lat_p, lon_p, lat_q, lon_q)
    by_p, by_q = _derivatives(metres, (lat_p, lon_p, lat_q, lon_q), (lat_a_by, lon_a_by, lat_b_by, lon_b_by))
    # the curvature of distance on a sphere is at least -tan(half the angle) / radius, and has no bound
    # near the antipode, where only this is left: moving a point by x changes a distance by at most x
    half = np.minimum(metres / SMALLEST_RADIUS_M / 2, np.pi / 2)
    bend = np.where(half < 1.5, np.tan(np.minimum(half, 1.5)) / SMALLEST_RADIUS_M, np.inf)
    slack_a = _slack(s, by_p, lat_0=lat_a, lat_by=lat_a_by, lon_by=lon_a_by, bend=bend)
    slack_b = _slack(t, by_q, lat_0=lat_b, lat_by=lat_b_by, lon_by=lon_b_by, bend=bend)
    return metres, slack_a, slack_b


def _slack(
    at: Floats, slope: Floats, *, lat_0: Floats, lat_by: Floats, lon_by: Floats, bend: Floats
) -> Floats:
    """Return how far below its value at `at` the distance may fall on a piece from 0 to 1."""
    phi, lam = np.abs(np.radians(lat_by)), np.abs(np.radians(lon_by))
    polar = np.radians(np.minimum(np.maximum(np.abs(lat_0), np.abs(lat_0 + lat_by)), 90.0))
    # covariant acceleration of a path with constant rates of latitude and longitude (Christoffel
    # symbols of the ellipsoid; the last term is the change of M with latitude)
    bent = LARGEST_RADIUS_M * (2 * np.sin(polar) * phi * lam + np.sin(polar) * lam**2 + 0.011 * phi**2)
    equatorial = np.where(
        lat_0 * (lat_0 + lat_by) <= 0, 0.0, np.minimum(np.abs(lat_0), np.abs(lat_0 + lat_by))
    )
    length = LARGEST_RADIUS_M * np.hypot(phi, np.cos(np.radians(equatorial)) * lam)
    with np.errstate(invalid="ignore"):
        quadratic = np.where(length > 0, bent + bend * length**2, 0.0)
    longest = np.maximum(at, 1 - at)
    falling = np.maximum(np.maximum(slope * at, -slope * (1 - at)), 0.0)
    slack: Floats = np.minimum(falling + 0.55 * quadratic * longest**2, length * longest)
    return slack


def _along(at_0: Floats, at_1: Floats, from_: Floats, to: Floats) -> tuple[Floats, Floats]:
    """Return where a piece begins, and by how much it goes on to its end."""
    return at_0 + from_ * (at_1 - at_0), (to - from_) * (at_1 - at_0)


def _in_space(lat: Floats, lon: Floats) -> Floats:
    """Return points on the ellipsoid as x, y, z in metres, shape (3, n)."""
    phi, lam = np.radians(lat), np.radians(lon)
    normal = EQUATOR_M / np.sqrt(1 - ECCENTRICITY_2 * np.sin(phi) ** 2)
    return np.stack(
        [
            normal * np.cos(phi) * np.cos(lam),
            normal * np.cos(phi) * np.sin(lam),
            normal * (1 - ECCENTRICITY_2) * np.sin(phi),
        ]
    )


def _nearest_of_chords(p_0: Floats, p_1: Floats, q_0: Floats, q_1: Floats) -> tuple[Floats, Floats]:
    """Return where two segments in space are nearest, 0 to 1 on each.

    Source: Ericson, Real-Time Collision Detection, 5.1.9.
    """
    u, v, w = p_1 - p_0, q_1 - q_0, p_0 - q_0
    uu, vv, uv = (u * u).sum(0), (v * v).sum(0), (u * v).sum(0)
    uw, vw = (u * w).sum(0), (v * w).sum(0)
    with np.errstate(divide="ignore", invalid="ignore"):
        s = np.clip(np.nan_to_num((uv * vw - uw * vv) / (uu * vv - uv * uv)), 0, 1)
        t = np.nan_to_num((uv * s + vw) / vv)
        s = np.where((t < 0) | (t > 1), np.nan_to_num((uv * np.clip(t, 0, 1) - uw) / uu), s)
        # a point is nearest where the other's foot is
        s = np.where(vv == 0, np.nan_to_num(-uw / uu), s)
    return np.clip(s, 0, 1), np.clip(t, 0, 1)


def _derivatives(
    metres: Floats, points: tuple[Floats, ...], rates: tuple[Floats, ...]
) -> tuple[Floats, Floats]:
    """Return how the distance changes along each piece, in metres for the whole piece."""
    lat_p, lon_p, lat_q, lon_q = points
    lat_by_p, lon_by_p, lat_by_q, lon_by_q = rates
    # of the mid-latitude formula, by the chain rule
    mid, north, east = (lat_p + lat_q) / 2, lat_q - lat_p, turn(lon_q - lon_p)
    per_lon, per_lat = scales_m(mid)
    phi = np.radians(mid)
    meridian = radii_m(mid)[0]
    per_lon_by = -np.radians(np.radians(meridian * np.sin(phi)))
    per_lat_by = (
        np.radians(per_lat) * 3 * ECCENTRICITY_2 * np.sin(phi) * np.cos(phi)
        / (1 - ECCENTRICITY_2 * np.sin(phi) ** 2)
    )  # fmt: skip
    # where two points meet the distance is 0 and can't fall
    safe = np.where(metres > 0, metres, 1.0)
    by_north, by_east = per_lat**2 * north / safe, per_lon**2 * east / safe
    by_mid = (per_lon * per_lon_by * east**2 + per_lat * per_lat_by * north**2) / safe
    by_p = (by_mid / 2 - by_north) * lat_by_p - by_east * lon_by_p
    by_q = (by_mid / 2 + by_north) * lat_by_q + by_east * lon_by_q
    far = (metres > FORMULA_M) | (np.maximum(np.abs(lat_p), np.abs(lat_q)) >= FORMULA_LATITUDE)
    if far.any():
        forth, back, _ = geod().inv(lon_p[far], lat_p[far], lon_q[far], lat_q[far])
        by_p[far] = -_towards(forth, lat_p[far], lat_by_p[far], lon_by_p[far])
        by_q[far] = -_towards(back, lat_q[far], lat_by_q[far], lon_by_q[far])
    return by_p, by_q


def _towards(azimuth: Floats, lat: Floats, lat_by: Floats, lon_by: Floats) -> Floats:
    """Return metres that a piece goes in the direction of the azimuth."""
    per_lon, per_lat = scales_m(lat)
    metres: Floats = per_lon * lon_by * np.sin(np.radians(azimuth)) + per_lat * lat_by * np.cos(
        np.radians(azimuth)
    )
    return metres
