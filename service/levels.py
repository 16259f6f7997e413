"""Which areas a question about "districts" ranks: those of one administrative level, or of one kind."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from queries.catalogue.catalogue import Language
from queries.statements.tallies import WholeArea
from service.sentences import joined, number


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

    def call(self, language: Language) -> str:
        """Name the level: "admin_level 8", "suburb"."""
        if self.admin_level is not None:
            return f"admin_level {self.admin_level}"
        if self.kind == "administrative":
            return (
                "administrativas sem admin_level"
                if language == "pt"
                else "administrative without admin_level"
            )
        return f"place={self.kind}"


def find_levels(areas: Iterable[WholeArea]) -> list[Level]:
    """Return the levels, that of most areas that hold places first; of equal ones the finer, then by kind."""
    grouped: dict[tuple[int | None, str | None], list[WholeArea]] = {}
    for area in areas:
        key = (area.admin_level, None) if area.admin_level is not None else (None, area.kind)
        grouped.setdefault(key, []).append(area)
    levels = [Level(admin_level, kind, tuple(of_it)) for (admin_level, kind), of_it in grouped.items()]
    return sorted(levels, key=lambda level: (-level.used, -(level.admin_level or 0), level.kind or ""))


def count_levels(levels: Sequence[Level], language: Language) -> str:
    """List levels with how many areas each has: "admin_level 6 (2) and place=suburb (5)"."""
    return joined(
        [f"{level.call(language)} ({number(len(level.areas), language)})" for level in levels], language
    )
