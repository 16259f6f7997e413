"""Several GeoJSON features of one element: its parts, what a tile cut off, or its state at several times."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from loader.formats.geojson_ids import RELATION_TYPES

AREA_TYPES = ("multipolygon", "boundary")
Edition = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Row:
    """One feature: its tags and geometry, its version and time, and what its exporter lacked of it.

    `tainted`: it lacked a part; `stand_in`: the geometry is a mere centre ("center") or box ("bounds").
    """

    tags: Mapping[str, str]
    geometry: Any
    edition: Edition
    tainted: bool
    stand_in: str | None


@dataclass(frozen=True, slots=True)
class Joined:
    """One element of all its rows; `problems` are what there is to know of how they were joined."""

    tags: Mapping[str, str]
    geometries: Sequence[Any]
    tainted: bool
    stand_in: str | None
    problems: Sequence[str]


def join_rows(id_: str, rows: Sequence[Row]) -> Joined:
    """Return the element that these rows are: the newest; of several, all parts, but of a node the last.

    Where the tags of rows of one state differ, the element has all, of a key with several values the last.
    """
    problems = []
    newest = max(row.edition for row in rows)
    states = [row for row in rows if row.edition == newest]
    if any(
        (row.tags, row.geometry) != (states[-1].tags, states[-1].geometry)
        for row in rows
        if row not in states
    ):
        problems.append("it is in the file more than once: the newest is kept")
    tags: dict[str, str] = {}
    contradicted: dict[str, None] = {}
    for row in states:
        contradicted |= {key: None for key, value in row.tags.items() if tags.get(key, value) != value}
        tags |= row.tags
    if contradicted:
        problems.append(f"its rows contradict each other in {', '.join(contradicted)}: the last is kept")
    parts = list({json.dumps(row.geometry, sort_keys=True): row for row in states}.values())
    if id_.startswith("node/") and len(parts) > 1:
        problems.append(f"its {len(parts)} rows have it at different places: the last is kept")
        parts = [states[-1]]
    parts = [*_leave_stand_ins(id_, tags, parts)]
    return Joined(
        tags,
        [row.geometry for row in parts],
        any(row.tainted for row in parts),
        parts[0].stand_in if len(parts) == 1 else None,
        problems,
    )


def _leave_stand_ins(id_: str, tags: Mapping[str, str], parts: Sequence[Row]) -> Sequence[Row]:
    """Leave out centres and boxes where there is the shape itself: no line and no area has them as a part."""
    shapes = [row for row in parts if row.stand_in is None]
    extended = [row for row in shapes if _kind(row) not in ("Point", "MultiPoint", "")]
    whole = id_.startswith("way/") or tags.get("type") in AREA_TYPES
    if extended and (whole or tags.get("type") not in RELATION_TYPES):
        return extended
    return shapes or parts[-1:]


def _kind(row: Row) -> str:
    return str(row.geometry.get("type")) if isinstance(row.geometry, dict) else ""
