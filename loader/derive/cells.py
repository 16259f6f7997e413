"""What follows from places and roads: cells, their neighbours and counts, junctions. Writes differences."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

from queries.geometry.cells import neighbours, parent
from queries.graph import Graph
from queries.progress import Progress, silent
from queries.statements.datasets import count_inherited, get_datasets, merge_inherited
from queries.statements.holdings import (
    count_area_services,
    count_zone_services,
    delete_has,
    get_has,
    merge_has,
)
from queries.statements.roads import delete_connects, get_connects, merge_connects
from queries.statements.zones import delete_zones, get_zones, merge_adjacent, merge_part_of, merge_zones

BATCH = 2_000
# which rules what follows from places is worked out by; a graph of other rules is worked out anew by a load
RULES = 3
_PAGE = 20_000

Item = TypeVar("Item")


def batches(items: Iterable[Item], size: int = BATCH) -> Iterator[list[Item]]:
    """Yield the items in lists of at most size."""
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch


class Part:
    """A part of a stage that tells how far it is after each batch; of one without work it tells nothing."""

    def __init__(self, stage: str, total: int, progress: Progress) -> None:
        self._stage, self._total, self._progress = stage, total, progress
        self._done = 0

    def batches(self, items: Iterable[Item], size: int = BATCH) -> Iterator[list[Item]]:
        """Yield the items in lists of at most size, each of them done when the next is asked for."""
        for batch in batches(items, size):
            yield batch
            self.add(len(batch))

    def add(self, number: int) -> None:
        """Count more as done."""
        self._done = min(self._done + number, self._total)
        if number and self._total:
            self._progress(self._stage, self._done, self._total)

    def end(self) -> None:
        """Count all as done, where the total was more than there was to do."""
        self.add(self._total - self._done)


def sync_zones(graph: Graph, *, progress: Progress = silent) -> None:
    """Keep the cells in use and the coarser ones they are part of, joined by PART_OF and ADJACENT."""
    known = {zone.id: zone for zone in get_zones(graph)}
    wanted = with_parents(zone.id for zone in known.values() if zone.used)
    missing, unused = sorted(wanted - known.keys()), sorted(known.keys() - wanted)
    part = Part("joining cells", len(missing) + len(unused) + len(wanted), progress)
    for cells in part.batches(missing):
        merge_zones(graph, rows=cells)
    for cells in part.batches(unused):
        delete_zones(graph, ids=cells)
    for cells in part.batches(sorted(wanted)):
        part_of, adjacent = [], []
        for cell in cells:
            zone, coarser = known.get(cell), parent(cell)
            if coarser and not (zone and coarser in zone.parents):
                part_of.append((cell, coarser))
            joined = zone.adjacent if zone else frozenset()
            adjacent += [(cell, n) for n in neighbours(cell) if n > cell and n in wanted and n not in joined]
        if part_of:
            merge_part_of(graph, rows=part_of)
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


def sync_has(graph: Graph, *, progress: Progress = silent) -> None:
    """Make HAS say what the places say of cells, and IN_AREA of areas."""
    wanted, written = count_zone_services(graph) | count_area_services(graph), get_has(graph)
    stale = sorted(written.keys() - wanted.keys())
    changed = sorted(item for item in wanted.items() if written.get(item[0]) != item[1])
    part = Part("counting by cell and area", len(stale) + len(changed), progress)
    for pairs in part.batches(stale):
        delete_has(graph, rows=pairs)
    for rows in part.batches(changed):
        merge_has(graph, rows=dict(rows))


def sync_inherited(graph: Graph) -> None:
    """Keep at each data set how much of it is as another told it that holds it no more."""
    written = {dataset.id: dataset.inherited for dataset in get_datasets(graph)}
    if changed := {id_: n for id_, n in count_inherited(graph).items() if written[id_] != n}:
        merge_inherited(graph, rows=changed)


def sync_connects(graph: Graph, *, total: int, progress: Progress = silent) -> None:
    """Join the roads of which one says that it shares an OSM node with the other; part the rest.

    `total` is how many roads there are, for the progress only.
    """
    wanted, written, ids = _read_connects(graph, Part("finding junctions", total, progress))
    wanted = {pair for pair in wanted if ids.issuperset(pair)}
    missing, stale = sorted(wanted - written), sorted(written - wanted)
    part = Part("joining roads", len(missing) + len(stale), progress)
    for rows in part.batches(missing):
        merge_connects(graph, rows=rows)
    for rows in part.batches(stale):
        delete_connects(graph, rows=rows)


def _read_connects(graph: Graph, part: Part) -> tuple[set[tuple[str, str]], set[tuple[str, str]], set[str]]:
    wanted: set[tuple[str, str]] = set()
    written: set[tuple[str, str]] = set()
    ids: set[str] = set()
    after = ""
    while page := get_connects(graph, after=after, limit=_PAGE):
        for road in page:
            ids.add(road.id)
            wanted.update((min(road.id, other), max(road.id, other)) for other in road.connects)
            written.update((road.id, other) for other in road.connected)
        part.add(len(page))
        after = page[-1].id
    part.end()
    return wanted, written, ids
