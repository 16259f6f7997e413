"""Which areas a question about "districts" ranks: those of one administrative level, or of one kind."""

from collections.abc import Iterable

from queries.statements.tallies import WholeArea
from service.evidence.counts import Level


def find_levels(areas: Iterable[WholeArea]) -> list[Level]:
    """Return the levels, that of most areas that hold places first; of equal ones the finer, then by kind."""
    grouped: dict[tuple[int | None, str | None], list[WholeArea]] = {}
    for area in areas:
        key = (area.admin_level, None) if area.admin_level is not None else (None, area.kind)
        grouped.setdefault(key, []).append(area)
    levels = [Level(admin_level, kind, tuple(of_it)) for (admin_level, kind), of_it in grouped.items()]
    return sorted(levels, key=lambda level: (-level.used, -(level.admin_level or 0), level.kind or ""))
