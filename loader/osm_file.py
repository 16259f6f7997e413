"""Reads OpenStreetMap files with osmium; the only module that knows it.

A file is read twice: once to see that it is whole and in order, once for its elements. What can't be told
from a file: one that was cut exactly between two blocks of its relations looks like one without them.
"""

import tempfile
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from shapely.geometry import Point
from shapely.geometry import box as box_shape
from shapely.geometry.base import BaseGeometry

from loader.errors import SourceError
from loader.extract import ROAD_CLASSES, Extract, Remark
from loader.intake import OTHER_KEYS, Element, Intake
from loader.seam import Coordinate
from loader.shapes import join_members, make_area, make_line, make_polygons, split_runs
from queries.catalogue import Catalogue, load_catalogue
from queries.position import Position
from queries.progress import Progress, silent

_AREA_TYPES = ("multipolygon", "boundary")
# whole extracts hold next to no untagged nodes that nothing refers to (0 to 1 in a city); a file that was
# cut after its nodes is full of them
_MOST_STRAY_NODES = 0.02
_FEW_STRAY_NODES = 10
_UNDEFINED = 2147483647  # osmium's coordinate of a node without any
_TELL_EVERY = 50_000

_Members = list[tuple[str, int, str]]  # type (n, w or r), number, role


def fetch(
    path: Path,
    *,
    told: Path | None = None,
    catalogue: Catalogue | None = None,
    road_classes: Sequence[str] = ROAD_CLASSES,
    progress: Progress = silent,
) -> Extract:
    """Read a file's places (elements that match the catalogue), roads and areas.

    Takes .osm.pbf, .osm, .osm.gz and .osm.bz2, as the name ends, its elements in any order; `told` is the
    path to tell where this one is a copy. Raises SourceError, in one line, where it is not whole; a broken
    element is told in `skipped` and stops nothing.
    """
    told = told or path
    with _errors(told), tempfile.TemporaryDirectory(prefix="perto-") as folder:
        check = _check_content(path, progress)
        extract = Extract(told.name, check.coverage, check.extracted_at)
        ordered = path if check.in_order and not check.deleted else _sort(path, Path(folder))
        intake = Intake(extract, catalogue or load_catalogue(), road_classes)
        read_elements(ordered, intake, progress)
    if check.stray > _FEW_STRAY_NODES:
        reason = f"{check.stray} of its nodes have no tags and belong to nothing: the file may be cut short"
        extract.noted.append(Remark("file", reason))
    if check.new_nodes:
        reason = f"{check.new_nodes} of its nodes have negative numbers, as before an upload: ways lack them"
        extract.noted.append(Remark("file", reason))
    if not check.in_order:
        extract.noted.append(Remark("file", "its elements were not in the usual order: sorted first"))
    return extract


@contextmanager
def _errors(path: Path) -> Iterator[None]:
    import osmium

    try:
        yield
    except (RuntimeError, ValueError, OSError, osmium.InvalidLocationError) as error:
        reason = " ".join(str(error).split())[:200]
        raise SourceError(
            f"{path} is not a whole OpenStreetMap file ({reason}); download it again", source=str(path)
        ) from error


@dataclass(frozen=True, slots=True)
class _MemberWay:
    """A way of a relation; cut: nodes of it are missing; encloses: and it is a ring, whole somewhere else."""

    shape: BaseGeometry
    cut: bool
    encloses: bool


class _Check:
    """What the first reading finds out: box, time, order, what is deleted, nodes that nothing refers to."""

    def __init__(self) -> None:
        self.coverage: str | None = None
        self.extracted_at: str | None = None
        self.in_order = True
        self.deleted = 0
        self.stray = 0
        self.new_nodes = 0


