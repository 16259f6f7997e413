"""Which NEAR edges a set of places has, within a budget."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt

from queries.distance import Pairs, Shapes, iter_pairs_within
from queries.nearness import LocatedPlace
from queries.progress import Progress, silent

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

_HALVINGS = 60


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


@dataclass(frozen=True, eq=False)
class NearPlan:
    """All NEAR edges by pair of services, and the radius up to which each pair has them all.

    `by_pair` and `radius_m` have the same keys, (a, b) with a not after b; edges of no length are there too.
    `ids` are those of the places, sorted; edges name places by their index in it.
    """

    ids: Sequence[str]
    by_pair: Mapping[tuple[str, str], Edges]
    radius_m: Mapping[tuple[str, str], float]

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
    """Find all pairs of places up to radius_m, or less for the densest pairs of services.

    While there are more edges than the budget, the pair of services with the most (of equal ones, the
    first by name) has its radius halved.
    """
    places = sorted(places, key=lambda place: place.id)
    names = sorted({service for place in places for service in place.services})
    keys = list(combinations_with_replacement(range(len(names)), 2))
    expand = _Expander(places, names)
    shapes = Shapes.from_found(places)
    kept, counts = _collect(_parts(shapes, radius_m, expand, progress), radius_m, len(names), edge_budget)
    radii = _fit(counts, radius_m, edge_budget)
    if kept is None:
        # too many to hold: now that the radii are known, find only those that will be written
        parts = _parts(shapes, float(radii.max()), expand, progress)
        kept = [part[part["dist_m"] <= radii[part["pair"]]] for part in parts]
    table = np.concatenate([np.zeros(0, _EDGE), *kept])
    table = table[np.argsort(table["pair"], kind="stable")]
    codes = np.array([a * len(names) + b for a, b in keys], dtype=np.int64)
    starts, ends = np.searchsorted(table["pair"], codes), np.searchsorted(table["pair"], codes, side="right")
    by_pair, radius = {}, {}
    for (a, b), code, start, end in zip(keys, codes, starts, ends, strict=True):
        rows = table[start:end]
        from_, to = rows["from"].astype(np.int64), rows["to"].astype(np.int64)
        by_pair[names[a], names[b]] = Edges(from_, to, rows["dist_m"], rows["centre_m"])
        radius[names[a], names[b]] = float(radii[code])
    return NearPlan([place.id for place in places], by_pair, radius)


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

    def __call__(self, pairs: Pairs) -> npt.NDArray[np.void]:
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


def _parts(
    shapes: Shapes, radius_m: float, expand: _Expander, progress: Progress
) -> Iterator[npt.NDArray[np.void]]:
    for pairs in iter_pairs_within(shapes, shapes, radius_m):
        progress("measuring distances", int(pairs.i[-1]) + 1, len(shapes))
        yield expand(pairs)


def _collect(
    parts: Iterator[npt.NDArray[np.void]], radius_m: float, names: int, edge_budget: int
) -> tuple[list[npt.NDArray[np.void]] | None, Ints]:
    """Return the edges, None if more than the budget, and their counts by halvings of the radius and pair."""
    radii = radius_m * 0.5 ** np.arange(_HALVINGS)
    counts = np.zeros((_HALVINGS, names * names), dtype=np.int64)
    kept: list[npt.NDArray[np.void]] | None = []
    for part in parts:
        # how many of the radii hold the edge
        reached = np.searchsorted(-radii, -part["dist_m"], side="right")
        cell = (reached - 1) * names * names + part["pair"]
        counts += np.bincount(cell, minlength=counts.size).reshape(counts.shape)
        if kept is not None:
            kept.append(part)
            if counts.sum() > edge_budget:
                kept = None
    return kept, counts[::-1].cumsum(axis=0)[::-1]


def _fit(counts: Ints, radius_m: float, edge_budget: int) -> Floats:
    """Return the radius of each pair code; `counts` are edges by halvings of the radius and pair code."""
    halvings = np.zeros(counts.shape[1], dtype=np.int64)
    edges = counts[0].copy()
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
