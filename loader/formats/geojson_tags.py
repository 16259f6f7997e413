"""The OpenStreetMap tags among a GeoJSON feature's properties, as each exporter writes them."""

import ast
import json
import math
import re
from collections.abc import Mapping
from typing import Any

# what a frame or a database writes for no value; "none" is a value of the map (barrier=none)
_NOTHING = frozenset(
    {"", "nan", "NaN", "NAN", "null", "NULL", "Null", "None", "<NA>", "NaT", "<null>", "\\N"}
)
# what exporters add to the tags: ids, edits, references, places on the page
_NO_TAGS = frozenset(
    {"id", "osm_id", "osmid", "osm_way_id", "way_id", "full_id", "unique_id", "element_id"}
    | {
        "osm_type",
        "osmtype",
        "element_type",
        "element",
        "tags",
        "other_tags",
        "all_tags",
        "meta",
        "relations",
    }
    | {"timestamp", "version", "changeset", "user", "uid", "osm_version", "osm_timestamp", "osm_changeset"}
    | {
        "osm_user",
        "osm_uid",
        "nodes",
        "ways",
        "members",
        "geometry",
        "bounds",
        "center",
        "tainted",
        "visible",
    }
    | {"z_order", "way_area", "fid", "ogc_fid", "gid", "objectid", "OBJECTID", "FID", "index", "level_0"}
    | {"level_1", "u", "v", "from", "to", "x", "y"}
)
# what osmnx works out of a street between two crossings
_OF_EDGES = frozenset(
    {"length", "reversed", "speed_kph", "travel_time", "bearing", "grade", "grade_abs", "merged_edges"}
)
_NO_TAG_PREFIXES = ("@", "ciclomapa:", "Unnamed:")
_ELEMENT_TYPES = frozenset({"node", "way", "relation", "area", "n", "w", "r", "a"})
_NESTED = ("tags", "all_tags", "other_tags")
_HSTORE = re.compile(r'"((?:[^"\\]|\\.)*)"\s*=>\s*(?:"((?:[^"\\]|\\.)*)"|NULL)')
_LISTED = re.compile(r"""\[\s*(?:'[^']*'|"[^"]*")(?:\s*,\s*(?:'[^']*'|"[^"]*"))*\s*\]""")


def is_nothing(value: Any) -> bool:
    """Say whether a property has no value: null, NaN, empty text, or "nan", "null", "None" as text."""
    if value is None:
        return True
    if isinstance(value, float):
        return not math.isfinite(value)
    return isinstance(value, str) and value.strip() in _NOTHING


def find_tags(properties: Mapping[str, Any], id_: str | None) -> dict[str, str]:
    """Return the OpenStreetMap tags among a feature's properties: texts, and numbers as texts.

    `type` is a tag of relations only; elsewhere exporters write what they like there. Tags that come in one
    property (of osmtogeojson, GDAL, osm2pgsql) are read as JSON, hstore or Python writes them.
    """
    tags: dict[str, str] = {}
    for key, value in _read_pairs(properties):
        if (
            key in _NO_TAGS
            or key.startswith(_NO_TAG_PREFIXES)
            or (key in _OF_EDGES and "osmid" in properties)
        ):
            continue
        if key == "type" and (value in _ELEMENT_TYPES or not (id_ or "").startswith(("relation/", "?/"))):
            continue
        # GDAL writes no colons where its settings say so
        tags[key.replace("_", ":", 1) if key.startswith("addr_") else key] = value
    for key in _NESTED:
        if isinstance(given := properties.get(key), str | dict):
            tags |= _read_nested(given)
    return tags


def _read_pairs(pairs: Mapping[Any, Any]) -> list[tuple[str, str]]:
    read = ((str(key), _read_value(value)) for key, value in pairs.items())
    return [(key, value) for key, value in read if value is not None]


def _read_value(value: Any) -> str | None:
    """Return a property's value as a tag has it; None where it has none."""
    if is_nothing(value):
        return None
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))  # a frame makes numbers with gaps between them so
    if isinstance(value, str) and _LISTED.fullmatch(value.strip()):
        value = ast.literal_eval(value.strip())
    if isinstance(value, list):
        parts = [_read_value(part) for part in value if isinstance(part, str | int | float)]
        return ";".join(part for part in parts if part is not None) or None
    if not isinstance(value, str | int | float):
        return None
    # half of a character, as a broken program writes it, is no text that a graph can hold
    return str(value).encode("utf-8", "replace").decode("utf-8")


def _read_nested(given: str | Mapping[str, Any]) -> dict[str, str]:
    if not isinstance(given, str):
        return dict(_read_pairs(given))
    text = given.strip()
    if text.startswith("{"):
        for read in (json.loads, ast.literal_eval):
            try:
                value = read(text)
            except (ValueError, SyntaxError, RecursionError, MemoryError):
                continue
            return dict(_read_pairs(value)) if isinstance(value, dict) else {}
    pairs = ((_unescape(key), _unescape(value or "")) for key, value in _HSTORE.findall(text))
    return {key: value for key, value in pairs if not is_nothing(value)}


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)
