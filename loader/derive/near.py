"""Keeps NEAR and COVERED as the places in the graph are: all is worked out, the difference is written."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement, groupby, islice

import numpy as np

from loader.derive.near_edges import NO_EDGES, Edges, NearPlan, Pair, compare, join, plan_near
from loader.settings import LoadSettings
from queries.catalogue.own_values import is_on_demand
from queries.graph import Graph
from queries.progress import Progress, silent
from queries.statements.ingest import get_labels
from queries.statements.nearness import (
    CoveredRow,
    LocatedPlace,
    NearRow,
    create_near,
    delete_covered_pairs,
    delete_near,
    get_covered,
    get_near,
    get_near_counts,
    get_shapes,
    merge_covered,
    merge_near,
    pair_of,
)

_PAGE = 10_000
_EDGE_PAGE = 50_000
_BATCH = 10_000


@dataclass(frozen=True, slots=True)
class NearReduced:
    """What of NEAR a data set has not up to the radius asked for.

    `reduced`: metres that are left, by pair; `edges_needed`: the budget (PERTO_NEAR_EDGES) that has it all.
    """

    reduced: dict[str, float]
    edges_needed: int


@dataclass(slots=True)
class NearReport:
    """What became of NEAR: edges there now; created, deleted, updated by this run.

    `covered`: radius in metres and edges by pair "a|b"; `reduced`: the pairs whose radius among all places is
    less than asked for, since some data set would have more edges than its budget. `datasets` are those that
    have such pairs, and `whole` is how many edges there would be if none had.
    """

    edges: int = 0
    created: int = 0
    deleted: int = 0
    updated: int = 0
    covered: dict[str, tuple[float, int]] = field(default_factory=dict)
    reduced: dict[str, float] = field(default_factory=dict)
    datasets: dict[str, NearReduced] = field(default_factory=dict)
    asked_m: float = 0.0
    whole: int = 0
    elapsed_s: float = 0.0


def sync_near(
    graph: Graph,
    *,
    places: Sequence[LocatedPlace] | None = None,
    radius_m: float = 500.0,
    edge_budget: int | None = None,
    progress: Progress = silent,
) -> NearReport:
    """Make NEAR hold all pairs of places in the graph up to radius_m, and COVERED say so.

    `places` are all in the graph (None: read here); `edge_budget` is the most edges of each data set (None:
    as the settings say). A value's own service and all of a key have no NEAR: they are many, seldom asked
    for, and found on demand as exactly. Services without places have no COVERED: finding none of them on
    demand costs nothing, and thousands of such pairs would be most of a small load. While the edges of a pair
    of services change it has no COVERED: a reader, also after a run that broke off, never takes NEAR for
    complete when it is not. COVERED is written last, and nothing where nothing changed.
    """
    started = time.perf_counter()
    known = {service for service in get_labels(graph) if not is_on_demand(service)}
    edge_budget = LoadSettings().near_edges if edge_budget is None else edge_budget
    plan = plan_near(
        [_kept(place) for place in (read_places(graph) if places is None else places)],
        radius_m=radius_m,
        edge_budget=edge_budget,
        progress=progress,
    )
    report = NearReport(asked_m=radius_m, whole=plan.whole)
    for name, share in plan.shares.items():
        if share.reduced:
            reduced = {pair_of(*pair): m for pair, m in share.reduced.items()}
            report.datasets[name] = NearReduced(reduced, share.needed)
    covered = {(row.a, row.b): row for row in get_covered(graph, services=sorted(known))}
    # services that lost their last place may have edges left
    pairs = sorted({*plan.by_pair, *combinations_with_replacement(sorted(known), 2)})
    counts = get_near_counts(graph, pairs=[pair_of(*pair) for pair in pairs])
    done = 0
    for part in _parts(pairs, plan, counts):
        progress("writing distances", done, len(pairs))
        _sync_pairs(graph, plan, part, counts, report=report, covered=covered)
        done += len(part)
    rows = []
    for (a, b), edges in plan.by_pair.items():
        row = _cover(plan, (a, b), len(edges), asked_m=radius_m, asked_edges=edge_budget)
        if covered.pop((a, b), None) != row:
            rows.append(row)
        report.edges += row.pairs
        report.covered[pair_of(a, b)] = row.radius_m, row.pairs
        if row.radius_m < radius_m:
            report.reduced[pair_of(a, b)] = row.radius_m
    if covered:
        delete_covered_pairs(graph, rows=sorted(covered))
    if rows:
        merge_covered(graph, rows=rows)
    report.elapsed_s = round(time.perf_counter() - started, 3)
    return report


def _kept(place: LocatedPlace) -> LocatedPlace:
    """Return a place with the services that NEAR is kept for."""
    kept = tuple(service for service in place.services if not is_on_demand(service))
    return place if kept == place.services else replace(place, services=kept)


def is_near_whole(graph: Graph, *, services: Sequence[str], radius_m: float, edge_budget: int) -> bool:
    """Say whether COVERED of all pairs of the services is what sync_near would write; `services` have places.

    Of a graph as a load left it: places that have changed since are not looked at.
    """
    covered = get_covered(graph, services=services)
    if {(row.a, row.b) for row in covered} != set(combinations_with_replacement(sorted(services), 2)):
        return False
    fits = sum(row.pairs for row in covered) <= edge_budget
    reduced = any(row.radius_m < row.asked_m for row in covered)
    asked = {row.asked_edges for row in covered} <= {edge_budget}
    return {row.asked_m for row in covered} <= {radius_m} and (asked or (fits and not reduced))


def _cover(plan: NearPlan, pair: Pair, edges: int, *, asked_m: float, asked_edges: int) -> CoveredRow:
    """Return COVERED of a pair of services, with the data sets that have it farther than all places."""
    least_m = plan.radius_m[pair]
    own = {name: share.reduced.get(pair, asked_m) for name, share in plan.shares.items()}
    farther = {name: own_m for name, own_m in own.items() if own_m > least_m}
    of_each = tuple(farther), tuple(farther.values())
    return CoveredRow(*pair, least_m, edges, asked_m, asked_edges, *of_each)


def _parts(pairs: Sequence[Pair], plan: NearPlan, counts: Mapping[str, int]) -> Iterator[list[Pair]]:
    """Yield the pairs that have edges, or are to have some, as many at a time as make a page of edges."""
    part: list[Pair] = []
    size = 0
    for pair in pairs:
        edges = max(len(plan.by_pair.get(pair, NO_EDGES)), counts.get(pair_of(*pair), 0))
        if not edges:
            continue
        if part and size + edges >= _EDGE_PAGE:
            yield part
            part, size = [], 0
        part.append(pair)
        size += edges
    if part:
        yield part


def _sync_pairs(
    graph: Graph,
    plan: NearPlan,
    pairs: Sequence[Pair],
    counts: Mapping[str, int],
    *,
    report: NearReport,
    covered: dict[Pair, CoveredRow],
) -> None:
    """Write the difference between the plan and the graph for some pairs of services."""
    names = [pair_of(*pair) for pair in pairs]
    written = _read_edges(graph, plan, {name: counts[name] for name in names if name in counts})
    differences = {
        name: compare(plan.by_pair.get(pair, NO_EDGES), written.get(name, NO_EDGES))
        for name, pair in zip(names, pairs, strict=True)
    }
    stale = [pair for name, pair in zip(names, pairs, strict=True) if differences[name] and pair in covered]
    if stale:
        delete_covered_pairs(graph, rows=stale)
        for pair in stale:
            del covered[pair]
    report.deleted += _write(graph, delete_near, plan, {n: d.delete for n, d in differences.items()})
    report.updated += _write(graph, merge_near, plan, {n: d.update for n, d in differences.items()})
    report.created += _write(graph, create_near, plan, {n: d.create for n, d in differences.items()})


def _write(graph: Graph, write: Callable[..., int], plan: NearPlan, by_name: Mapping[str, Edges]) -> int:
    rows = (
        NearRow(plan.ids[from_], plan.ids[to], name, dist_m, centre_dist_m)
        for name, edges in by_name.items()
        for from_, to, dist_m, centre_dist_m in zip(
            *(c.tolist() for c in (edges.from_, edges.to, edges.dist_m, edges.centre_dist_m)), strict=True
        )
    )
    written = 0
    while batch := list(islice(rows, _BATCH)):
        written += write(graph, rows=batch)
    return written


def read_places(graph: Graph) -> Iterator[LocatedPlace]:
    """Yield all places in the graph in the order of their ids."""
    after = ""
    while page := get_shapes(graph, after=after, limit=_PAGE):
        yield from page
        after = page[-1].id


def _read_edges(graph: Graph, plan: NearPlan, counts: Mapping[str, int]) -> dict[str, Edges]:
    """Return the NEAR edges of pairs that are in the graph; where they fill a page, of one pair by pages."""
    if not counts:
        return {}
    if sum(counts.values()) < _EDGE_PAGE:
        rows = get_near(graph, pairs=list(counts), limit=_EDGE_PAGE)
        return {name: _edges(plan, list(of_one)) for name, of_one in groupby(rows, key=lambda row: row.pair)}
    (name,) = counts
    pages: list[Edges] = []
    from_m, limit = 0.0, _EDGE_PAGE
    while True:
        rows = get_near(graph, pairs=[name], from_m=from_m, limit=limit)
        last_m = rows[-1].dist_m if rows else 0.0
        whole = len(rows) < limit
        if not whole:
            # the next page begins with all edges of this page's last distance
            rows = [row for row in rows if row.dist_m < last_m]
            limit = limit if rows else limit * 2
        pages.append(_edges(plan, rows))
        if whole:
            return {name: join(pages)}
        from_m = last_m


def _edges(plan: NearPlan, rows: Sequence[NearRow]) -> Edges:
    return Edges(
        np.array([plan.index[row.from_id] for row in rows], dtype=np.int64),
        np.array([plan.index[row.to_id] for row in rows], dtype=np.int64),
        np.array([row.dist_m for row in rows], dtype=np.float64),
        np.array([row.centre_dist_m for row in rows], dtype=np.float64),
    )