def _check_content(path: Path, progress: Progress) -> _Check:
    import osmium

    check = _Check()
    processor = osmium.FileProcessor(str(path))
    header = processor.header
    if header.has_multiple_object_versions:
        raise RuntimeError("it holds changes or history, not one state of the map")
    check.coverage = _find_coverage(header.box())
    told = parse_time(header.get("osmosis_replication_timestamp") or header.get("timestamp"))
    newest, count, last = None, 0, ("", False, 0)
    untagged, referred = array("q"), array("q")
    elements: Iterable[Any] = processor
    for count, element in enumerate(elements, 1):
        if element.deleted:
            check.deleted += 1
            continue
        kind = element.type_str()
        place = ("0" if kind == "n" else "1" if kind == "w" else "2", element.id > 0, abs(element.id))
        check.in_order &= place > last
        check.new_nodes += place < ("0", True)
        last = place
        if kind == "w":
            referred.extend(node.ref for node in element.nodes)
        elif kind == "r":
            referred.extend(member.ref for member in element.members if member.type == "n")
        elif not element.tags:
            untagged.append(element.id)
        if not told and (newest is None or element.timestamp > newest):
            newest = element.timestamp
        if count % _TELL_EVERY == 0:
            progress("checking", count, None)
    if count == 0:
        raise RuntimeError("it holds no elements")
    if newest is not None and newest.year > 1970:  # no time at all reads as the start of 1970
        told = parse_time(newest.isoformat())
    check.extracted_at = told
    check.stray = int(np.isin(np.array(untagged), np.array(referred), invert=True).sum())
    if check.stray > max(_FEW_STRAY_NODES, _MOST_STRAY_NODES * len(untagged)):
        raise RuntimeError(
            f"{check.stray:,} of its {len(untagged):,} untagged nodes belong to nothing: cut short"
        )
    return check


def _find_coverage(box: Any) -> str | None:
    if not box.valid():
        return None
    low, high = box.bottom_left, box.top_right
    # osmium turns a box across 180 degrees inside out: one so wide may be that
    if high.lon - low.lon > 180 and high.lon - low.lon != 360:
        return None
    wkt: str = box_shape(low.lon, low.lat, high.lon, high.lat).wkt
    return wkt


def read_elements(path: Path, intake: Intake, progress: Progress) -> None:
    """File the wanted elements of a file that is whole and in order: nodes, ways, relations by id."""
    _Reader(path, intake, progress).run()


def parse_time(text: str) -> str | None:
    """Return a time in the one form that sorts as text, in UTC; None where it is no time."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _sort(path: Path, folder: Path) -> Path:
    """Write the file's elements as nodes, ways, relations by id, the newest of each, none that is deleted."""
    import osmium

    class Deleted:
        """Stops what is deleted on its way to the writer, whose file can't tell it."""

        def node(self, element: Any) -> bool:
            return bool(element.deleted)

        way = relation = node

    target = folder / "sorted.osm.pbf"
    merged = osmium.MergeInputReader()
    merged.add_file(str(path))
    with osmium.SimpleWriter(str(target), overwrite=True) as writer:
        merged.apply(Deleted(), writer, simplify=True)
    return target


