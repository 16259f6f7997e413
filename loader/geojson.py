"""Reads GeoJSON whose features carry OpenStreetMap tags, as Overpass Turbo, osmtogeojson and osmium write it.

Shapes are as given (RFC 7946: WGS84, longitude first); vertices at one coordinate (7 decimals) are one node.
An id is that of OpenStreetMap where the feature has one; else "feature/" and a digest of tags and geometry,
so that it stays while the feature does.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from shapely.geometry import Point

from loader.errors import SourceError
from loader.extract import ROAD_CLASSES, Extract
from loader.geojson_shapes import BrokenShape, read_line, read_position, read_shape
from loader.intake import Element, Intake
from loader.opl import OwnNodes
from loader.osm_file import parse_time
from loader.seam import Coordinate
from loader.shapes import make_line
from queries.catalogue import Catalogue, load_catalogue
from queries.position import Position
from queries.progress import Progress, silent

KINDS = ("FeatureCollection", "Feature")
_WORLD_CRS = re.compile(r"CRS:?:?84|EPSG:+4326", re.IGNORECASE)
# what exporters add to the tags: ids, edits; anything that begins with @ or ciclomapa: besides
_NO_TAGS = frozenset(
    {"id", "osm_id", "osm_way_id", "osm_type", "full_id", "tags", "other_tags"}
    | {"meta", "relations", "timestamp", "version", "changeset", "user", "uid"}
)
_NO_TAG_PREFIXES = ("@", "ciclomapa:")
_TYPES = {"node": "node", "way": "way", "relation": "relation", "n": "node", "w": "way", "r": "relation"}
_TYPED_ID = re.compile(r"(?:.*/)?(node|way|relation|n|w|r)/?(-?\d+)", re.IGNORECASE)
_HSTORE = re.compile(r'"((?:[^"\\]|\\.)*)"=>"((?:[^"\\]|\\.)*)"')
_TELL_EVERY = 10_000


def read_geojson(
    document: Mapping[str, Any],
    *,
    source: str,
    catalogue: Catalogue | None = None,
    road_classes: Sequence[str] = ROAD_CLASSES,
    progress: Progress = silent,
) -> Extract:
    """Read parsed GeoJSON; raises SourceError where it has no features or is not in degrees on WGS84."""
    features = [document] if document.get("type") == "Feature" else document.get("features")
    if not isinstance(features, list) or not features:
        raise SourceError(f"{source} holds no features", source=source)
    crs = document.get("crs")
    if crs and not _WORLD_CRS.search(json.dumps(crs)):
        name = " ".join(json.dumps(crs).split())[:100]
        reason = "not in degrees on WGS84"
        raise SourceError(f"{source} is {reason} ({name}); convert it to EPSG:4326", source=source)
    extract = Extract(source, None, parse_time(str(document.get("timestamp"))))
    reader = _Reader(Intake(extract, catalogue or load_catalogue(), road_classes))
    for count, feature in enumerate(features, 1):
        reader.add(feature, count)
        if count % _TELL_EVERY == 0:
            progress("reading", count, len(features))
    reader.finish()
    if extract.extracted_at is None:
        extract.extracted_at = reader.newest
    return extract


class _Reader:
    """Takes each feature, keeps the newest of each id, then files them in their order."""

    def __init__(self, intake: Intake) -> None:
        self.intake = intake
        self.newest: str | None = None
        self._found: dict[str, tuple[Mapping[str, str], Any, str, int]] = {}
        self._own_nodes = OwnNodes()
        self._guessed = 0

    def add(self, feature: Any, number: int) -> None:
        if not isinstance(feature, dict) or feature.get("type") != "Feature":
            self.intake.skip(f"feature {number} of the file", "it is no GeoJSON feature")
            return
        properties = feature.get("properties")
        properties = properties if isinstance(properties, dict) else {}
        geometry = feature.get("geometry")
        id_ = self._find_id(feature, properties, number)
        tags = find_tags(properties, id_)
        if id_ is None:
            id_ = _make_id(tags, geometry)
        meta = properties.get("meta")
        edit = meta if isinstance(meta, dict) else properties
        time = parse_time(str(properties.get("@timestamp") or edit.get("timestamp"))) or ""
        self.newest = max(self.newest or "", time) or None
        version = _integer(properties.get("@version") or edit.get("version")) or 0
        there = self._found.get(id_)
        if there is not None:
            if there[:2] != (tags, geometry):
                self.intake.note(id_, "it is in the file more than once: the newest, else the last, is kept")
            if (there[3], there[2]) > (version, time):
                return
        self._found[id_] = (tags, geometry, time, version)

    def finish(self) -> None:
        for id_, (tags, geometry, _, _) in self._found.items():
            element = self.intake.identify(id_, tags)
            if element is not None:
                try:
                    self._file(element, geometry)
                except BrokenShape as error:
                    self.intake.skip(id_, str(error))
        if self._guessed:
            reason = (
                f"{self._guessed} ids are numbers without a type: a point is taken for a node, a line"
                " or a polygon for a way, several polygons for a relation"
            )
            self.intake.note("file", reason)

    def _find_id(self, feature: Mapping[str, Any], properties: Mapping[str, Any], row: int) -> str | None:
        """Return "way/123" from whichever of the usual places tells it, None where none does.

        A number that is the feature's row in the file, from 0 or 1, is no id of OpenStreetMap.
        """
        own = feature.get("id")
        given = [properties.get(key) for key in ("@id", "@osmId", "full_id", "id", "osm_id", "osm_way_id")]
        for value in (*given, own):
            if isinstance(value, str) and (found := _TYPED_ID.fullmatch(value.strip())):
                return f"{_TYPES[found[1].lower()]}/{int(found[2])}"
        numbers = [_integer(value) for value in given]
        numbers.append(None if _integer(own) in {row - 1, row} else _integer(own))
        number = next((number for number in numbers if number is not None), None)
        if number is None:
            return None
        kinds = [properties.get(key) for key in ("@type", "@osmType", "osm_type", "type")]
        told = next((_TYPES[k.lower()] for k in kinds if isinstance(k, str) and k.lower() in _TYPES), None)
        if told is None and _integer(properties.get("osm_way_id")) is not None:
            told = "way"
        if told is None:
            self._guessed += 1
            geometry = feature.get("geometry")
            shape = geometry.get("type") if isinstance(geometry, dict) else None
            told = {"Point": "node", "LineString": "way", "Polygon": "way"}.get(str(shape), "relation")
        return f"{told}/{number}"

    def _file(self, element: Element, geometry: Any) -> None:
        kind = geometry.get("type") if isinstance(geometry, dict) else None
        if kind is None:
            raise BrokenShape("it has no geometry")
        coordinates = geometry.get("coordinates")
        if kind == "Point":
            self._file_point(element, coordinates)
        elif kind == "LineString":
            line = read_line(coordinates)
            nodes = self._number(line)
            self.intake.add_way(element, line, nodes)
        else:
            shape, lines = read_shape(geometry)
            self.intake.add_place(element, shape)
            if element.road_class and lines:
                if len(lines) > 1:
                    self.intake.note(element.id, "a road of several lines: kept as the longest of them")
                longest = max(lines, key=len)
                self.intake.add_road(element, make_line([longest]), self._number(longest))
            is_area = shape.geom_type in {"Polygon", "MultiPolygon"}
            problem = None if is_area else "it is given without an area"
            self.intake.add_area(element, shape if is_area else None, problem=problem)

    def _file_point(self, element: Element, coordinates: Any) -> None:
        at = read_position(coordinates)
        if element.id.startswith(("way/", "relation/")):
            reason = "it is given as a point, its centre"
            if element.services:
                self.intake.note(element.id, f"{reason}: distances are measured from there")
                self.intake.add_place(element, Point(at.longitude, at.latitude))
            if element.road_class:
                self.intake.skip(element.id, f"a road without its line: {reason}")
            self.intake.add_area(element, None, position=at, problem=reason)
        else:
            self.intake.add_point(element, at.longitude, at.latitude)

    def _number(self, line: Iterable[Coordinate | None]) -> list[int]:
        """Return the node numbers of vertices; 0 for each that is none."""
        return [self._own_nodes.find(Position(at[1], at[0])) if at else 0 for at in line]


def find_tags(properties: Mapping[str, Any], id_: str | None) -> dict[str, str]:
    """Return the OpenStreetMap tags among a feature's properties: texts, and numbers as texts.

    `type` is a tag of relations only; elsewhere exporters write what they like there.
    """
    nested = properties.get("tags")
    if isinstance(nested, dict):
        return {str(key): str(value) for key, value in nested.items() if value is not None}
    tags: dict[str, str] = {}
    for key, value in properties.items():
        if key in _NO_TAGS or key.startswith(_NO_TAG_PREFIXES):
            continue
        if key == "type" and not (id_ and id_.startswith("relation/") and value not in _TYPES):
            continue
        if isinstance(value, bool):
            tags[key] = "yes" if value else "no"
        elif isinstance(value, str | int | float) and value != "":
            tags[key] = str(value)
    others = properties.get("other_tags")
    if isinstance(others, str):  # GDAL writes the less usual tags so
        tags |= {_unescape(key): _unescape(value) for key, value in _HSTORE.findall(others)}
    return tags


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def _integer(value: Any) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return int(value) if isinstance(value, str) and re.fullmatch(r"-?\d{1,19}", value.strip()) else None


def _make_id(tags: Mapping[str, str], geometry: Any) -> str:
    text = json.dumps([sorted(tags.items()), geometry], sort_keys=True, ensure_ascii=False)
    return f"feature/{hashlib.sha256(text.encode()).hexdigest()[:16]}"
