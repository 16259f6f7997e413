"""NEAR between places, and COVERED: up to which radius NEAR is complete for a pair of services.

A pair is "a|b", two services in alphabetical order. An edge goes from the place of the first to the place of
the second; of one service, from the smaller id to the larger, as Python and Neo4j compare strings. There is
one edge for each (from, to, pair), so two places may be joined by several.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

from queries.graph import Graph, listed


class NearRow(NamedTuple):
    """One NEAR edge: ids of both places, the pair, and metres between shapes and between locations."""

    from_id: str
    to_id: str
    pair: str
    dist_m: float
    centre_dist_m: float


@dataclass(frozen=True, slots=True)
class CoveredRow:
    """NEAR between services a and b (a not after b) is complete up to radius_m, with this many edges.

    `asked_m` is the radius that was asked for: more than radius_m where the edges in the graph had to be kept
    to a budget, `asked_edges`, None where that is not known. Among the places of each data set of `farther`
    it is complete up to more metres, those of `farther_m`; of several of them up to the least of theirs.
    """

    a: str
    b: str
    radius_m: float
    pairs: int
    asked_m: float
    asked_edges: int | None = None
    farther: tuple[str, ...] = ()
    farther_m: tuple[float, ...] = ()

    def covers_m(self, dataset: str) -> float:
        """Return up to how many metres NEAR is complete among the places of one data set."""
        return dict(zip(self.farther, self.farther_m, strict=True)).get(dataset, self.radius_m)


@dataclass(frozen=True, slots=True)
class LocatedPlace:
    """A place with its services (sorted) and shape: degrees; geometry is WKT, None for a bare point.

    `names`: its name and others; `calling`: its tags of brand, branch and operator ("key=value").
    `cut`: part of its shape is in no extract; `site_id`, `thing_id`, `margin_m`: as they are written, None
    not yet; `datasets`: the ids of those that hold it.
    """

    id: str
    services: tuple[str, ...]
    latitude: float
    longitude: float
    geometry: str | None
    reach_m: float
    names: tuple[str, ...] = ()
    calling: tuple[str, ...] = ()
    cut: bool = False
    site_id: str | None = None
    thing_id: str | None = None
    margin_m: float | None = None
    datasets: tuple[str, ...] = ()


def pair_of(service: str, other: str) -> str:
    """Return the name of a pair of services: "a|b" in alphabetical order."""
    return "|".join(sorted((service, other)))


def get_shapes(graph: Graph, *, after: str = "", limit: int = 10_000) -> list[LocatedPlace]:
    """Return places in the order of their ids, at most limit, from the first one after `after`."""
    rows = graph.read("get_shapes", after=after, limit=limit)
    lists = ("services", "names", "calling", "datasets")
    return [LocatedPlace(**row | {name: tuple(row[name]) for name in lists}) for row in rows]


def get_near_counts(graph: Graph, *, pairs: Sequence[str]) -> dict[str, int]:
    """Return how many NEAR edges there are of each of the pairs that has any."""
    return {row["pair"]: row["edges"] for row in graph.read("get_near_counts", pairs=list(pairs))}


def get_near(
    graph: Graph, *, pairs: Sequence[str], from_m: float = 0.0, limit: int = 50_000
) -> list[NearRow]:
    """Return NEAR edges, pair by pair, of each from a distance on, nearest first, at most limit."""
    found = graph.read("get_near", pairs=list(pairs), from_m=from_m, limit=limit)
    return [
        NearRow(from_id, to_id, row["pair"], dist_m, centre_m)
        for row in found
        for from_id, to_id, dist_m, centre_m in zip(
            row["from_ids"], row["to_ids"], row["dist_m"], row["centre_dist_m"], strict=True
        )
    ]


def create_near(graph: Graph, *, rows: Iterable[NearRow]) -> int:
    """Write NEAR edges that are not there yet; return how many. Their places must be there."""
    return _written(graph.write("create_near", rows=[list(row) for row in rows]))


def merge_near(graph: Graph, *, rows: Iterable[NearRow]) -> int:
    """Write the distances of NEAR edges, whether they are there or not; return how many."""
    return _written(graph.write("merge_near", rows=[row._asdict() for row in rows]))


def delete_near(graph: Graph, *, rows: Iterable[NearRow]) -> int:
    """Take away NEAR edges, told by from_id, to_id and pair; return how many."""
    return _written(graph.write("delete_near", rows=[row._asdict() for row in rows]))


def get_covered(graph: Graph, *, services: Sequence[str]) -> list[CoveredRow]:
    """Return COVERED of those pairs of the services that have it."""
    lists = ("farther", "farther_m")
    rows = graph.read("get_covered", services=list(services))
    return [CoveredRow(**row | {name: tuple(row[name]) for name in lists}) for row in rows]


def find_covered_radii(
    graph: Graph,
    *,
    services: Sequence[str],
    others: Sequence[str],
    datasets: Sequence[str] | None = None,
) -> dict[str, float]:
    """Return up to which radius NEAR is complete, by pair of one of the services and one of the others.

    Among the places of the data sets (None: all). A pair without COVERED is not there.
    """
    # every edge of the services is looked at, so the fewer the better
    few, many = sorted((list(services), list(others)), key=len)
    of = listed(datasets)
    (row,) = graph.read("find_covered_radii", services=few, others=many, datasets=of)
    return dict(zip(map(pair_of, row["a"], row["b"]), row["radius_m"], strict=True))


def merge_covered(graph: Graph, *, rows: Iterable[CoveredRow]) -> int:
    """Write COVERED; return how many. Both services must be there."""
    return _written(graph.write("merge_covered", rows=[asdict(row) for row in rows]))


def delete_covered(graph: Graph, *, services: Sequence[str]) -> int:
    """Take COVERED away from every pair that one of the services is part of; return how many."""
    return _written(graph.write("delete_covered", services=list(services)))


def delete_covered_pairs(graph: Graph, *, rows: Iterable[tuple[str, str]]) -> int:
    """Take COVERED away from pairs of services (a not after b); return how many."""
    return _written(graph.write("delete_covered_pairs", rows=[{"a": a, "b": b} for a, b in rows]))


def _written(rows: list[dict[str, int]]) -> int:
    return rows[0]["written"]