class _Reader:
    """The second reading: elements with wanted tags, with their shapes."""

    def __init__(self, path: Path, intake: Intake, progress: Progress) -> None:
        self.path = path
        self.intake = intake
        self.progress = progress
        # wanted relations, until their area comes
        self._relations: dict[int, tuple[Element, _Members]] = {}
        self._areas: dict[int, BaseGeometry] = {}

    def run(self) -> None:
        import osmium

        wanted = osmium.filter.KeyFilter(*self.intake.keys, *OTHER_KEYS)
        processor = osmium.FileProcessor(str(self.path)).with_areas(wanted).with_filter(wanted)
        elements: Iterable[Any] = processor
        for count, element in enumerate(elements, 1):
            if element.is_node():
                self._add_node(element)
            elif element.is_way():
                self._add_way(element)
            elif element.is_relation():
                self._add_relation(element)
            elif not element.from_way() and any(element.outer_rings()):  # none: it could not be assembled
                self._areas[element.orig_id()] = _area(element)
            if count % _TELL_EVERY == 0:
                self.progress("reading", count, None)
        self._finish_relations(processor.node_location_storage)

    def _add_node(self, node: Any) -> None:
        element = self.intake.identify(f"node/{node.id}", node.tags)
        if element is None:
            return
        at = node.location
        if at.valid():
            self.intake.add_point(element, at.lon, at.lat)
        elif at.x != _UNDEFINED:
            where = f"latitude {at.lat_without_check():g}, longitude {at.lon_without_check():g}"
            self.intake.skip(element.id, f"its coordinates are not on the Earth ({where})")
        else:
            self.intake.skip(element.id, "it has no coordinates")

    def _add_way(self, way: Any) -> None:
        element = self.intake.identify(f"way/{way.id}", way.tags)
        if element is not None:
            self.intake.add_way(element, _coordinates(way.nodes), [node.ref for node in way.nodes])

    def _add_relation(self, relation: Any) -> None:
        element = self.intake.identify(f"relation/{relation.id}", dict(relation.tags))
        if element is not None:
            members = [(member.type, member.ref, member.role) for member in relation.members]
            self._relations[relation.id] = (element, members)

    def _finish_relations(self, locations: Any) -> None:
        """File each relation: by its area, else, a relation that is none, as what its members are."""
        left = [
            members
            for number, (element, members) in self._relations.items()
            if number not in self._areas and element.services
        ]
        ways = self._member_ways({ref for members in left for kind, ref, _ in members if kind == "w"})
        for number, (element, members) in self._relations.items():
            area = self._areas.get(number)
            if area is not None:
                self.intake.add_place(element, area)
                self.intake.add_area(element, area)
                continue
            if element.services:
                self._stand_for_members(element, members, ways, locations)
            label = _find_label(members, locations)
            problem = "its boundary is not whole in the file, or its rings do not close"
            self.intake.add_area(element, None, position=label, problem=problem)

    def _stand_for_members(
        self, element: Element, members: _Members, ways: dict[int, _MemberWay], locations: Any
    ) -> None:
        is_area = element.tags.get("type") in _AREA_TYPES and any(kind == "w" for kind, _, _ in members)
        # of an area that can't be assembled the holes are no part
        kept = [(kind, ref) for kind, ref, role in members if not (is_area and role == "inner")]
        held = [ways[ref] for kind, ref in kept if kind == "w" and ref in ways]
        shapes = [way.shape for way in held]
        points = [_find_point(locations, ref) for kind, ref in kept if kind == "n"]
        shapes += [point for point in points if point is not None and not is_area]
        if not shapes:
            self.intake.skip(element.id, "none of its members is in the file")
            return
        absent = sum(1 for kind, ref in kept if kind == "w" and ref not in ways) + points.count(None)
        missing = f"{absent} of its {len(members)} members are not in the file"
        reason = (
            "its rings do not close here: kept as the lines and areas of its members, without holes"
            if is_area
            else "it is no area: it stands for its members"
        )
        self.intake.note(element.id, f"{reason}; {missing}" if absent else reason)
        self.intake.add_place(
            element,
            join_members(shapes),
            cut=is_area or absent > 0 or any(way.cut for way in held),
            encloses=is_area or any(way.encloses for way in held),
        )

    def _member_ways(self, ids: set[int]) -> dict[int, _MemberWay]:
        if not ids:
            return {}
        import osmium

        found: dict[int, _MemberWay] = {}
        processor = osmium.FileProcessor(str(self.path)).with_locations()
        processor.with_filter(osmium.filter.EntityFilter(osmium.osm.WAY))
        member_ways: Iterable[Any] = processor.with_filter(osmium.filter.IdFilter(ids))
        for way in member_ways:
            coordinates = _coordinates(way.nodes)
            if runs := split_runs(coordinates):
                cut = None in coordinates
                shape = make_line(runs) if cut else make_area(runs)
                found[way.id] = _MemberWay(shape, cut, cut and way.is_closed())
        return found


def _coordinates(nodes: Any) -> list[Coordinate | None]:
    return [(n.location.lon, n.location.lat) if n.location.valid() else None for n in nodes]


def _area(area: Any) -> BaseGeometry:
    def ring(nodes: Any) -> list[Coordinate]:
        return [(node.lon, node.lat) for node in nodes]

    return make_polygons(
        [(ring(outer), [ring(inner) for inner in area.inner_rings(outer)]) for outer in area.outer_rings()]
    )


def _find_point(locations: Any, ref: int) -> Point | None:
    try:
        at = locations.get(ref)
    except KeyError:
        return None
    return Point(at.lon, at.lat) if at.valid() else None


def _find_label(members: _Members, locations: Any) -> Position | None:
    for wanted in ("label", "admin_centre"):
        for kind, ref, role in members:
            if kind == "n" and role == wanted and (point := _find_point(locations, ref)) is not None:
                return Position(point.y, point.x)
    return None
