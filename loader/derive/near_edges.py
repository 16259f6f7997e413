"""Which NEAR edges a set of places has, within a budget of edges for each data set."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt

from queries.geometry.boundary import Ints
from queries.geometry.distance import Pairs, Shapes, iter_pairs_within
from queries.geometry.geodesic import Floats
from queries.progress import Progress, silent
from queries.statements.nearness import LocatedPlace

Counts = npt.NDArray[np.int32]
_Table = npt.NDArray[np.void]
Pair = tuple[str, str]  # services, the first not after the second

# the last radius of 500 m is a twentieth of a millimetre: nearer places touch
_HALVINGS = 24


@dataclass(frozen=True, eq=False)
class Edges:
    """Edges as arrays: indexes of places (from, to), metres between shapes and between locations."""

    from_: Ints
    to: Ints
    dist_m: Floats
    centre_dist_m: Floats

    def __len__(self) -> int:
        return len(self.from_)

    def take(self, indexes: slice | npt.NDArray[Any]) -> "Edges":
        """Return the edges at the indexes (or where a mask is true)."""
        return Edges(self.from_[indexes], self.to[indexes], self.dist_m[indexes], self.centre_dist_m[indexes])


NO_EDGES = Edges(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0), np.zeros(0))


@dataclass(frozen=True, eq=False)
class Difference:
    """Edges to delete, told by their places; edges whose distances are to be written; edges to create."""

    delete: Edges
    update: Edges
    create: Edges

    def __bool__(self) -> bool:
        return bool(len(self.delete) or len(self.update) or len(self.create))


@dataclass(frozen=True, slots=True)
class Share:
    """What the budget leaves to one data set.

    `needed` is how many edges its places have up to the radius asked for, to each other and to any other
    place; `reduced` are the metres that are left of that radius, by pair of services, where less are.
    """

    needed: int
    reduced: Mapping[Pair, float]


@dataclass(frozen=True, eq=False)
class NearPlan:
    """All NEAR edges by pair of services, and the radius up to which each pair has them all.

    `by_pair` and `radius_m` have the same keys, (a, b) with a not after b; edges of no length are there too.
    `ids` are those of the places, sorted; edges name places by their index in it. `radius_m` holds among all
    places: it is the least that any of the data sets is left with, as `shares` has them by their ids. `whole`
    is how many edges there are up to the radius asked for.
    """

    ids: Sequence[str]
    by_pair: Mapping[Pair, Edges]
    radius_m: Mapping[Pair, float]
    shares: Mapping[str, Share] = field(default_factory=dict)
    whole: int = 0

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The index of each id."""
        return {id_: number for number, id_ in enumerate(self.ids)}


def join(parts: Sequence[Edges]) -> Edges:
    """Return the edges of all parts."""
    return Edges(
        np.concatenate([NO_EDGES.from_, *(part.from_ for part in parts)]),
        np.concatenate([NO_EDGES.to, *(part.to for part in parts)]),
        np.concatenate([NO_EDGES.dist_m, *(part.dist_m for part in parts)]),
        np.concatenate([NO_EDGES.centre_dist_m, *(part.centre_dist_m for part in parts)]),
    )


def compare(wanted: Edges, written: Edges) -> Difference:
    """Return what makes the written edges of one pair of services the wanted ones."""
    if not len(written):
        return Difference(NO_EDGES, NO_EDGES, wanted)
    size = 1 + max(
        [0, *(int(e.max()) for e in (wanted.from_, wanted.to, written.from_, written.to) if len(e))]
    )
    keys, there = wanted.from_ * size + wanted.to, written.from_ * size + written.to
    number, counts = np.unique(there, return_counts=True)
    twice = np.isin(there, number[counts > 1])
    _, of_keys, of_there = np.intersect1d(keys, there[~twice], return_indices=True)
    once = written.take(~twice)
    changed = (wanted.dist_m[of_keys] != once.dist_m[of_there]) | (
        wanted.centre_dist_m[of_keys] != once.centre_dist_m[of_there]
    )
    missing = np.ones(len(wanted), dtype=bool)
    missing[of_keys] = False
    # an edge that is there twice, as no run should leave it, is deleted with its double and created once
    stale = twice | ~np.isin(there, keys)
    return Difference(written.take(stale), wanted.take(of_keys[changed]), wanted.take(missing))


