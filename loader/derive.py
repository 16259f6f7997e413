"""What follows from places and roads: cells, their neighbours and counts, junctions. Writes differences."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from queries.cells import neighbours, parent
from queries.graph import Graph
from queries.junctions import delete_connects, get_connects, merge_connects
from queries.zones import (
    count_zone_services,
    delete_has,
    delete_zones,
    get_has,
    get_zones,
    merge_adjacent,
    merge_has,
    merge_part_of,
    merge_zones,
)

BATCH = 2_000
_PAGE = 20_000

Item = TypeVar("Item")


def batches(items: Iterable[Item], size: int = BATCH) -> Iterator[list[Item]]:
    """Yield the items in lists of at most size."""
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch


def sync_zones(graph: Graph) -> None:
    """Keep the cells in use and the coarser ones they are part of, joined by PART_OF and ADJACENT."""
    known = {zone.id: zone for zone in get_zones(graph)}
    wanted = with_parents(zone.id for zone in known.values() if zone.used)
    for cells in batches(sorted(wanted - known.keys())):
        merge_zones(graph, rows=cells)
    for cells in batches(sorted(known.keys() - wanted)):
        delete_zones(graph, ids=cells)
    part_of, adjacent = [], []
    for cell in sorted(wanted):
        zone, coarser = known.get(cell), parent(cell)
        if coarser and not (zone and coarser in zone.parents):
            part_of.append((cell, coarser))
        joined = zone.adjacent if zone else frozenset()
        adjacent += [(cell, n) for n in neighbours(cell) if n > cell and n in wanted and n not in joined]
    for rows in batches(part_of):
        merge_part_of(graph, rows=rows)
    for rows in batches(adjacent):
        merge_adjacent(graph, rows=rows)


def with_parents(cells: Iterable[str]) -> set[str]:
    """Return the cells and all coarser ones they are part of."""
    found: set[str] = set()
    for start in cells:
        cell: str | None = start
        while cell and cell not in found:
            found.add(cell)
            cell = parent(cell)
    return found


def sync_has(graph: Graph) -> None:
    """Make HAS say what the places say."""
    wanted, written = count_zone_services(graph), get_has(graph)
    for stale in batches(sorted(written.keys() - wanted.keys())):
        delete_has(graph, rows=stale)
    changed = sorted(item for item in wanted.items() if written.get(item[0]) != item[1])
    for rows in batches(changed):
        merge_has(graph, rows=dict(rows))


def sync_connects(graph: Graph) -> None:
    """Join the roads of which one says that it shares an OSM node with the other; part the rest."""
    wanted, written, ids = _read_connects(graph)
    wanted = {pair for pair in wanted if ids.issuperset(pair)}
    _write_connects(graph, sorted(wanted - written), sorted(written - wanted))


def _read_connects(graph: Graph) -> tuple[set[tuple[str, str]], set[tuple[str, str]], set[str]]:
    wanted: set[tuple[str, str]] = set()
    written: set[tuple[str, str]] = set()
    ids: set[str] = set()
    after = ""
    while page := get_connects(graph, after=after, limit=_PAGE):
        for road in page:
            ids.add(road.id)
            wanted.update((min(road.id, other), max(road.id, other)) for other in road.connects)
            written.update((road.id, other) for other in road.connected)
        after = page[-1].id
    return wanted, written, ids


def _write_connects(
    graph: Graph, missing: Sequence[tuple[str, str]], stale: Sequence[tuple[str, str]]
) -> None:
    for rows in batches(missing):
        merge_connects(graph, rows=rows)
    for rows in batches(stale):
        delete_connects(graph, rows=rows)
