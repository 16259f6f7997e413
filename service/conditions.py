"""Conditions between kinds of place, put together: all or any of them, and chains of them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from queries.graph import Graph
from queries.pairs import FoundPair, Measure
from service.nearby import Narrowed, Search, retrieve_pairs
from service.reading import PairReading, Reading

Found = dict[tuple[str, str], FoundPair]


@dataclass(frozen=True, slots=True)
class Limits:
    """Which places may take part: those with the tags asked for, those at the places named (None: all).

    `halo`: places that others may be near, and that are never an answer themselves.
    """

    by_service: Mapping[str, Collection[str]]
    a: Collection[str] | None
    b: Collection[str] | None
    halo: Collection[str] = frozenset()

    def of(self, services: Sequence[str], *sets: Collection[str] | None) -> Narrowed:
        """Return the ids allowed for each service, None where all are."""
        narrowed: dict[str, Sequence[str] | None] = {}
        for service in services:
            given = [set(ids) for ids in (self.by_service.get(service), *sets) if ids is not None]
            narrowed[service] = sorted(set.intersection(*given)) if given else None
        return narrowed


def find_parents(pairs: Sequence[PairReading]) -> list[int | None] | int:
    """Return for each pair the earlier one whose b is its a, None for those about what is asked for.

    Returns the index of the first pair that is about neither.
    """
    parents: list[int | None] = []
    for i, pair in enumerate(pairs):
        if set(pair.a) == set(pairs[0].a):
            parents.append(None)
            continue
        earlier = [j for j in range(i) if set(pairs[j].b) == set(pair.a)]
        if not earlier:
            return i
        parents.append(earlier[0])
    return parents


def evaluate(
    graph: Graph, reading: Reading, limits: Limits, *, measure: Measure, datasets: Sequence[str] | None
) -> tuple[Found, Found]:
    """Return the pairs (a, b) of what is asked for, and those of the chains behind them.

    Every pair of both belongs to a place that meets the whole question. Where a and b may swap, both
    directions are there. The chains of a pair must all hold, whatever `combine` says of the rest.
    """
    parents = find_parents(reading.pairs)
    if isinstance(parents, int):
        raise ValueError(f"pair {parents} is tied to no other")
    solved: dict[int, Found] = {}

    def solve(i: int, a_ids: Collection[str] | None) -> Found:
        pair = reading.pairs[i]
        b_ids: Collection[str] | None = limits.b if parents[i] is None else None
        for child in (j for j, parent in enumerate(parents) if parent == i):
            holds = {a for a, _ in solve(child, b_ids)}
            b_ids = holds if b_ids is None else holds & set(b_ids)
        search = Search(
            limits.of(pair.a, a_ids),
            limits.of(pair.b, b_ids),
            pair.radius_m,
            pair.at_least_m,
            measure,
            datasets,
        )
        solved[i] = retrieve_pairs(graph, search)
        return solved[i]

    roots = [i for i, parent in enumerate(parents) if parent is None]
    kept: set[str] | None = None
    for i in roots:
        narrowed = limits.a if kept is None or reading.combine == "any" else kept
        holds = {a for a, _ in solve(i, narrowed)}.difference(limits.halo)
        kept = holds if kept is None else kept & holds if reading.combine == "all" else kept | holds
    asked = _of_these(kept or set(), [solved[i] for i in roots])
    behind: Found = {}
    reached: dict[int, set[str]] = {i: {b for (a, b) in solved[i] if a in (kept or set())} for i in roots}
    for i, parent in enumerate(parents):
        if parent is not None:
            pairs = _of_these(reached[parent], [solved[i]])
            reached[i] = {b for _, b in pairs}
            behind |= pairs
    return asked, behind


def each_once(found: Found) -> list[FoundPair]:
    """Return the pairs; two places that pair both ways are one pair, smaller id first."""
    return [pair for (a, b), pair in found.items() if a < b or (b, a) not in found]


def _of_these(ids: set[str], found: Sequence[Found]) -> Found:
    return {pair: value for pairs in found for pair, value in pairs.items() if pair[0] in ids}