def plan_near(
    places: Sequence[LocatedPlace],
    *,
    radius_m: float,
    edge_budget: int,
    progress: Progress = silent,
) -> NearPlan:
    """Find all pairs of places up to radius_m, or less for the densest pairs of services of a data set.

    The budget is each data set's own: while the edges at its places are more, the pair of services with the
    most (of equal ones, the first by name) has its radius halved for this data set. A place reaches as far
    as the data set that goes farthest of those that hold it, and two places have an edge where both reach. So
    the order of loads is nothing, a city changes nothing in another one, and all edges together are at most
    the budget times the data sets.
    """
    places = sorted(places, key=lambda place: place.id)
    names = sorted({service for place in places for service in place.services})
    keys = list(combinations_with_replacement(range(len(names)), 2))
    codes = np.array([a * len(names) + b for a, b in keys], dtype=np.int64)
    expand, holders = _Expander(places, names), _Holders.of(places)
    shapes = Shapes.from_found(places)
    parts = _parts(shapes, radius_m, expand, progress)
    kept, counts, whole = _collect(parts, radius_m, len(names), holders, edge_budget)
    radii = np.array([_fit(of_one, radius_m, edge_budget) for of_one in counts])
    if kept is None:
        # too many to hold: now that the radii are known, find only those that will be written
        parts = _parts(shapes, float(radii.max()), expand, progress)
        kept = [holders.sift(part, radii) for part in parts]
    elif radii.size and radii.min() < radius_m:
        kept = [holders.sift(part, radii) for part in kept]
    table = np.concatenate([np.zeros(0, _EDGE), *kept])
    table = table[np.argsort(table["pair"], kind="stable")]
    starts, ends = np.searchsorted(table["pair"], codes), np.searchsorted(table["pair"], codes, side="right")
    by_pair, radius, least = {}, {}, radii.min(axis=0)
    for (a, b), code, start, end in zip(keys, codes, starts, ends, strict=True):
        rows = table[start:end]
        from_, to = rows["from"].astype(np.int64), rows["to"].astype(np.int64)
        by_pair[names[a], names[b]] = Edges(from_, to, rows["dist_m"], rows["centre_m"])
        radius[names[a], names[b]] = float(least[code])
    pairs = [(names[a], names[b]) for a, b in keys]
    shares = {
        name: Share(
            int(of_one[0].sum()),
            {pair: float(m) for pair, m in zip(pairs, of_its[codes], strict=True) if m < radius_m},
        )
        for name, of_one, of_its in zip(holders.names, counts, radii, strict=True)
    }
    return NearPlan([place.id for place in places], by_pair, radius, shares, whole)


_EDGE = np.dtype(
    [
        ("pair", np.int32),
        ("from", np.int32),
        ("to", np.int32),
        ("dist_m", np.float64),
        ("centre_m", np.float64),
    ]
)


