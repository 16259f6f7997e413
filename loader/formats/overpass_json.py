"""Reads Overpass answers in JSON, of every output mode, and the JSON of the OpenStreetMap API.

What has nodes or a geometry is written to a passing file that osmium reads, so that areas, broken rings and
gaps are judged by the same rules as in a file. Where an answer gives a geometry without node numbers, the
vertices at one coordinate (7 decimals, as OpenStreetMap stores them) are one node.
"""

import json
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from shapely.geometry import Point
from shapely.geometry import box as box_shape

from loader.errors import SourceError
from loader.formats.extract import ROAD_CLASSES, Extract
from loader.formats.intake import Intake
from loader.formats.opl import OplElements, find_position
from loader.formats.osm_check import parse_time
from loader.formats.osm_file import read_elements
from loader.formats.web_page import is_web_page, tell_web_page
from queries.catalogue.catalogue import Catalogue, load_catalogue
from queries.geometry.position import Position
from queries.progress import Progress, silent

_WITH_SHAPE = "ask for `out geom`"
_TYPES = ("node", "way", "relation")


def parse_answer(body: bytes, *, source: str) -> dict[str, Any]:
    """Return an Overpass answer; raises SourceError where it is none, or says that the query failed."""
    answer = parse_json(body, source=source)
    check_answer(answer, source=source)
    checked: dict[str, Any] = answer
    return checked


def parse_json(body: bytes, *, source: str) -> Any:
    """Return what JSON holds; raises SourceError where it is a web page or not whole."""
    if is_web_page(body):
        raise SourceError(f"{source} is {tell_web_page(body)}", source=source)
    try:
        return json.loads(body.removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())[:200]
        raise SourceError(
            f"{source} is not whole JSON ({reason}); download it again", source=source
        ) from error


def check_answer(answer: Any, *, source: str) -> None:
    """Raise SourceError where parsed JSON is no Overpass answer, or one that says that the query failed."""
    if not isinstance(answer, dict):
        raise SourceError(f"{source} is no Overpass answer", source=source)
    remark = answer.get("remark")
    if remark:
        what = " ".join(str(remark).split())[:200]
        raise SourceError(
            f"{source} is the answer of a query that failed or was cut off ({what}); ask again, for less"
            " or with a longer time-out",
            source=source,
        )
    if not isinstance(answer.get("elements"), list):
        raise SourceError(f"{source} is no Overpass answer: it has no list of elements", source=source)


def read_answers(
    answers: Sequence[Mapping[str, Any]],
    *,
    source: str,
    coverage: str | None = None,
    catalogue: Catalogue | None = None,
    road_classes: Sequence[str] = ROAD_CLASSES,
    progress: Progress = silent,
) -> Extract:
    """Read one or more answers about one region as one extract; an element in several of them is one.

    `coverage` is WKT of the region asked for, where that is known. Raises SourceError where no element has
    both tags and a position, and says what the answer lacks; answers without any element are no error.
    """
    for answer in answers:
        check_answer(answer, source=source)
    extract = Extract(source, coverage or _find_bounds(answers), _find_time(answers))
    intake = Intake(extract, catalogue or load_catalogue(), road_classes)
    elements = _Elements(intake)
    for answer in answers:
        for element in answer["elements"]:
            elements.add(element)
    elements.resolve(source)
    with tempfile.TemporaryDirectory(prefix="perto-") as folder:
        path = Path(folder) / "answer.opl"
        elements.write(path)
        read_elements(path, intake, progress)
    return extract


def _find_bounds(answers: Iterable[Mapping[str, Any]]) -> str | None:
    """Return the box that an answer of the OpenStreetMap API carries; Overpass sends none."""
    for answer in answers:
        corners = _numbers(answer.get("bounds"), "minlon", "minlat", "maxlon", "maxlat")
        if corners is not None:
            return str(box_shape(*corners).wkt)
    return None


def _find_time(answers: Iterable[Mapping[str, Any]]) -> str | None:
    """Return the oldest of the answers' times, else the newest element's, else None."""
    told = [
        time
        for answer in answers
        if isinstance(osm3s := answer.get("osm3s"), dict)
        and (time := parse_time(str(osm3s.get("timestamp_osm_base"))))
    ]
    if told:
        return min(told)
    times = [
        parse_time(str(element["timestamp"]))
        for answer in answers
        for element in answer["elements"]
        if isinstance(element, dict) and "timestamp" in element
    ]
    return max((time for time in times if time), default=None)


def _numbers(value: Any, *keys: str) -> tuple[float, ...] | None:
    """Return the numbers under these keys; None where one is absent or is none."""
    if not isinstance(value, dict):
        return None
    try:
        return tuple(float(value[key]) for key in keys)
    except (KeyError, TypeError, ValueError):
        return None


