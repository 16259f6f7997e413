"""The nearest shapes, exactly, at any distance: a first guess bounds the search, and the search proves it."""

import numpy as np
import shapely

from queries.geometry.boundary import Ints
from queries.geometry.distance import (
    Pairs,
    Shapes,
    centre_distances_m,
    distances_m,
    iter_pairs_within,
    pairs_within,
)
from queries.geometry.geodesic import Floats

# a bound of memory: distances in the plane looked at together
_MOST_GUESSES = 2_000_000


def nearest_to(a: Shapes, b: Shapes, k: int) -> Pairs:
    """Return the k shapes of b nearest to the one shape of a, by dist_m, then id, itself left out.

    Whatever is as near as the last of them comes too: so it is known how many are.
    """
    others = np.flatnonzero(b.ids != a.ids[0])
    if k < 1 or not len(others):
        return pairs_within(a, b.take(others[:0]), 1.0)
    here = np.zeros_like(others)
    # any k of them bound the metres of the k nearest: all within that bound are measured
    centre_m = centre_distances_m(a, here, b, others)
    guess = others[np.argpartition(centre_m, min(k, len(others)) - 1)[:k]]
    bound_m = distances_m(a, here[: len(guess)], b, guess)[0].max()
    found = _sorted(pairs_within(a, b, float(bound_m)), b)
    kept = found.dist_m <= found.dist_m[min(k, len(found)) - 1]
    return _picked(found, kept)


def nearest_of_each(a: Shapes, b: Shapes, k: int = 1) -> Pairs:
    """Return for each shape of a the k of b nearest to it, by dist_m, then id; none of its own id.

    Ordered by the shapes of a. One of them has fewer only where b holds no more others.
    """
    if not (len(a) and len(b)):
        return pairs_within(a, b, 1.0)
    bound_m = _bound_m(a, b) if k == 1 else _bound_of_k_m(a, b, k)
    # of one object, each two would be one pair
    other = b.take(np.arange(len(b))) if a is b else b
    parts = [_first_of_each(_sorted(part, b), k) for part in iter_pairs_within(a, other, bound_m)]
    none = np.zeros(0, dtype=np.int64), np.zeros(0)
    return Pairs(
        np.concatenate([none[0], *(part.i for part in parts)]),
        np.concatenate([none[0], *(part.j for part in parts)]),
        np.concatenate([none[1], *(part.dist_m for part in parts)]),
        np.concatenate([none[1], *(part.centre_dist_m for part in parts)]),
    )


def as_points(shapes: Shapes) -> Shapes:
    """Return the locations of the shapes alone: what is nearest of them is nearest from centre to centre."""
    bare = np.full(len(shapes), None, dtype=object)
    return Shapes(shapes.ids, shapes.latitudes, shapes.longitudes, bare, np.zeros(len(shapes)))


def _bound_m(a: Shapes, b: Shapes) -> Floats:
    """Return for each of a metres at which some shape of b, not itself, is sure to be found.

    That is the distance to one which is near in a plane of degrees of equal length; any would do.
    """
    squeeze = np.cos(np.radians(np.clip(a.latitudes.mean(), -89.0, 89.0)))
    x, y = b.longitudes * squeeze, b.latitudes
    guess = np.full(len(a), -1)
    # equal locations are left out, as a place of both sides has
    i, j = shapely.STRtree(shapely.points(x, y)).query_nearest(
        shapely.points(a.longitudes * squeeze, a.latitudes), exclusive=True, all_matches=False
    )
    guess[i] = j
    # its own name stands beside it: of the others, one after the other
    own = np.flatnonzero((guess < 0) | (a.ids == b.ids[guess]))
    for chunk in np.array_split(own, 1 + len(own) * len(b) // _MOST_GUESSES):
        plane = (a.longitudes[chunk, None] * squeeze - x) ** 2 + (a.latitudes[chunk, None] - y) ** 2
        plane[a.ids[chunk, None] == b.ids] = np.inf
        guess[chunk] = np.where(np.isfinite(plane.min(axis=1)), plane.argmin(axis=1), -1)
    bound_m = np.zeros(len(a))
    known = np.flatnonzero(guess >= 0)
    bound_m[known] = distances_m(a, known, b, guess[known])[0]
    return bound_m


def _bound_of_k_m(a: Shapes, b: Shapes, k: int) -> Floats:
    """Return for each of a metres within which k shapes of b, or all there are, are sure to be found."""
    squeeze = np.cos(np.radians(np.clip(a.latitudes.mean(), -89.0, 89.0)))
    x, y, k = b.longitudes * squeeze, b.latitudes, min(k, len(b))
    bound_m = np.zeros(len(a))
    for chunk in np.array_split(np.arange(len(a)), 1 + len(a) * len(b) // _MOST_GUESSES):
        plane = (a.longitudes[chunk, None] * squeeze - x) ** 2 + (a.latitudes[chunk, None] - y) ** 2
        plane[a.ids[chunk, None] == b.ids] = np.inf
        guess = np.argpartition(plane, k - 1, axis=1)[:, :k]
        known = np.isfinite(np.take_along_axis(plane, guess, axis=1))
        of = np.broadcast_to(chunk[:, None], guess.shape)[known]
        np.maximum.at(bound_m, of, distances_m(a, of, b, guess[known])[0])
    return bound_m


def _sorted(pairs: Pairs, b: Shapes) -> Pairs:
    return _picked(pairs, np.lexsort((b.ids[pairs.j], pairs.dist_m, pairs.i)))


def _first_of_each(pairs: Pairs, k: int) -> Pairs:
    number = np.arange(len(pairs))
    starts = np.maximum.accumulate(np.where(np.diff(pairs.i, prepend=-1), number, 0))
    return _picked(pairs, np.flatnonzero(number - starts < k))


def _picked(pairs: Pairs, at: Ints) -> Pairs:
    return Pairs(pairs.i[at], pairs.j[at], pairs.dist_m[at], pairs.centre_dist_m[at])
