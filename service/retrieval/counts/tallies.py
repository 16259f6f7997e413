"""Counts by cell and by area: a place counts where most of it lies, and is told where the rest of it does."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

from queries.geometry.cells import parent
from queries.statements.tallies import Lying


@dataclass(slots=True)
class Tally:
    """What counts in a cell or area.

    `counts` are the places by service, `places` how many different ones; `shared` lie there in part and count
    elsewhere; `present` are the services of which any lies there; `pairs` those of places that count there.
    """

    counts: Counter[str] = field(default_factory=Counter)
    places: int = 0
    shared: int = 0
    present: set[str] = field(default_factory=set)
    pairs: int = 0


def find_home(shares: Mapping[str, float]) -> str:
    """Return where the largest share lies; of equal ones the smaller id."""
    return min(shares, key=lambda cell: (-shares[cell], cell))


def tally(lying: Iterable[Lying]) -> dict[str, Tally]:
    """Return the counts of each cell that anything lies in."""
    found: dict[str, Tally] = {}
    for alike in lying:
        if not alike.shares:
            continue
        home = find_home(alike.shares)
        for cell in alike.shares:
            there = found.setdefault(cell, Tally())
            there.present.update(alike.services)
            if cell == home:
                there.places += alike.places
                there.counts.update(dict.fromkeys(alike.services, alike.places))
            else:
                there.shared += alike.places
    return found


def add_pairs(
    tallies: Mapping[str, Tally], homes: Mapping[str, str], pairs: Iterable[Collection[str]]
) -> None:
    """Count each pair once in each cell where one of those of its places that are asked for counts."""
    for asked in pairs:
        for cell in {homes[id_] for id_ in asked if id_ in homes}:
            tallies[cell].pairs += 1


def find_leaders(tallies: Mapping[str, Tally], key: Callable[[Tally], int], *, most: bool) -> list[str]:
    """Return the cells with the greatest (or least) number, sorted: several where they tie."""
    if not tallies:
        return []
    best = (max if most else min)(key(there) for there in tallies.values())
    return sorted(cell for cell, there in tallies.items() if key(there) == best)


def leads_too(leaders: Collection[str], others: Collection[str], *, finer: bool) -> bool:
    """Say whether a leader at the next resolution lies in one of the leaders, or holds one."""
    if finer:
        return any(parent(other) in leaders for other in others)
    return any(parent(leader) in others for leader in leaders)
