"""How many places of each service cells and areas hold: counted from the places, and as HAS keeps it.

What HAS says is true while no load is on its way; what reads it says nothing then. HAS as it was written
before it told what lies somewhere only in part is not read either.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from queries.graph import Graph
from queries.statements.lookups import KindCount

Holding = tuple[str, str]  # ids of a cell or area, and of a service

_UNTOLD = -1


class Held(NamedTuple):
    """How many places count somewhere, and how many more lie there in part (None: not known)."""

    places: int
    across: int | None


@dataclass(frozen=True, slots=True)
class Holder:
    """A cell, or an area (`resolution` None), and how many places of one service it holds."""

    id: str
    resolution: int | None
    places: int
    across: int


def count_zone_services(graph: Graph) -> dict[Holding, Held]:
    """Return how many places of each service a cell has, counted from the places.

    Each place counts in each resolution once, in the cell with most of it; of equal ones the smaller id.
    """
    return _held(graph.read("count_zone_services"))


def count_area_services(graph: Graph) -> dict[Holding, Held]:
    """Return how many places of each service an area has, counted from the places, by IN_AREA.

    Each place counts once among the areas of one admin_level, or of those without one of one kind: in the
    area with most of it; of equal ones the smaller id.
    """
    return _held(graph.read("count_area_services"))


def get_has(graph: Graph) -> dict[Holding, Held]:
    """Return the counts that are written at the cells and areas."""
    return _held(graph.read("get_has"))


def merge_has(graph: Graph, *, rows: Mapping[Holding, Held]) -> None:
    """Write how many places of a service a cell or an area has."""
    listed = [{"holder": holder, "service": service, **n._asdict()} for (holder, service), n in rows.items()]
    graph.write("merge_has", rows=listed)


def delete_has(graph: Graph, *, rows: Iterable[Holding]) -> None:
    """Take counts of services away from cells and areas."""
    graph.write("delete_has", rows=[{"holder": holder, "service": service} for holder, service in rows])


def find_held_kinds(graph: Graph, *, holder: str) -> list[KindCount] | None:
    """Return what a cell or an area holds of each service, most first, as HAS says; None: count anew.

    So it is too where it holds nothing, as far as is written: that is soon counted.
    """
    [row] = graph.read("find_held_kinds", holder=holder)
    if not _is_told(row) or not row["services"]:
        return None
    columns = (row["services"], row["places"], row["across"])
    return [KindCount(*of_it) for of_it in zip(*columns, strict=True)]


def find_holders(
    graph: Graph, *, service: str, resolutions: Sequence[int] = (), areas: Sequence[str] = ()
) -> list[Holder] | None:
    """Return the cells of the resolutions and the areas of these ids that hold places of a service.

    As HAS says; None: count anew.
    """
    [row] = graph.read("find_holders", service=service, resolutions=list(resolutions), areas=list(areas))
    if not _is_told(row):
        return None
    columns = (row["ids"], row["resolutions"], row["places"], row["across"])
    found = zip(*columns, strict=True)
    return [Holder(id_, None if r == _UNTOLD else r, places, across) for id_, r, places, across in found]


def find_held_zones(graph: Graph, *, resolution: int) -> list[str] | None:
    """Return the cells of a resolution in which places lie, wholly or in part, sorted.

    As HAS says; None: look anew.
    """
    [row] = graph.read("find_held_zones", resolution=resolution)
    ids: list[str] = row["ids"]
    return ids if row["settled"] and row["whole"] else None


def _is_told(row: Mapping[str, Any]) -> bool:
    return row["settled"] and _UNTOLD not in row["across"]


def _held(rows: Iterable[Mapping[str, Any]]) -> dict[Holding, Held]:
    return {(r["holder"], r["service"]): Held(r["places"], r["across"]) for r in rows}
