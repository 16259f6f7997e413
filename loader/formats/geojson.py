"""Reads GeoJSON whose features carry OpenStreetMap tags, as the tools of the map and of frames write it.

Shapes are as given (RFC 7946: WGS84, longitude first); vertices at one coordinate (7 decimals) are one node.
An id is that of OpenStreetMap where the feature has one; else "feature/" and a digest of tags and geometry,
so that it stays while the feature does.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain
from typing import Any

from shapely.geometry import Point

from loader.errors import SourceError
from loader.formats.extract import ROAD_CLASSES, Extract
from loader.formats.geojson_ids import UNTYPED, Ids, find_number
from loader.formats.geojson_rows import AREA_TYPES, Joined, Row, join_rows
from loader.formats.geojson_shapes import BrokenShape, Parts, find_ring, read_parts
from loader.formats.geojson_tags import find_tags, is_nothing
from loader.formats.intake import Element, Intake
from loader.formats.opl import OwnNodes
from loader.formats.osm_check import parse_time
from loader.formats.seam import Coordinate
from loader.formats.shapes import make_line
from queries.catalogue.catalogue import Catalogue, load_catalogue
from queries.geometry.position import Position
from queries.progress import Progress, silent

RECORD = b"\x1e"  # what may stand before each feature of a sequence
KINDS = ("FeatureCollection", "Feature")
_WORLD_CRS = re.compile(r"CRS:?:?84|EPSG:+4326", re.IGNORECASE)
# the layers that GDAL makes of one file, by the name that it gives their collection
_LAYERS = frozenset({"points", "lines", "multilinestrings", "multipolygons", "other_relations"})
# columns that only GDAL's layers of lines and of areas have
_GDAL_COLUMNS = ("osm_way_id", "z_order")
_FIRST_EDIT = 1_000_000_000  # seconds: in 2001
_TELL_EVERY = 10_000


def parse_lines(body: bytes) -> dict[str, Any] | None:
    """Return a file of one feature a line (osmium's geojsonseq, GDAL's GeoJSONSeq) as one collection.

    None where it is none, or a line is broken.
    """
    lines = [line for line in body.replace(RECORD, b"").splitlines() if line.strip()]
    if len(lines) < 2 or b'"Feature"' not in lines[0] or not lines[0].rstrip().endswith(b"}"):
        return None
    try:
        features = [json.loads(line) for line in lines]
    except ValueError:
        return None
    return {"type": "FeatureCollection", "features": features}


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
    extract = Extract(source, None, _read_time(document.get("timestamp")))
    reader = _Reader(Intake(extract, catalogue or load_catalogue(), road_classes), Ids(features))
    for count, feature in enumerate(features, 1):
        reader.add(feature, count)
        if count % _TELL_EVERY == 0:
            progress("reading", count, len(features))
    extract.extracted_at = extract.extracted_at or reader.newest
    reader.finish()
    reader.find_flaws(str(document.get("name")))
    return extract


class _Reader:
    """Takes all features, joins the rows of each id, then files them in their order."""

    def __init__(self, intake: Intake, ids: Ids) -> None:
        self.intake = intake
        self.ids = ids
        self.newest: str | None = None
        self._found: dict[str, list[Row]] = {}
        self._own_nodes = OwnNodes()
        self._columns: set[str] = set()

    def add(self, feature: Any, number: int) -> None:
        if not isinstance(feature, dict) or feature.get("type") != "Feature":
            self.intake.skip(f"feature {number} of the file", "it is no GeoJSON feature")
            return
        properties = feature.get("properties")
        properties = properties if isinstance(properties, dict) else {}
        geometry = feature.get("geometry")
        id_ = self.ids.find(feature)
        tags = find_tags(properties, id_)
        meta = properties.get("meta")
        edit = meta if isinstance(meta, dict) else properties
        time = _read_time(_first(properties, edit, "timestamp")) or ""
        self.newest = max(self.newest or "", time) or None
        version = find_number(_first(properties, edit, "version")) or 0
        tainted = bool(properties.get("tainted") or properties.get("@tainted"))
        stand_in = properties.get("@geometry") or properties.get("geometry")
        stand_in = stand_in if stand_in in ("center", "bounds") else None
        row = Row(tags, geometry, (version, time), tainted, stand_in)
        self._found.setdefault(id_ or _make_id(tags, geometry), []).append(row)
        self._columns.update(key for key in _GDAL_COLUMNS if key in properties)

    def finish(self) -> None:
        several = 0
        for id_, rows in self._settle().items():
            joined = join_rows(id_, rows)
            for problem in joined.problems:
                self.intake.note(id_, problem)
            several += len(joined.geometries) > 1
            element = self.intake.identify(id_, joined.tags)
            if element is not None:
                try:
                    self._file(element, joined)
                except BrokenShape as error:
                    self.intake.lose(element, str(error))
        if several:
            reason = f"{several} of its elements are in several rows: each is one, of all its parts"
            self.intake.note("file", reason)
        if guessed := len(self.ids.guessed):
            reason = (
                f"{guessed} ids are numbers without a type: a point is taken for a node, a line or a single"
                " area for a way, several areas or one with holes for a relation"
            )
            self.intake.note("file", reason)

    def find_flaws(self, name: str) -> None:
        """Tell a file that holds one sort of elements only, though the map has others."""
        ids = [id_ for id_ in self._found if not id_.startswith("feature/")]
        kinds = {id_.partition("/")[0] for id_ in ids}
        if kinds == {"node"} and len(ids) > 1:
            self.intake.extract.flaws.append("nodes_only")
        elif ids and "node" not in kinds and (name in _LAYERS or self._columns):
            self.intake.extract.flaws.append("one_layer")

    def _settle(self) -> dict[str, list[Row]]:
        """Return the rows by ids that all have a type."""
        settled: dict[str, list[Row]] = {}
        for id_, rows in self._found.items():
            if id_.startswith(UNTYPED):
                joined = join_rows(id_, rows)
                kinds = [str(g.get("type")) for g in joined.geometries if isinstance(g, dict)]
                try:
                    shape = read_parts(joined.geometries).shape
                except BrokenShape:
                    shape = None
                settled.setdefault(self.ids.settle(id_, joined.tags, shape, kinds), []).extend(rows)
            else:
                settled.setdefault(id_, []).extend(rows)
        return settled

    def _file(self, element: Element, joined: Joined) -> None:
        parts = read_parts(joined.geometries)
        if joined.stand_in == "bounds" or (parts.shape.geom_type == "Point" and not parts.lines):
            west, south, east, north = parts.shape.bounds
            at = Position((south + north) / 2, (west + east) / 2)
            self._file_point(element, at, "box" if joined.stand_in == "bounds" else "point")
            return
        [line, *more] = parts.lines or [[]]
        is_area = parts.shape.geom_type in {"Polygon", "MultiPolygon"}
        unclosed = not is_area and element.tags.get("type") in AREA_TYPES and not _is_closed(parts)
        unclosed = unclosed and element.id.startswith("relation/")
        if parts.are_lines and not (more or joined.tainted or unclosed):
            self.intake.add_way(element, line, self._number(line))
            return
        cut = joined.tainted or parts.gaps or unclosed
        problem = (
            "its exporter lacked a part of it (tainted)" if joined.tainted else "a part of it is missing"
        )
        if unclosed and not joined.tainted:
            problem = "its rings do not close here: kept as lines"
        if cut:
            self.intake.note(element.id, problem)
        encloses = cut and (is_area or unclosed or _is_closed(parts))
        self.intake.add_place(element, parts.shape, cut=cut, encloses=encloses)
        if element.road_class:
            lines = [[at for at in line if at is not None] for line in parts.lines]
            if lines := [line for line in lines if len(line) > 1]:
                self.intake.add_road(element, make_line(lines), self._number(chain.from_iterable(lines)))
            else:
                self.intake.lose(replace(element, services=()), "a road without its line")
        if cut or not is_area:
            self.intake.add_area(element, None, problem=problem if cut else "it is given without an area")
        else:
            self.intake.add_area(element, parts.shape)

    def _file_point(self, element: Element, at: Position, given: str) -> None:
        if element.id.startswith("node/") or (element.id.startswith("feature/") and given == "point"):
            self.intake.add_point(element, at.longitude, at.latitude)
            return
        reason = (
            f"it is given as a {given}, its centre" if given == "point" else "it is given as its box only"
        )
        if element.services:
            self.intake.note(element.id, f"{reason}: distances are measured from there")
            self.intake.add_place(element, Point(at.longitude, at.latitude))
        if element.road_class:
            self.intake.lose(replace(element, services=()), f"a road without its line: {reason}")
        self.intake.add_area(element, None, position=at, problem=reason)

    def _number(self, line: Iterable[Coordinate | None]) -> list[int]:
        """Return the node numbers of vertices; 0 for each that is none."""
        return [self._own_nodes.find(Position(at[1], at[0])) if at else 0 for at in line]


def _is_closed(parts: Parts) -> bool:
    return any(len(line) > 3 and line[0] is not None and line[0] == line[-1] for line in parts.lines)


def _first(properties: Mapping[str, Any], edit: Mapping[str, Any], key: str) -> Any:
    given = (properties.get(f"@{key}"), edit.get(key), properties.get(f"osm_{key}"))
    return next((value for value in given if not is_nothing(value)), None)


def _read_time(value: Any) -> str | None:
    """Return a time in the form of parse_time: of text, or of seconds since 1970, as osmium writes them."""
    seconds = find_number(value)
    if seconds is not None and seconds > _FIRST_EDIT:
        return parse_time(datetime.fromtimestamp(seconds, UTC).isoformat()) if seconds < 1 << 34 else None
    return parse_time(str(value))


def _make_id(tags: Mapping[str, str], geometry: Any) -> str:
    ring = find_ring(geometry)  # osmium gives a closed way twice, as a line and as an area
    shape = geometry if ring is None else ring
    text = json.dumps([sorted(tags.items()), shape], sort_keys=True, ensure_ascii=False)
    return f"feature/{hashlib.sha256(text.encode()).hexdigest()[:16]}"