def _find_centre(element: Mapping[str, Any]) -> tuple[Position, str] | None:
    """Return the position of an element without a shape: its centre, or that of its box; and which."""
    centre = _numbers(element.get("center"), "lat", "lon")
    bounds = _numbers(element.get("bounds"), "minlat", "minlon", "maxlat", "maxlon")
    try:
        if centre is not None:
            return Position(*centre), "the answer gives its centre only (`out center`)"
        if bounds is not None:
            middle = Position((bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2)
            return middle, "the answer gives its box only (`out bb`), of which this is the centre"
    except ValueError:
        pass
    return None


class _Elements:
    """The elements of all answers, each once, until all are there."""

    def __init__(self, intake: Intake) -> None:
        self.intake = intake
        self.found: dict[str, dict[int, dict[str, Any]]] = {kind: {} for kind in _TYPES}
        self.opl = OplElements()
        self.total = self.counts = self.areas = self.nameless = self.odd = 0

    def add(self, element: Any) -> None:
        self.total += 1
        kind = element.get("type") if isinstance(element, dict) else None
        if kind == "count":
            self.counts += 1
        elif kind == "area":
            self.areas += 1
            reason = "an Overpass area has tags and no shape: ask for its way or relation with `out geom`"
            self.intake.skip(f"area/{element.get('id')}", reason)
        elif kind not in _TYPES:
            self.odd += 1
        elif not isinstance(element.get("id"), int):
            self.nameless += 1
        else:
            there = self.found[kind].get(element["id"])
            self.found[kind][element["id"]] = element if there is None else _join(there, element)

    def resolve(self, source: str) -> None:
        """File what is known by its centre only, and refuse answers of which nothing has tags and a place."""
        for number, node in self.found["node"].items():
            self._add_node(number, node)
        for number, way in self.found["way"].items():
            self.opl.add_way(number, way.get("nodes"), way.get("geometry"), _tags(way))
        for relation in self.found["relation"].values():
            for member in _members(relation):
                self._add_member(member)
        placed = sum(bool(_tags(node)) for node in self.found["node"].values())
        for kind in ("way", "relation"):
            for number, element in self.found[kind].items():
                members = _members(element) if kind == "relation" else []
                # a piece is no better than the centre, which comes where the rest was not asked for
                whole = "center" in element
                has_shape = (
                    self.opl.has_way(number, whole=whole)
                    if kind == "way"
                    else self.opl.has_relation(members, whole=whole)
                )
                placed += bool(_tags(element)) and (has_shape or _find_centre(element) is not None)
                if kind == "relation" and has_shape:
                    self.opl.add_relation(number, members, _tags(element))
                elif not has_shape:
                    if kind == "way":
                        self.opl.untag_way(number)
                    self._add_centre(f"{kind}/{number}", element)
        self._tell(source, placed)

    def write(self, path: Path) -> None:
        self.opl.write(path)

    def _add_node(self, number: int, node: Mapping[str, Any]) -> None:
        tags = _tags(node)
        at = find_position(node)
        if at is not None:
            self.opl.add_node(number, at, tags)
        elif (wanted := self.intake.identify(f"node/{number}", tags)) is not None:
            told = f"latitude {node.get('lat')}, longitude {node.get('lon')}"
            reason = (
                f"its coordinates are not on the Earth ({told})"
                if "lat" in node
                else f"it has no coordinates; {_WITH_SHAPE}"
            )
            self.intake.lose(wanted, reason)

    def _add_member(self, member: Mapping[str, Any]) -> None:
        if member["type"] == "way":
            self.opl.add_way(member["ref"], None, member.get("geometry"), {})
        elif member["type"] == "node" and (at := find_position(member)) is not None:
            self.opl.add_node(member["ref"], at, {})

    def _add_centre(self, id_: str, element: Mapping[str, Any]) -> None:
        wanted = self.intake.identify(id_, _tags(element))
        if wanted is None:
            return
        found = _find_centre(element)
        if found is None:
            self.intake.lose(wanted, f"the answer gives no coordinates of it; {_WITH_SHAPE}")
            return
        position, reason = found
        if wanted.services:
            self.intake.note(id_, f"{reason}: distances are measured from there")
            self.intake.add_place(wanted, Point(position.longitude, position.latitude))
        if wanted.road_class:
            self.intake.lose(
                replace(wanted, services=()), f"a road without its line: {reason}; {_WITH_SHAPE}"
            )
        self.intake.add_area(wanted, None, position=position, problem=reason)

    def _tell(self, source: str, placed: int) -> None:
        """Refuse answers without anything to place, by what they lack; remark on the rest of what is odd."""
        for number, what in (
            (self.counts, "are a count (`out count`), which lists nothing"),
            (self.nameless, "have no id (`out noids`)"),
            (self.odd, "are of no kind that OpenStreetMap has"),
        ):
            if number and placed:
                self.intake.skip("file", f"{number} of its {self.total} elements {what}; {_WITH_SHAPE}")
        if placed or not self.total:
            return
        known = [element for kind in self.found.values() for element in kind.values()]
        if self.counts:
            reason = "it is a count (`out count`), which lists no place"
        elif self.areas == self.total:
            reason = "it holds Overpass areas, which have tags and no shape"
        elif self.nameless:
            reason = "its elements have no ids (`out noids`)"
        elif not any(_tags(element) for element in known):
            reason = "its elements have no tags (`out ids` or `out skel`)"
        else:
            reason = "its elements have no coordinates (`out body`, `out tags` or `out meta`)"
        raise SourceError(f"{source} places nothing: {reason}; {_WITH_SHAPE}", source=source)


def _tags(element: Mapping[str, Any]) -> dict[str, str]:
    tags = element.get("tags")
    return {str(k): str(v) for k, v in tags.items()} if isinstance(tags, dict) else {}


def _members(relation: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    members = relation.get("members")
    return [
        member
        for member in (members if isinstance(members, list) else [])
        if isinstance(member, dict) and member.get("type") in _TYPES and isinstance(member.get("ref"), int)
    ]


def _join(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    """Return one element of two of the same id: the newer one, or all that two of one version tell."""
    of_a, of_b = a.get("version"), b.get("version")
    if isinstance(of_a, int) and isinstance(of_b, int) and of_a != of_b:
        return a if of_a > of_b else b
    return {**a, **{key: value for key, value in b.items() if value}}
