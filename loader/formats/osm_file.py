"""Reads OpenStreetMap files with osmium; the only module that knows it.

A file is read twice: once to see that it is whole and in order, once for its elements.
"""

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shapely.geometry import Point
from shapely.geometry import box as box_shape
from shapely.geometry.base import BaseGeometry

from loader.errors import SourceError
from loader.formats.extract import ROAD_CLASSES, Extract, Remark
from loader.formats.intake import OTHER_KEYS, Element, Intake
from loader.formats.osm_check import Check, parse_time
from loader.formats.seam import Coordinate
from loader.formats.shapes import join_members, make_area, make_line, make_polygons, split_runs
from queries.catalogue.catalogue import Catalogue, load_catalogue
from queries.geometry.position import Position
from queries.progress import Progress, silent

_AREA_TYPES = ("multipolygon", "boundary")
# what an editor has not uploaded has numbers below zero; here they are above, far from those of OpenStreetMap
_NEW = 1 << 40
_UNDEFINED = 2147483647  # osmium's coordinate of a node without any
_TELL_EVERY = 50_000

_Members = list[tuple[str, int, str]]  # type (n, w or r), number, role


def fetch(
    path: Path,
    *,
    told: Path | None = None,
    incomplete: bool = False,
    catalogue: Catalogue | None = None,
    road_classes: Sequence[str] = ROAD_CLASSES,
    progress: Progress = silent,
) -> Extract:
    """Read a file's places (elements that match the catalogue), roads and areas.

    Takes .osm.pbf, .osm, .osm.gz and .osm.bz2, as the name ends, its elements in any order; `told` is the
    path to tell where this one is a copy. Raises SourceError, in one line, where it is not whole, unless it
    may be `incomplete`; a broken element is told in `skipped` and stops nothing.
    """
    told = told or path
    with _errors(told), tempfile.TemporaryDirectory(prefix="perto-") as folder:
        check, coverage = _check_content(path, progress)
        flaws = check.find_flaws(str(told), incomplete=incomplete)
        whole = not {"ways_lost", "relations_lost"}.intersection(flaws)
        extract = Extract(told.name, coverage if whole else None, check.extracted_at, flaws=flaws)
        prepared = _prepare(path, Path(folder), check)
        intake = Intake(extract, catalogue or load_catalogue(), road_classes)
        if check.deleted:
            intake.some_deleted = True
        read_elements(prepared, intake, progress)
    extract.noted += [Remark("file", reason) for reason in _tell(check)]
    return extract


def _tell(check: Check) -> Iterator[str]:
    if check.stray > 1:
        yield f"{check.stray} of its nodes have no tags and belong to nothing: its ways may be lost"
    if check.new:
        yield f"{check.new} of its elements are new, their numbers below zero: loaded as they are there"
    if check.deleted:
        yield f"{check.deleted} of its elements are deleted there: left out"
    if not check.in_order:
        yield "its elements were not in the usual order: sorted first"


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


def _check_content(path: Path, progress: Progress) -> tuple[Check, str | None]:
    """Return what the first reading finds out, and the coverage that the header tells."""
    import osmium

    check = Check()
    processor = osmium.FileProcessor(str(path))
    header = processor.header
    if header.has_multiple_object_versions:
        raise RuntimeError("it holds changes or history, not one state of the map")
    told = parse_time(header.get("osmosis_replication_timestamp") or header.get("timestamp"))
    check.read(processor, told, progress)
    return check, _find_coverage(header.box())


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


def _prepare(path: Path, folder: Path, check: Check) -> Path:
    """Return a file of the same elements that osmium reads whole: in order, with all nodes, above zero."""
    if check.in_order and not (check.deleted or check.new or check.located):
        return path
    if check.new or check.located:
        path = _rewrite(path, folder / "rewritten.osm.pbf", check)
    return _sort(path, folder)


def _rewrite(path: Path, target: Path, check: Check) -> Path:
    """Write the file with the nodes that its ways have positions of, and numbers below zero above.

    osmium has positions of nodes alone, and of those with numbers above zero.
    """
    import osmium

    there = check.nodes if check.located else set()
    elements: Iterable[Any] = osmium.FileProcessor(str(path))
    with osmium.SimpleWriter(str(target), overwrite=True) as writer:
        for element in elements:
            if element.deleted:
                continue
            if element.is_way():
                for node in element.nodes if check.located else ():
                    if node.ref not in there and node.location.valid():
                        there.add(node.ref)
                        at = (node.location.lon, node.location.lat)
                        writer.add_node(osmium.osm.mutable.Node(id=_renumber(node.ref), location=at))
                refs = [_renumber(node.ref) for node in element.nodes]
                writer.add_way(element.replace(id=_renumber(element.id), nodes=refs))
            elif element.is_relation():
                members = [(m.type, _renumber(m.ref), m.role) for m in element.members]
                writer.add_relation(element.replace(id=_renumber(element.id), members=members))
            else:
                writer.add_node(element.replace(id=_renumber(element.id)))
    return target


def _renumber(number: int) -> int:
    return number if number > 0 else _NEW - number


def _original(number: int) -> int:
    return number if number < _NEW else _NEW - number


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
        element = self.intake.identify(f"node/{_original(node.id)}", node.tags)
        if element is None:
            return
        at = node.location
        if at.valid():
            self.intake.add_point(element, at.lon, at.lat)
        elif at.x != _UNDEFINED:
            where = f"latitude {at.lat_without_check():g}, longitude {at.lon_without_check():g}"
            self.intake.lose(element, f"its coordinates are not on the Earth ({where})")
        else:
            self.intake.lose(element, "it has no coordinates")

    def _add_way(self, way: Any) -> None:
        element = self.intake.identify(f"way/{_original(way.id)}", way.tags)
        if element is not None:
            self.intake.add_way(element, _coordinates(way.nodes), [node.ref for node in way.nodes])

    def _add_relation(self, relation: Any) -> None:
        element = self.intake.identify(f"relation/{_original(relation.id)}", dict(relation.tags))
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
            self.intake.lose(element, self.intake.tell_none("members"))
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
