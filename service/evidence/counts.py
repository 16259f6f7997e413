"""What is counted and ranked: cells, areas and their levels."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from queries.statements.tallies import Middle, WholeArea


@dataclass(frozen=True, slots=True)
class Level:
    """Areas of one admin_level or, of those that have none, of one kind; `used` of them hold places."""

    admin_level: int | None
    kind: str | None
    areas: tuple[WholeArea, ...]

    @property
    def used(self) -> int:
        """How many of the areas hold places."""
        return sum(area.used for area in self.areas)


@dataclass(frozen=True, slots=True)
class Ranking:
    """What zones or areas were ranked, beside the list of those that answer.

    `resolution` of cells, else `level` of areas; `used` of them hold places. `leaders` have the greatest
    number (the least, where that is asked); `neighbours` says by resolution whether a leader there
    lies in one of them, or holds it. `outside`: places that count in none of those ranked. `by`: what the
    number is of. `middles` tell where cells are; `areas` are all those ranked, told or not.
    """

    by: Literal["places", "pairs"]
    used: int
    leaders: tuple[str, ...]
    resolution: int | None = None
    level: Level | None = None
    neighbours: Mapping[int, bool] = field(default_factory=dict)
    outside: int = 0
    middles: Mapping[str, Middle] = field(default_factory=dict)
    areas: tuple[str, ...] = ()