class _Expander:
    """Turns pairs of places into edges, one for each pair of their services."""

    def __init__(self, places: Sequence[LocatedPlace], names: Sequence[str]) -> None:
        code = {name: number for number, name in enumerate(names)}
        self._services = np.array([code[s] for p in places for s in sorted(p.services)], dtype=np.int64)
        self._count = np.array([len(p.services) for p in places], dtype=np.int64)
        self._first = np.cumsum(self._count) - self._count
        self._names = len(names)

    def __call__(self, pairs: Pairs) -> _Table:
        count_i, count_j = self._count[pairs.i], self._count[pairs.j]
        products = count_i * count_j
        row = np.repeat(np.arange(len(pairs)), products)
        number = np.arange(len(row)) - np.repeat(np.cumsum(products) - products, products)
        one = self._services[self._first[pairs.i[row]] + number // count_j[row]]
        two = self._services[self._first[pairs.j[row]] + number % count_j[row]]
        # i is before j and ids are sorted, so an edge of one service goes from i to j
        turned = one > two
        edges = np.empty(len(row), _EDGE)
        edges["pair"] = np.minimum(one, two) * self._names + np.maximum(one, two)
        edges["from"] = np.where(turned, pairs.j[row], pairs.i[row])
        edges["to"] = np.where(turned, pairs.i[row], pairs.j[row])
        edges["dist_m"], edges["centre_m"] = pairs.dist_m[row], pairs.centre_dist_m[row]
        return edges


@dataclass(frozen=True, eq=False)
class _Holders:
    """Which data sets hold which places: `held` has a row for each place and a column for each name."""

    names: Sequence[str]
    held: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, places: Sequence[LocatedPlace]) -> "_Holders":
        """Read them off the places; those of no data set are as if of one more, without a name."""
        of_each = [place.datasets or ("",) for place in places]
        names = sorted({name for of_one in of_each for name in of_one}) or [""]
        column = {name: number for number, name in enumerate(names)}
        held = np.zeros((len(places), len(names)), dtype=bool)
        for row, of_one in zip(held, of_each, strict=True):
            row[[column[name] for name in of_one]] = True
        return cls(names, held)

    def at(self, edges: _Table, number: int) -> _Table:
        """Return the edges of which the data set holds a place."""
        if len(self.names) == 1:
            return edges
        of_one = self.held[:, number]
        its: _Table = edges[of_one[edges["from"]] | of_one[edges["to"]]]
        return its

    def sift(self, edges: _Table, radii: Floats) -> _Table:
        """Return the edges that both places reach; `radii` are those of each data set by pair code."""
        reach_m = [np.zeros(len(edges)), np.zeros(len(edges))]
        for number, of_one in enumerate(radii):
            own_m = of_one[edges["pair"]]
            for end, reached in zip(("from", "to"), reach_m, strict=True):
                np.maximum(reached, own_m, out=reached, where=self.held[edges[end], number])
        within: _Table = edges[edges["dist_m"] <= np.minimum(*reach_m)]
        return within


def _parts(shapes: Shapes, radius_m: float, expand: _Expander, progress: Progress) -> Iterator[_Table]:
    for pairs in iter_pairs_within(shapes, shapes, radius_m):
        progress("measuring distances", int(pairs.i[-1]) + 1, len(shapes))
        yield expand(pairs)


def _collect(
    parts: Iterator[_Table], radius_m: float, names: int, holders: _Holders, edge_budget: int
) -> tuple[list[_Table] | None, Counts, int]:
    """Return the edges, their counts by data set, halvings of the radius and pair code, and their number.

    None for the edges if they are more than all budgets together.
    """
    radii = radius_m * 0.5 ** np.arange(_HALVINGS)
    counts = np.zeros((len(holders.names), _HALVINGS, names * names), dtype=np.int32)
    kept: list[_Table] | None = []
    whole = 0
    for part in parts:
        for number in range(len(counts)):
            its = holders.at(part, number)
            # how many of the radii hold the edge
            reached = np.searchsorted(-radii, -its["dist_m"], side="right")
            cell = (reached - 1) * names * names + its["pair"]
            found = np.bincount(cell, minlength=counts[number].size).astype(np.int32)
            counts[number] += found.reshape(counts[number].shape)
        whole += len(part)
        if kept is not None:
            kept.append(part)
            if whole > edge_budget * len(holders.names):
                kept = None
    for of_one in counts:
        of_one[:] = of_one[::-1].cumsum(axis=0)[::-1]
    return kept, counts, whole


def _fit(counts: Counts, radius_m: float, edge_budget: int) -> Floats:
    """Return the radius of each pair code; `counts` are edges by halvings of the radius and pair code."""
    halvings = np.zeros(counts.shape[1], dtype=np.int64)
    edges = counts[0].astype(np.int64)
    while edges.sum() > edge_budget:
        # places that touch stay near at any radius: a pair of only those gains nothing more
        shrinkable = np.where((halvings < _HALVINGS - 1) & (edges > counts[-1]), edges, -1)
        densest = int(np.argmax(shrinkable))
        if shrinkable[densest] <= 0:
            break
        halvings[densest] += 1
        edges[densest] = counts[halvings[densest], densest]
    radii: Floats = radius_m * 0.5 ** halvings.astype(np.float64)
    return radii
