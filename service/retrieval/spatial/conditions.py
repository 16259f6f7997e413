"""Conditions between kinds of place, put together: all or any of them, chains of them, and their absence."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from queries.graph import Graph
from queries.statements.pairs import FoundPair, Measure
from queries.statements.places import find_service_places
from queries.statements.sites import find_sites
from service.reading import PairReading, Reading, find_parents
from service.retrieval.spatial.certainty import Standing, any_of
from service.retrieval.spatial.completeness import Edge
from service.retrieval.spatial.none_within import find_lack
from service.retrieval.spatial.within import Narrowed, Search, retrieve_pairs

Found = dict[tuple[str, str], FoundPair]


@dataclass(frozen=True, slots=True)
class Limits:
    """Which places may take part: those with the tags asked for, those at the places named.

    `halo`: places that others may be near, and that are never an answer themselves.
    """

    by_service: Mapping[str, Collection[str]]
    a: Standing
    b: Standing
    halo: Collection[str] = frozenset()

    def of(self, services: Sequence[str], *sets: Collection[str] | None) -> Narrowed:
        """Return the ids allowed for each service, None where all are."""
        narrowed: dict[str, Sequence[str] | None] = {}
        for service in services:
            given = [set(ids) for ids in (self.by_service.get(service), *sets) if ids is not None]
            narrowed[service] = sorted(set.intersection(*given)) if given else None
        return narrowed


@dataclass(frozen=True, slots=True)
class Held:
    """What conditions hold of: `places`, the pairs (a, b) of them, and those of the chains behind them.

    Every pair of both belongs to a place that meets the whole question. Where a and b may swap, both
    directions are there. `nearest` are the metres from each place to the nearest it pairs with, and its id;
    `lacking` those from a place that lacks something near it to the nearest there is of that.

    Past the edge of the data there may be more. `unsure` are the places that are not among them for want of
    it; `doubted` those that are and might not be, or with other metres, another nearest place or farther
    pairs; `doubted_pairs` the pairs that might be nearer, farther or none.
    `standing` tells of belonging alone. `left_out` are the pairs within one site, not told; `parted`:
    what places lack is told without those of their own site.
    """

    places: set[str]
    standing: Standing
    asked: Found
    behind: Found
    nearest: Mapping[str, tuple[float, str]]
    lacking: Mapping[str, tuple[float, str]]
    unsure: set[str]
    doubted: set[str]
    doubted_pairs: set[tuple[str, str]]
    left_out: frozenset[tuple[str, str]]
    parted: bool


@dataclass(frozen=True, slots=True)
class _Solved:
    """One condition: its pairs, their a (`of`), those that may be none, those to a b that may count.

    `known_m`: up to how many metres round a place all is known, where that is less than the radius.
    `lacking`: of those without anything in the range, the nearest there is.
    """

    found: Found = field(default_factory=dict)
    of: set[str] = field(default_factory=set)
    loose: set[tuple[str, str]] = field(default_factory=set)
    more: Found = field(default_factory=dict)
    known_m: Mapping[str, float] = field(default_factory=dict)
    lacking: Mapping[str, tuple[float, str]] = field(default_factory=dict)
    parted: bool = False


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
    solved: dict[int, _Solved] = {}
    left_out: set[tuple[str, str]] = set()
    parting: set[str] = set()

    def search(pair: PairReading, a: Narrowed, b_ids: Collection[str] | None) -> Found:
        b = limits.of(pair.b, b_ids)
        found = retrieve_pairs(graph, Search(a, b, pair.radius_m, pair.at_least_m, measure, datasets))
        if reading.same_site or not set(pair.a) & set(pair.b):
            return found
        told = _between_sites(graph, found)
        apart = found.keys() - told.keys()
        left_out.update((min(ids), max(ids)) for ids in apart)
        if apart and (open_sites := edge.find_open_sites([*pair.a, *pair.b])):
            # what stands past the edge may be what one of the two is a site with
            sites = find_sites(graph, ids=sorted({a for a, _ in apart}))
            parting.update(a for a, _ in apart if sites[a].site_id in open_sites)
        return told

    def solve(i: int, a_ids: Collection[str] | None) -> Standing:
        pair = reading.pairs[i]
        b = limits.b if parents[i] is None else Standing()
        for j in (j for j, parent in enumerate(parents) if parent == i):
            b = b.both(solve(j, b.possible))
        a = limits.of(pair.a, a_ids)
        if pair.relation == "beyond" and not pair.at_least_m:
            lack = find_lack(
                graph,
                pair,
                a,
                limits.of(pair.b, b.possible),
                b,
                edge=edge,
                measure=measure,
                datasets=datasets,
                by_site=not reading.same_site and bool(set(pair.a) & set(pair.b)),
            )
            solved[i] = _Solved(lacking=lack.nearest, parted=lack.parted)
            return lack.standing
        found = search(pair, a, b.held)
        more = search(pair, a, b.unsure) if b.unsure else {}
        known_m = edge.find_known_m(a, limits.of(pair.b, b.possible), pair.radius_m)
        loose = _find_loose(graph, pair, found, b.doubted, edge=edge, measure=measure, reading=reading)
        held = {a for a, _ in found}
        unsure = {*known_m, *(a for a, _ in more), *parting} - held
        doubted = held - {a for a, _ in found.keys() - loose} if loose else set()
        near = Standing(held, frozenset(doubted), frozenset(unsure))
        if pair.relation == "beyond":
            solved[i] = _Solved()
            return near.negated(_find_all(graph, a, datasets))
        solved[i] = _Solved(found, held, loose, more, known_m)
        return near

    roots = [i for i, parent in enumerate(parents) if parent is None]
    standing = limits.a
    if reading.combine == "all":
        for i in roots:
            # each among the places that the ones before leave possible
            standing = standing.both(solve(i, standing.possible))
    else:
        standing = standing.both(any_of([solve(i, standing.possible) for i in roots]))
    kept = set(standing.held or ()).difference(limits.halo)
    asked = _of_these(kept, [solved[i] for i in roots])
    behind, shaky = _follow(kept, kept - standing.doubted, parents, solved)
    nearest = find_nearest(asked, measure)
    cut = edge.find_cut({service for pair in reading.pairs for service in (*pair.a, *pair.b)})
    doubted_pairs = _find_doubted(asked | behind if behind else asked, shaky, cut)
    doubted = {a for a, _ in asked.keys() & doubted_pairs} | (kept & standing.doubted)
    for i in roots:
        doubted |= _find_nearer(nearest, solved[i], measure)
    return Held(
        places=kept,
        standing=Standing(kept, standing.doubted & kept, standing.unsure - set(limits.halo)),
        asked=asked,
        behind=behind,
        nearest=nearest,
        lacking=_find_lacking(kept, [solved[i] for i in roots]),
        unsure=set(standing.unsure).difference(limits.halo),
        doubted=doubted,
        doubted_pairs=doubted_pairs,
        left_out=frozenset(left_out),
        parted=any(one.parted for one in solved.values()),
    )


def _follow(
    kept: set[str], sure: set[str], parents: Sequence[int | None], solved: Mapping[int, _Solved]
) -> tuple[Found, set[tuple[str, str]]]:
    """Return the pairs of the chains behind the places kept, and those of all pairs that may not hold."""
    behind: Found = {}
    # by condition, its pairs and those of them that may not hold: most often none
    told: list[tuple[Found, set[tuple[str, str]]]] = []
    reached: dict[int | None, set[str]] = {None: kept}
    reached_for_sure: dict[int | None, set[str]] = {None: sure}
    for i, parent in enumerate(parents):
        pairs = _of_these(reached[parent], [solved[i]])
        shaky = pairs.keys() & solved[i].loose
        if doubted := reached[parent] - reached_for_sure[parent]:
            shaky |= {ids for ids in pairs if ids[0] in doubted}
        told.append((pairs, shaky))
        if i in parents:
            reached[i] = {b for _, b in pairs}
            reached_for_sure[i] = {b for _, b in pairs.keys() - shaky} if shaky else reached[i]
        if parent is not None:
            behind |= pairs
    # a pair that holds in one condition holds
    return behind, {
        ids
        for ids in set().union(*(shaky for _, shaky in told))
        if all(ids in shaky for pairs, shaky in told if ids in pairs)
    }


def _find_lacking(kept: set[str], conditions: Sequence[_Solved]) -> dict[str, tuple[float, str]]:
    """Return the nearest of all that a place lacks."""
    lacking: dict[str, tuple[float, str]] = {}
    for one in conditions:
        for a, to in one.lacking.items():
            if a in kept:
                lacking[a] = min(lacking.get(a, to), to)
    return lacking


def find_nearest(found: Found, measure: Measure) -> dict[str, tuple[float, str]]:
    """Return the metres to the nearest b of each a, and its id, the smaller one of two as near."""
    nearest: dict[str, tuple[float, str]] = {}
    for a, b, dist_m, centre_m in found.values():
        metres = (dist_m if measure == "edge" else centre_m), b
        if a not in nearest or metres < nearest[a]:
            nearest[a] = metres
    return nearest


def _find_all(graph: Graph, a: Narrowed, datasets: Sequence[str] | None) -> set[str]:
    """Return all places that may take part."""
    return set().union(
        *(
            find_service_places(graph, services=[service], ids=ids, datasets=datasets)
            for service, ids in a.items()
        )
    )


def _find_nearer(nearest: Mapping[str, tuple[float, str]], one: _Solved, measure: Measure) -> set[str]:
    """Return the places to which something nearer may be, past the edge or of what may count."""
    more = find_nearest(one.more, measure)
    inf = float("inf")
    return {
        a
        for a, (metres, _) in nearest.items()
        if one.known_m.get(a, inf) < metres or more.get(a, (inf, ""))[0] < metres
    }


def _find_loose(
    graph: Graph,
    pair: PairReading,
    found: Found,
    doubted_b: Collection[str],
    *,
    edge: Edge,
    measure: Measure,
    reading: Reading,
) -> set[tuple[str, str]]:
    """Return the pairs that may be none, were all known of their two places and what they stand with."""
    services = [*pair.a, *pair.b]
    # a cut shape may be nearer than it looks, and then nearer than at_least_m
    apart = edge.find_cut(services) if pair.at_least_m else edge.find_misshapen(services, measure=measure)
    loose_b = apart | set(doubted_b)
    loose = {(a, b) for a, b in found if a in apart or b in loose_b} if loose_b else set()
    if not reading.same_site and set(pair.a) & set(pair.b) and found:
        # two sites may be one by what stands between them past the edge
        open_sites = edge.find_open_sites(services)
        sites = find_sites(graph, ids=sorted({id_ for ids in found for id_ in ids})) if open_sites else {}
        loose |= {
            (a, b) for a, b in found if open_sites and {sites[a].site_id, sites[b].site_id} <= open_sites
        }
    return loose


def _find_doubted(
    told: Found, shaky: Collection[tuple[str, str]], cut: Collection[str]
) -> set[tuple[str, str]]:
    """Return those of the pairs told that may be none or have other metres; if both ways where told so."""
    found = {ids for ids in shaky if ids in told}
    if cut:
        found |= {(a, b) for a, b in told if a in cut or b in cut}
    return {(a, b) for a, b in found if (b, a) not in told or (b, a) in found}


def _between_sites(graph: Graph, found: Found) -> Found:
    """Return the pairs whose places are not members of one site."""
    sites = find_sites(graph, ids=sorted({id_ for pair in found for id_ in pair})) if found else {}
    return {(a, b): pair for (a, b), pair in found.items() if sites[a].site_id != sites[b].site_id}


def each_once(found: Found) -> list[FoundPair]:
    """Return the pairs; two places that pair both ways are one pair, smaller id first."""
    if {a for a, _ in found}.isdisjoint(b for _, b in found):
        return list(found.values())
    return [pair for (a, b), pair in found.items() if a < b or (b, a) not in found]


def _of_these(ids: set[str], conditions: Sequence[_Solved]) -> Found:
    """Return the pairs whose a is one of the places."""
    if len(conditions) == 1 and conditions[0].of <= ids:
        return conditions[0].found
    return {pair: value for one in conditions for pair, value in one.found.items() if pair[0] in ids}
