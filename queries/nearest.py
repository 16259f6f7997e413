"""The nearest shapes, exactly, at any distance: a first guess bounds the search, and the search proves it."""

import numpy as np
import shapely

from queries.boundary import Ints
from queries.distance import Pairs, Shapes, centre_distances_m, distances_m, iter_pairs_within, pairs_within
from queries.geodesic import Floats
from queries.radius import HALF_EARTH_M


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


def nearest_of_each(a: Shapes, b: Shapes) -> Pairs:
    """Return for each shape of a the one of b nearest to it, by dist_m, then id; itself left out.

    A shape of a is absent only where b holds none but itself.
    """
    if not (len(a) and len(b)):
        return pairs_within(a, b, 1.0)
    bound_m = _bound_m(a, b)
    # of one object, each two would be one pair
    other = b.take(np.arange(len(b))) if a is b else b
    parts = [_first_of_each(_sorted(part, b)) for part in iter_pairs_within(a, other, bound_m)]
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
    tree = shapely.STRtree(shapely.points(b.longitudes * squeeze, b.latitudes))
    # equal locations are left out, as a place of both sides has
    i, j = tree.query_nearest(
        shapely.points(a.longitudes * squeeze, a.latitudes), exclusive=True, all_matches=False
    )
    bound_m = np.full(len(a), HALF_EARTH_M)
    bound_m[i] = distances_m(a, i, b, j)[0]
    return bound_m


def _sorted(pairs: Pairs, b: Shapes) -> Pairs:
    return _picked(pairs, np.lexsort((b.ids[pairs.j], pairs.dist_m, pairs.i)))


def _first_of_each(pairs: Pairs) -> Pairs:
    return _picked(pairs, np.flatnonzero(np.diff(pairs.i, prepend=-1)))


def _picked(pairs: Pairs, at: Ints) -> Pairs:
    return Pairs(pairs.i[at], pairs.j[at], pairs.dist_m[at], pairs.centre_dist_m[at])
