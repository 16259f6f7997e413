"""What a statement that a person wrote returned, in values that JSON has."""

import base64
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_DEGREES = {4326: ("longitude", "latitude"), 4979: ("longitude", "latitude", "height")}


@dataclass(frozen=True, slots=True)
class Table:
    """The columns' names, a list of values for each row, and what was changed, by Neo4j's own counters."""

    columns: list[str]
    rows: list[list[Any]]
    changes: dict[str, int]


def plain(value: Any) -> Any:  # noqa: PLR0911
    """Return a value of Neo4j as JSON has it.

    A node is {element_id, labels, properties}, a relationship {element_id, type, start, end, properties}
    with the element ids of its ends, a path {nodes, relationships}. A point has latitude and longitude in
    degrees (and height in metres) on WGS84, else srid and coordinates. Times and durations are ISO 8601,
    bytes base64, and numbers that are none the words of Cypher: "NaN", "Infinity", "-Infinity".
    """
    # the driver's types are told by what they have: only one module knows the driver
    if hasattr(value, "iso_format"):
        return value.iso_format()
    if hasattr(value, "srid"):
        if names := _DEGREES.get(value.srid):
            return dict(zip(names, value, strict=True))
        return {"srid": value.srid, "coordinates": list(value)}
    if hasattr(value, "relationships"):
        return {"nodes": plain(value.nodes), "relationships": plain(value.relationships)}
    if hasattr(value, "element_id"):
        return _entity(value)
    match value:
        case float() if not math.isfinite(value):
            return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
        case bytes() | bytearray():
            return base64.b64encode(value).decode("ascii")
        case Mapping():
            return {key: plain(item) for key, item in value.items()}
        case str():
            return value
        case Sequence():
            return [plain(item) for item in value]
    return value


def _entity(value: Any) -> dict[str, Any]:
    properties = {key: plain(item) for key, item in sorted(value.items())}
    if hasattr(value, "labels"):
        return {"element_id": value.element_id, "labels": sorted(value.labels), "properties": properties}
    ends = {"start": value.start_node.element_id, "end": value.end_node.element_id}
    return {"element_id": value.element_id, "type": value.type, **ends, "properties": properties}
