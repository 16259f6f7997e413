"""Counts that are kept in the graph, where they answer what is asked: of all places of one kind."""

from collections.abc import Sequence
from dataclasses import dataclass

from queries.graph import Graph
from queries.statements.holdings import Holder, find_held_kinds, find_held_zones, find_holders
from queries.statements.lookups import KindCount
from queries.statements.tallies import Lying, find_used_zones
from service.retrieval.counts.area_shares import Counted
from service.retrieval.counts.tallies import Tally

Level = int | None  # the resolution of cells; None: areas


@dataclass(frozen=True, slots=True)
class Kept:
    """How the places of one service lie, each told where it counts only; and what lies where in part."""

    service: str
    holders: Sequence[Holder]

    def list_lying(self, level: Level) -> list[Lying]:
        """Return the places where they count; those of areas that count in none of them have no shares."""
        found = [
            Lying(None, (self.service,), {holder.id: 1.0}, holder.places)
            for holder in self.holders
            if holder.resolution == level and holder.places
        ]
        if level is None:
            # every place counts in one cell of a resolution
            all_ = sum(holder.places for holder in self.holders if holder.resolution is not None)
            outside = all_ - sum(alike.places for alike in found)
            found += [Lying(None, (self.service,), {}, outside)] if outside else []
        return found

    def add_across(self, tallies: dict[str, Tally], level: Level) -> None:
        """Add to the tallies of the cells or areas what lies there in part."""
        for holder in self.holders:
            if holder.resolution == level and holder.across:
                there = tallies.setdefault(holder.id, Tally())
                there.shared += holder.across
                there.present.add(self.service)


def find_kept_zones(graph: Graph, counted: Counted, *, resolutions: Sequence[int]) -> Kept | None:
    """Return how what is counted lies in the cells of the resolutions; None: it is to be counted anew."""
    return _find(graph, counted, resolutions=resolutions, areas=())


def find_kept_areas(graph: Graph, counted: Counted, *, areas: Sequence[str]) -> Kept | None:
    """Return how what is counted lies in all areas of one level; None: it is to be counted anew."""
    # the coarsest cells, the fewest, tell how many places there are
    return _find(graph, counted, resolutions=(7,), areas=areas)


def find_kept_kinds(graph: Graph, *, holder: str, datasets: Sequence[str] | None) -> list[KindCount] | None:
    """Return what a cell or an area holds, most first; None: it is to be counted anew."""
    return find_held_kinds(graph, holder=holder) if datasets is None else None


def retrieve_used_zones(graph: Graph, *, resolution: int, datasets: Sequence[str] | None) -> list[str]:
    """Return the cells of a resolution in which places of the data sets lie, wholly or in part, sorted."""
    held = find_held_zones(graph, resolution=resolution) if datasets is None else None
    return find_used_zones(graph, resolution=resolution, datasets=datasets) if held is None else held


def _find(graph: Graph, counted: Counted, *, resolutions: Sequence[int], areas: Sequence[str]) -> Kept | None:
    limited = counted.members or counted.ids is not None or counted.datasets is not None
    # a place of two services would count twice
    if limited or counted.halo or len(counted.services) != 1:
        return None
    (service,) = counted.services
    holders = find_holders(graph, service=service, resolutions=resolutions, areas=areas)
    return None if holders is None else Kept(service, holders)
