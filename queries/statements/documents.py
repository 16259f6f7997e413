"""What documents are written from: places and cells with their names, tags, streets and neighbours."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from queries.geometry.position import Position
from queries.graph import Graph

_PAGE = 500
# seeks take microseconds, what is found more: 250,000 NEAR edges, a fifth of them near, 40 ms a page
_PAIRS_PAGE = 250


@dataclass(frozen=True, slots=True)
class FoundDocumentPlace:
    """A place as its document tells it; `zones`: its cells of resolution 9, that with most of it first.

    `street`: the nearest named road's name; `area`: that of the smallest area with most of the place.
    """

    id: str
    name: str | None
    alt_names: tuple[str, ...]
    services: tuple[str, ...]
    tags: tuple[str, ...]
    position: Position
    datasets: tuple[str, ...]
    zones: tuple[str, ...]
    street: str | None
    area: str | None


@dataclass(frozen=True, slots=True)
class FoundDocumentZone:
    """A cell with places: counts by service, most first; (name, service) of some; its longest streets."""

    id: str
    resolution: int
    position: Position
    counts: dict[str, int]
    names: tuple[tuple[str, str], ...]
    streets: tuple[str, ...]
    datasets: tuple[str, ...]


def find_place_documents(graph: Graph, *, after: str, limit: int) -> list[FoundDocumentPlace]:
    """Return up to `limit` places whose id comes after `after`, in the order of ids."""
    return [
        FoundDocumentPlace(
            r["id"],
            r["name"],
            tuple(r["alt_names"] or ()),
            tuple(r["services"]),
            tuple(r["tags"] or ()),
            Position(r["latitude"], r["longitude"]),
            tuple(r["datasets"] or ()),
            tuple(r["zones"]),
            r["street"],
            r["area"],
        )
        for r in graph.read("find_place_documents", after=after, limit=limit)
    ]


def find_zone_documents(
    graph: Graph, *, after: str, limit: int, names: int, streets: int
) -> list[FoundDocumentZone]:
    """Return up to `limit` cells whose id comes after `after`, in the order of ids.

    With up to `names` names of each service and `streets` names of streets.
    """
    rows = graph.read("find_zone_documents", after=after, limit=limit, names=names, streets=streets)
    return [
        FoundDocumentZone(
            r["id"],
            r["resolution"],
            Position(r["latitude"], r["longitude"]),
            dict(r["counts"]),
            tuple((name, service) for name, service in r["names"]),
            tuple(r["streets"]),
            tuple(r["datasets"]),
        )
        for r in rows
    ]


def count_documents(graph: Graph) -> tuple[int, int]:
    """Return how many places there are, and how many cells that hold some."""
    row = graph.read("count_documents")[0]
    return row["places"], row["zones"]


def find_zone_pairs(
    graph: Graph, *, pairs: Sequence[str], within_m: float, most: int
) -> dict[str, dict[str, int]]:
    """Return by cell how many NEAR pairs ("a|b") up to within_m have both places there, most first.

    Of each cell the `most` with the greatest numbers, ties in the order of their names.
    """
    rows = graph.read("find_zone_pairs", pairs=list(pairs), within_m=within_m, most=most)
    return {r["zone"]: dict(r["counts"]) for r in rows}


def each_place(graph: Graph, *, page: int = _PAGE) -> Iterator[list[FoundDocumentPlace]]:
    """Yield all places, a page at a time, so that no single read is long."""
    after = ""
    while found := find_place_documents(graph, after=after, limit=page):
        yield found
        after = found[-1].id


def each_zone(
    graph: Graph, *, names: int, streets: int, page: int = 100
) -> Iterator[list[FoundDocumentZone]]:
    """Yield all cells that hold places, a page at a time."""
    after = ""
    while found := find_zone_documents(graph, after=after, limit=page, names=names, streets=streets):
        yield found
        after = found[-1].id


def each_zone_pairs(
    graph: Graph, *, pairs: Sequence[str], within_m: float, most: int, page: int = _PAIRS_PAGE
) -> Iterator[dict[str, dict[str, int]]]:
    """Yield what find_zone_pairs finds, for some pairs at a time: a pair is counted whole within its page."""
    pages = -(-len(pairs) // page)
    for first in range(pages):
        # in steps, so that the pairs of one frequent service don't fall on one page
        yield find_zone_pairs(graph, pairs=pairs[first::pages], within_m=within_m, most=most)
