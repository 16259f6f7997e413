"""What has nothing of a kind near it, exactly at every radius: told by the nearest there is."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from queries.graph import Graph
from queries.statements.pairs import Measure
from service.reading import PairReading
from service.retrieval.spatial.certainty import Standing
from service.retrieval.spatial.completeness import Edge
from service.retrieval.spatial.nearest import Sides, read_sides
from service.retrieval.spatial.within import Narrowed


@dataclass(frozen=True, slots=True)
class Lack:
    """The places that have nothing within a radius, and those that may turn out to.

    `nearest`: from each of them the metres to the nearest there is, and its id; absent where there is none.
    `parted`: some stand together as sites, and what is of a place's own site was not taken for near.
    """

    standing: Standing
    nearest: Mapping[str, tuple[float, str]]
    parted: bool


def find_lack(
    graph: Graph,
    pair: PairReading,
    a: Narrowed,
    b: Narrowed,
    of_b: Standing,
    *,
    edge: Edge,
    measure: Measure,
    datasets: Sequence[str] | None,
    by_site: bool,
) -> Lack:
    """Find the places of a that have nothing of b within the pair's radius.

    Pairs that are far apart are too many to find them all: the nearest of each tells as much. `b` are all
    that may count, `of_b` says which of them do. `by_site`: what is of one site is not near each other.
    A place that is itself of b, a hotel that is a restaurant too, does not lack it; where both sides are of
    one kind, others are meant.
    """
    sides = read_sides(graph, a, b, measure=measure, datasets=datasets, by_site=by_site)
    held = set(sides.b.ids.tolist())
    if of_b.held is not None:
        held.intersection_update(of_b.held)
    nearest = _metres(sides, held)
    both = set[str]() if set(pair.a) & set(pair.b) else set(sides.a.ids.tolist())
    near = _within(nearest, pair.radius_m) | both & held
    maybe = set(edge.find_known_m(a, b, pair.radius_m))
    if of_b.unsure:
        maybe |= _within(_metres(sides, of_b.unsure), pair.radius_m) | both & of_b.unsure
    if sides.are_parted:
        # what stands past the edge may be what one of them is a site with
        maybe |= sides.find_parting(edge.find_open_sites([*pair.a, *pair.b]))
    firm = _find_firm(sides, pair, near, held - of_b.doubted, edge=edge) | both & held - of_b.doubted
    standing = Standing(near, frozenset(near - firm), frozenset(maybe - near))
    return Lack(
        standing.negated(sides.a.ids.tolist()),
        {id_: to for id_, to in nearest.items() if id_ not in near},
        sides.are_parted,
    )


def _find_firm(sides: Sides, pair: PairReading, near: set[str], sure: set[str], *, edge: Edge) -> set[str]:
    """Return the places near to something for sure, whatever lies past the edge: `sure` are the b that count.

    A place that is cut may be farther than it looks, and two sites be one by what stands between them.
    """
    services = [*pair.a, *pair.b]
    misshapen = edge.find_misshapen(services, measure=sides.measure)
    firm = near - misshapen
    whole = sure - misshapen
    if len(whole) < len(sides.b):
        firm &= _within(_metres(sides, whole), pair.radius_m)
    open_sites = edge.find_open_sites(services) if sides.by_site and firm else set()
    if open_sites:
        closed = whole - _of_sites(sides.b.ids.tolist(), sides.names_b.tolist(), open_sites)
        by_closed = _within(_metres(sides, closed), pair.radius_m)
        firm -= _of_sites(sides.a.ids.tolist(), sides.names_a.tolist(), open_sites) - by_closed
    return firm


def _of_sites(ids: Sequence[str], names: Sequence[str], sites: Collection[str]) -> set[str]:
    return {id_ for id_, name in zip(ids, names, strict=True) if name in sites}


def _metres(sides: Sides, among: Collection[str]) -> dict[str, tuple[float, str]]:
    found = sides.find_nearest(among).items()
    edge = sides.measure == "edge"
    return {id_: (p.dist_m if edge else p.centre_dist_m, p.to_id) for id_, p in found}


def _within(nearest: Mapping[str, tuple[float, str]], radius_m: float) -> set[str]:
    return {id_ for id_, (metres, _) in nearest.items() if metres <= radius_m}
