"""Pairs of places near each other: by NEAR edges where they are complete, by candidates beyond."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple

from queries.graph import Graph, listed

Measure = Literal["edge", "centre"]


class FoundPair(NamedTuple):
    """Two places and the metres between them, edge to edge and location to location."""

    from_id: str
    to_id: str
    dist_m: float
    centre_dist_m: float


# thousands are made for an answer: all of it in C, where FoundPair's own constructor is Python
_new_pair = partial(tuple.__new__, FoundPair)


@dataclass(frozen=True, slots=True)
class FoundShape:
    """Where a place is: degrees on WGS84; geometry is WKT, None for a bare point; reach in metres."""

    id: str
    latitude: float
    longitude: float
    geometry: str | None
    reach_m: float


class Disc(NamedTuple):
    """What is within metres of a position: degrees on WGS84, and the metres."""

    latitude: float
    longitude: float
    radius_m: float


class NearSeek(NamedTuple):
    """NEAR edges to seek: of a pair ("cafe|park"), between the places allowed (None: all, empty: none)."""

    pair: str
    from_ids: Sequence[str] | None
    to_ids: Sequence[str] | None


@dataclass(frozen=True, slots=True)
class Reaches:
    """How many places a service has, and the largest reach among them in metres."""

    places: int
    reach_m: float


def find_near_pairs(
    graph: Graph,
    *,
    rows: Sequence[NearSeek],
    radius_m: float,
    at_least_m: float = 0.0,
    measure: Measure = "edge",
    datasets: Sequence[str] | None = None,
) -> list[list[FoundPair]]:
    """Return the NEAR edges of each of the rows from at_least_m to radius_m, nearest first.

    Complete only up to COVERED's radius. Edges of one service go from the smaller id to the larger.
    """
    found = graph.read(
        "find_near_pairs",
        rows=[
            {"row": i, "pair": row.pair, "from_ids": listed(row.from_ids), "to_ids": listed(row.to_ids)}
            for i, row in enumerate(rows)
        ],
        radius_m=radius_m,
        at_least_m=at_least_m,
        measure=measure,
        datasets=listed(datasets),
    )
    by_row = {r["row"]: to_pairs(r["from_ids"], r["to_ids"], r["dist_m"], r["centre_dist_m"]) for r in found}
    return [by_row.get(i, []) for i in range(len(rows))]


def to_pairs(
    from_ids: Iterable[str], to_ids: Iterable[str], dist_m: Iterable[float], centre_dist_m: Iterable[float]
) -> list[FoundPair]:
    """Make pairs of columns of the same length."""
    return list(map(_new_pair, zip(from_ids, to_ids, dist_m, centre_dist_m, strict=True)))


def find_candidate_pairs(
    graph: Graph,
    *,
    a_services: Sequence[str],
    b_services: Sequence[str],
    radius_m: float,
    b_reach_m: float,
    a_above_reach_m: float = -1.0,
    a_ids: Sequence[str] | None = None,
    datasets: Sequence[str] | None = None,
) -> list[tuple[str, str]]:
    """Return (a, b) ids that may lie within radius_m of each other; no true pair is missing.

    Only a with a reach above a_above_reach_m and b with a reach up to b_reach_m take part.
    """
    rows = graph.read(
        "find_candidate_pairs",
        a_services=list(a_services),
        b_services=list(b_services),
        radius_m=radius_m,
        b_reach_m=b_reach_m,
        a_above_reach_m=a_above_reach_m,
        a_ids=listed(a_ids),
        datasets=listed(datasets),
    )
    return [(r["a_id"], b_id) for r in rows for b_id in r["b_ids"]]


def find_candidate_places(
    graph: Graph,
    *,
    services: Sequence[str],
    around: Sequence[Disc],
    reach_m: float,
    datasets: Sequence[str] | None = None,
) -> list[list[str]]:
    """Return for each disc the ids of the places of the services that may lie in it; none is missing.

    `reach_m` parts the places in those sought by the point index and the few larger ones, all tried.
    """
    rows = graph.read(
        "find_candidate_places",
        services=list(services),
        around=[list(disc) for disc in around],
        reach_m=reach_m,
        datasets=listed(datasets),
    )
    found = {row["nth"]: row["ids"] for row in rows}
    return [found.get(nth, []) for nth in range(len(around))]


def find_shapes(graph: Graph, *, ids: Sequence[str]) -> list[FoundShape]:
    """Return the shapes of these places, in no order."""
    (row,) = graph.read("find_shapes", ids=list(ids))
    return _shapes(row)


def find_service_shapes(
    graph: Graph,
    *,
    services: Sequence[str],
    ids: Sequence[str] | None = None,
    datasets: Sequence[str] | None = None,
) -> list[tuple[FoundShape, tuple[str, ...]]]:
    """Return the places of any of the services, each once, with those of the services that it is.

    `ids` are the places allowed, None for all.
    """
    (row,) = graph.read(
        "find_service_shapes", services=list(services), ids=listed(ids), datasets=listed(datasets)
    )
    return list(zip(_shapes(row), map(tuple, row["services"]), strict=True))


def get_reaches(graph: Graph, *, services: Sequence[str]) -> dict[str, Reaches]:
    """Return how many places each service has and how far they reach; a service without places has 0."""
    found = {
        r["service"]: Reaches(r["places"], r["reach_m"])
        for r in graph.read("get_reaches", services=list(services))
    }
    return {service: found.get(service, Reaches(0, 0.0)) for service in services}


def _shapes(row: dict[str, Any]) -> list[FoundShape]:
    return list(
        map(FoundShape, row["ids"], row["latitudes"], row["longitudes"], row["geometries"], row["reaches_m"])
    )
