"""Conditions between kinds of place, put together: all or any of them, and chains of them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from queries.graph import Graph
from queries.pairs import FoundPair, Measure
from queries.sites import find_sites
from service.edge import Edge
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


@dataclass(frozen=True, slots=True)
class Held:
    """What conditions hold of: the pairs (a, b) of what is asked for, and those of the chains behind them.

    Every pair of both belongs to a place that meets the whole question. Where a and b may swap, both
    directions are there. `unsure` are the places that are not among them for want of data beyond the edge;
    `left_out` how many pairs within one site are not told.
    """

    asked: Found
    behind: Found
    unsure: set[str]
    left_out: int


def evaluate(
    graph: Graph,
    reading: Reading,
    limits: Limits,
    *,
    edge: Edge,
    measure: Measure,
    datasets: Sequence[str] | None,
) -> Held:
    """Find what the pairs of the reading hold of; all chains of a pair must hold, whatever `combine` says."""
    parents = find_parents(reading.pairs)
    if isinstance(parents, int):
        raise ValueError(f"pair {parents} is tied to no other")
    solved: dict[int, Found] = {}
    left_out: set[tuple[str, str]] = set()

    def search(pair: PairReading, a: Narrowed, b_ids: Collection[str] | None) -> Found:
        b = limits.of(pair.b, b_ids)
        found = retrieve_pairs(graph, Search(a, b, pair.radius_m, pair.at_least_m, measure, datasets))
        if reading.same_site or not set(pair.a) & set(pair.b):
            return found
        told = _between_sites(graph, found)
        left_out.update((min(ids), max(ids)) for ids in found.keys() - told.keys())
        return told

    def solve(i: int, a_ids: Collection[str] | None) -> _Tally:
        pair = reading.pairs[i]
        b_ids: Collection[str] | None = limits.b if parents[i] is None else None
        tally = _all_of(solve, [j for j, parent in enumerate(parents) if parent == i], b_ids)
        a = limits.of(pair.a, a_ids)
        solved[i] = search(pair, a, tally.sure)
        sure = {a for a, _ in solved[i]}
        unsure = edge.find_unsure(a, pair.b, pair.radius_m)
        if tally.unsure:
            unsure |= {a for a, _ in search(pair, a, tally.unsure)}
        return _Tally(sure, unsure - sure)

    roots = [i for i, parent in enumerate(parents) if parent is None]
    tally = _all_of(solve, roots, limits.a) if reading.combine == "all" else _any_of(solve, roots, limits.a)
    kept = set(tally.sure or ()).difference(limits.halo)
    asked = _of_these(kept, [solved[i] for i in roots])
    behind: Found = {}
    reached: dict[int, set[str]] = {i: {b for (a, b) in solved[i] if a in kept} for i in roots}
    for i, parent in enumerate(parents):
        if parent is not None:
            pairs = _of_these(reached[parent], [solved[i]])
            reached[i] = {b for _, b in pairs}
            behind |= pairs
    return Held(asked, behind, tally.unsure.difference(limits.halo), len(left_out))


@dataclass(frozen=True, slots=True)
class _Tally:
    """Places of which something holds (None: all that there are), and those of which it may hold."""

    sure: Collection[str] | None
    unsure: set[str]


_Solve = Callable[[int, Collection[str] | None], _Tally]


def _all_of(solve: _Solve, conditions: Sequence[int], ids: Collection[str] | None) -> _Tally:
    """Solve one condition after the other, each among the places that the ones before leave possible."""
    sure, unsure = ids, set[str]()
    for i in conditions:
        found = solve(i, sure if sure is None else {*sure, *unsure})
        holds = set(found.sure or ())
        possible = holds | found.unsure
        sure = holds - unsure if sure is None else holds & set(sure)
        unsure = possible - sure
    return _Tally(sure, unsure)


def _any_of(solve: _Solve, conditions: Sequence[int], ids: Collection[str] | None) -> _Tally:
    found = [solve(i, ids) for i in conditions]
    sure = set().union(*(tally.sure or () for tally in found))
    return _Tally(sure, set().union(*(tally.unsure for tally in found)) - sure)


def _between_sites(graph: Graph, found: Found) -> Found:
    """Return the pairs whose places are not members of one site."""
    sites = find_sites(graph, ids=sorted({id_ for pair in found for id_ in pair})) if found else {}
    return {(a, b): pair for (a, b), pair in found.items() if sites.get(a, a) != sites.get(b, b)}


def each_once(found: Found) -> list[FoundPair]:
    """Return the pairs; two places that pair both ways are one pair, smaller id first."""
    return [pair for (a, b), pair in found.items() if a < b or (b, a) not in found]


def _of_these(ids: set[str], found: Sequence[Found]) -> Found:
    return {pair: value for pairs in found for pair, value in pairs.items() if pair[0] in ids}
