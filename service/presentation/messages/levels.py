"""Says which areas a question about "districts" ranks."""

from collections.abc import Sequence

from queries.catalogue.catalogue import Language
from service.evidence.counts import Level
from service.language.phrasing import joined, number


def call_level(level: Level, language: Language) -> str:
    """Name the level: "admin_level 8", "suburb"."""
    if level.admin_level is not None:
        return f"admin_level {level.admin_level}"
    if level.kind == "administrative":
        return "administrativas sem admin_level" if language == "pt" else "administrative without admin_level"
    return f"place={level.kind}"


def count_levels(levels: Sequence[Level], language: Language) -> str:
    """List levels with how many areas each has: "admin_level 6 (2) and place=suburb (5)"."""
    return joined(
        [f"{call_level(level, language)} ({number(len(level.areas), language)})" for level in levels],
        language,
    )
