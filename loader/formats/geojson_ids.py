"""Which element of OpenStreetMap a GeoJSON feature is, wherever exporters write its type and number."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from shapely.geometry.base import BaseGeometry

_TYPES = {
    **{"node": "node", "way": "way", "relation": "relation", "n": "node", "w": "way", "r": "relation"},
    **{
        "nodes": "node",
        "ways": "way",
        "relations": "relation",
        "rel": "relation",
        "area": "area",
        "a": "area",
    },
}
_TYPED_ID = re.compile(r"(?:.*[/:#=])?((?i:node|way|relation|rel|area)|[nwrNWR]|a)[\s/:_]?(-?\d+)(?:\.0*)?")
_PAIR = re.compile(
    r"""[(\[]\s*['"]?([a-zA-Z]+)['"]?\s*,\s*(?:[\w.]+\()?['"]?(-?\d+)(?:\.0*)?['"]?\)?\s*[)\]]"""
)
_INTEGER = re.compile(r"(-?\d{1,19})(?:\.0*)?")
_ID_KEYS = (
    *("@id", "@osmId", "full_id", "unique_id", "id", "osm_id", "osmid", "element_id", "osm_way_id", "way_id"),
)
_TYPE_KEYS = ("@type", "@osmType", "osm_type", "osmtype", "element_type", "element", "type")
# the values of type=* that relations alone have
RELATION_TYPES = frozenset(
    {"multipolygon", "boundary", "multilinestring", "route", "route_master", "site", "associatedStreet"}
)
# where ways and relations share one space of ids below zero (imposm), relations begin here
_RELATIONS_BELOW = -(10**17)
# an id whose type is still to be told by the shape of all its rows
UNTYPED = "?/"


def find_number(value: Any) -> int | None:
    """Return the whole number that a value tells, as a number or as text: 45, 45.0, "45", "45.0"."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return int(value) if math.isfinite(value) and value == int(value) else None
    found = _INTEGER.fullmatch(value.strip()) if isinstance(value, str) else None
    return int(found[1]) if found else None


def find_typed_id(value: Any) -> str | None:
    """Return "way/45" of a value that tells type and number: "way/45", "w45", ["way", 45], "('way', 45)".

    "a90" is the area of way 45, "a91" that of relation 45, as osmium numbers them.
    """
    if isinstance(value, list | tuple) and len(value) == 2:
        kind, number = _TYPES.get(str(value[0]).lower()), find_number(value[1])
        return _join(kind, number) if kind and number is not None else None
    if not isinstance(value, str):
        return None
    found = _TYPED_ID.fullmatch(value.strip()) or _PAIR.fullmatch(value.strip())
    kind = _TYPES.get(found[1].lower()) if found else None
    return _join(kind, int(found[2])) if found and kind else None


def find_type(properties: Mapping[str, Any]) -> str | None:
    """Return the type of element that a column of its own tells: osm_type, element, @type …"""
    for key in _TYPE_KEYS:
        value = properties.get(key)
        if isinstance(value, str) and (kind := _TYPES.get(value.strip().lower())):
            return kind
    return "relation" if properties.get("type") in RELATION_TYPES else None


class Ids:
    """The ids of the features of one file.

    A number without a type is that of a node where the feature is a point; else it stays UNTYPED until all
    rows of that number are there, and `settle` tells by their shape what they are.
    """

    def __init__(self, features: Sequence[Any]) -> None:
        self._rows = False
        self._signed = False
        self._one_space = False
        self.guessed: set[str] = set()
        for row, feature in enumerate(features, 1):
            properties = _properties(feature)
            # a frame's index: numbers from 0 or 1 on, or what is left of them; no ids of OpenStreetMap
            self._rows |= isinstance(feature, dict) and find_number(feature.get("id")) in {row - 1, row}
            for number in (find_number(properties.get(key)) for key in _ID_KEYS):
                if number is not None and number < 0 and find_type(properties) is None:
                    self._signed = True
                    self._one_space |= number < _RELATIONS_BELOW

    def find(self, feature: Mapping[str, Any]) -> str | None:
        """Return "way/45", or "?/45", None where the feature has no id of OpenStreetMap."""
        properties, own = _properties(feature), feature.get("id")
        for value in (*(properties.get(key) for key in _ID_KEYS), own):
            if id_ := find_typed_id(value):
                return id_
        numbers = {key: find_number(properties.get(key)) for key in _ID_KEYS}
        numbers |= {} if self._rows else {"own": find_number(own)}
        key = next((key for key, number in numbers.items() if number is not None), None)
        number = numbers[key] if key else None
        if key is None or number is None:
            return None
        told = find_type(properties) or ("way" if key in ("osm_way_id", "way_id") else None)
        if told is None and "osm_way_id" in properties and _kind(feature) != "Point":
            told = "relation"  # GDAL writes the ids of ways in a column of their own
        if told is not None:
            return _join(told, abs(number) if told == "relation" else number)
        return self._guess(feature, number)

    def settle(
        self, id_: str, tags: Mapping[str, str], shape: BaseGeometry | None, parts: Sequence[str]
    ) -> str:
        """Return the id with its type, by the shape of all its rows and the kinds of their geometries."""
        if not id_.startswith(UNTYPED):
            return id_
        number = int(id_.removeprefix(UNTYPED))
        lines_too = "LineString" in parts
        lines = {"LineString", "MultiLineString"}.issuperset(parts)
        if self._signed or (lines and "highway" in tags):
            return f"way/{number}"
        if shape is None:
            return f"way/{number}" if {"LineString", "Polygon"}.issuperset(parts) else f"relation/{number}"
        # a way is one line or one ring without holes; whoever writes a single MultiPolygon means a relation
        one = shape.geom_type in ("Polygon", "LineString", "Point") and not getattr(shape, "interiors", ())
        if one and lines_too and shape.geom_type == "Polygon":
            return f"way/{number}"  # a closed way, as a line and as an area
        single = not any(part.startswith("Multi") or part == "GeometryCollection" for part in parts)
        return f"way/{number}" if one and single else f"relation/{number}"

    def _guess(self, feature: Mapping[str, Any], number: int) -> str:
        if self._one_space and number < 0:
            return f"way/{-number}" if number > _RELATIONS_BELOW else f"relation/{_RELATIONS_BELOW - number}"
        if number < 0:  # osm2pgsql writes those of relations so
            return f"relation/{-number}"
        id_ = f"node/{number}" if _kind(feature) == "Point" else f"{UNTYPED}{number}"
        if not self._signed:
            self.guessed.add(id_)
        return id_


def _properties(feature: Any) -> Mapping[str, Any]:
    properties = feature.get("properties") if isinstance(feature, dict) else None
    return properties if isinstance(properties, dict) else {}


def _kind(feature: Mapping[str, Any]) -> str:
    geometry = feature.get("geometry")
    return str(geometry.get("type")) if isinstance(geometry, dict) else ""


def _join(kind: str, number: int) -> str:
    if kind != "area":
        return f"{kind}/{number}"
    return f"{'relation' if number % 2 else 'way'}/{number // 2}"
