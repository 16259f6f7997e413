"""The cells of the graph: which there are, how they lie, and how many places count in each."""

from collections.abc import Sequence
from dataclasses import dataclass

from queries.geometry.cells import centre, resolution_of
from queries.graph import Graph


@dataclass(frozen=True, slots=True)
class KnownZone:
    """A cell in the graph: whether a place or road lies in it, and its edges to parents and larger ids."""

    id: str
    used: bool
    parents: frozenset[str]
    adjacent: frozenset[str]


def get_zones(graph: Graph) -> list[KnownZone]:
    """Return all cells."""
    return [
        KnownZone(r["id"], r["used"], frozenset(r["parents"]), frozenset(r["adjacent"]))
        for r in graph.read("get_zones")
    ]


def merge_zones(graph: Graph, *, rows: Sequence[str]) -> None:
    """Write those of the cells that are missing."""
    places = [(cell, centre(cell)) for cell in rows]
    graph.write(
        "merge_zones",
        rows=[
            {
                "id": cell,
                "resolution": resolution_of(cell),
                "latitude": at.latitude,
                "longitude": at.longitude,
            }
            for cell, at in places
        ],
    )


def delete_zones(graph: Graph, *, ids: Sequence[str]) -> None:
    """Take cells out of the graph."""
    graph.write("delete_zones", ids=list(ids))


def merge_part_of(graph: Graph, *, rows: Sequence[tuple[str, str]]) -> None:
    """Join (cell, next coarser cell) by PART_OF; both must be there."""
    graph.write("merge_part_of", rows=[{"child": child, "parent": parent} for child, parent in rows])


def merge_adjacent(graph: Graph, *, rows: Sequence[tuple[str, str]]) -> None:
    """Join neighbouring cells (smaller id, larger id) by ADJACENT; both must be there."""
    graph.write("merge_adjacent", rows=[{"smaller": a, "larger": b} for a, b in rows])


def find_zone_counts(graph: Graph, *, resolution: int) -> dict[str, dict[str, int]]:
    """Return by cell of a resolution how many places of each service count in it, most first, as written."""
    rows = graph.read("find_zone_counts", resolution=resolution)
    return {r["id"]: dict(zip(r["services"], r["counts"], strict=True)) for r in rows}
