"""Decides by its tags what an element is, and files it as a place, a road or an area; one for all formats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import shapely
from shapely.geometry import MultiLineString, Point
from shapely.geometry.base import BaseGeometry

from loader.formats.extract import AddressElement, AreaElement, Extract, PlaceElement, Remark, RoadElement
from loader.formats.out_of_use import closes_road, find_mark, strip_uses
from loader.formats.seam import Coordinate
from loader.formats.shapes import make_area, make_line, split_runs
from loader.transform.interpolation import find_stretches
from queries.catalogue.catalogue import Catalogue, split_values
from queries.catalogue.own_values import is_key, is_on_demand
from queries.geometry.position import Position

# keys of elements that are no service, but wanted: roads, administrative boundaries, named places
HOUSE_NUMBER = "addr:housenumber"
INTERPOLATION = "addr:interpolation"
OTHER_KEYS = ("highway", "boundary", "place", HOUSE_NUMBER, INTERPOLATION)
# the kind that stays where it is marked as out of use: a church without services is a church
WORSHIP = "place_of_worship"
# a service of these keys or tags may well be a line, so an open one is nothing to remark on
_LINE_KEYS = frozenset({"highway", "railway", "public_transport", "barrier", "waterway"})
_LINE_TAGS = frozenset({("leisure", "slipway"), ("historic", "aqueduct"), ("historic", "railway")})


@dataclass(frozen=True, slots=True)
class Element:
    """An element that is wanted: its services, its class as a road, a boundary, a place=* of any kind.

    `house`: it has a house number, or numbers between others along it.

    `id` is "node/1", "way/2" …; `tags` a mapping, or osmium's list, which is gone after its turn.
    """

    id: str
    tags: Any
    services: tuple[str, ...]
    road_class: str | None
    boundary: bool
    settlement: bool
    house: bool = False


class Intake:
    """Fills one extract. Coordinates are (longitude, latitude) in degrees."""

    def __init__(self, extract: Extract, catalogue: Catalogue, road_classes: Sequence[str]) -> None:
        self.extract = extract
        self.some_deleted = False  # what is missing may be what an editor has deleted
        self._road_classes = frozenset(road_classes)
        services = catalogue.services.values()
        self.keys = catalogue.wanted_keys
        # tags of the nodes with house numbers, which a way may interpolate between
        self._houses: dict[int, Mapping[str, str]] = {}
        self._telling = catalogue.telling_keys
        self._match = lru_cache(maxsize=10_000)(lambda pairs: catalogue.match(dict(pairs)))
        self._lines_expected = {
            s.id
            for s in services
            if any(tag[0] in _LINE_KEYS or tag in _LINE_TAGS for r in s.rules for tag in r.tags)
        }

    def identify(self, id_: str, tags: Any) -> Element | None:
        """Return what an element with these tags is, None where it is nothing that is wanted.

        A node is no road and no boundary, a relation no road. What is marked as out of use is left out, and
        told: as the kind of place that it was, as a road, as a boundary.
        """
        services = self._match(tuple((key, tags[key]) for key in self._telling if key in tags))
        classes = [v for v in split_values(tags.get("highway", "")) if v in self._road_classes]
        road_class = classes[0] if classes and not id_.startswith(("node/", "relation/")) else None
        boundary = "administrative" in split_values(tags.get("boundary", "")) and id_[0] != "n"
        settlement = "place" in tags
        house = HOUSE_NUMBER in tags or (INTERPOLATION in tags and id_.startswith("way/"))
        if not (services or road_class or boundary or settlement or house):
            return None
        return self._keep_in_use(Element(id_, tags, services, road_class, boundary, settlement, house))

    def _keep_in_use(self, element: Element) -> Element | None:
        tags = element.tags
        mark = find_mark(tags, date=self.extract.extracted_at)
        if mark is None:
            return element
        left = strip_uses(dict(tags), mark) if element.services else {}
        still = self._match(tuple((key, left[key]) for key in self._telling if key in left))
        kept = replace(
            element,
            services=tuple(service for service in element.services if service in still),
            road_class=None if closes_road(tags, mark) else element.road_class,
            # people go on to name an area that is no more, or a village that nobody lives in
            boundary=element.boundary and mark.sort != "gone",
            settlement=element.settlement and mark.sort != "gone",
            # a closed shop keeps its number, a house that is gone does not
            house=element.house and mark.sort != "gone",
        )
        if kept != element:
            self.extract.out_of_use.append(Remark(element.id, mark.label))
        if not (kept.services or kept.road_class or kept.boundary or kept.settlement):
            return kept if kept.house else None
        if kept != element:
            lost = [s for s in element.services if s not in kept.services and not is_key(s)]
            lost += ["road"] if element.road_class and not kept.road_class else []
            what = ", ".join(lost) or "area"
            self.note(element.id, f"out of use ({mark.label}): left out as {what}")
        if WORSHIP in kept.services:
            self.note(element.id, f"marked as out of use ({mark.label}): counted and told all the same")
            for service in kept.services:
                self.extract.marked.setdefault(service, []).append(element.id)
        return kept

    def _are_lines(self, services: Sequence[str]) -> bool:
        """Whether all of the services may be lines: of a value's own nobody knows."""
        return all(s in self._lines_expected for s in services if not is_on_demand(s))

    def skip(self, id_: str, reason: str) -> None:
        """Tell that an element is left out, and why."""
        self.extract.skipped.append(Remark(id_, reason))

    def lose(self, element: Element, reason: str) -> None:
        """Tell that an element is left out because the source lacks its shape; answers say how many."""
        self.skip(element.id, reason)
        for kind in (*element.services, *(["road"] if element.road_class else [])):
            self.extract.shapeless[kind] = self.extract.shapeless.get(kind, 0) + 1

    def tell_none(self, what: str) -> str:
        """Return the reason of an element of which nothing is there."""
        return (
            f"none of its {what} is in the file{', or they are deleted there' if self.some_deleted else ''}"
        )

    def note(self, id_: str, reason: str) -> None:
        """Tell something about an element that is filed."""
        self.extract.noted.append(Remark(id_, reason))

    def add_point(self, element: Element, longitude: float, latitude: float) -> None:
        """File a node."""
        self.add_place(element, Point(longitude, latitude))
        if element.house:
            self._houses[int(element.id.partition("/")[2])] = dict(element.tags)
        self.add_area(element, None, position=Position(latitude, longitude))

    def add_way(
        self, element: Element, coordinates: Sequence[Coordinate | None], nodes: Sequence[int]
    ) -> None:
        """File a way: None stands for a node that the source lacks; `nodes` are the numbers of all."""
        runs = split_runs(coordinates)
        missing = sum(coordinate is None for coordinate in coordinates)
        if not runs:
            self.lose(element, self.tell_none("nodes") if coordinates else "it has no nodes")
            return
        lost = "missing from the file, deleted there" if self.some_deleted else "missing from the file"
        gaps = f"{missing} of its {len(coordinates)} nodes are {lost} or not on the Earth"
        closed = len(coordinates) > 3 and nodes[0] == nodes[-1]
        shape = make_area(runs) if closed and not missing else make_line(runs)
        if element.services:
            if missing:
                self.note(element.id, f"{gaps}: kept as the rest of its line")
            elif shape.geom_type == "Point":
                self.note(element.id, "its nodes are all at one spot: kept as a point")
            elif shapely.get_dimensions(shape) < 2 and not self._are_lines(element.services):
                self.note(element.id, "its ring does not close here: kept as a line")
            self.add_place(element, shape, cut=missing > 0, encloses=missing > 0 and closed)
        self._add_houses(element, shape, coordinates, nodes)
        if element.road_class:
            self._add_stretch(element, runs, nodes, gaps if missing else None)
        # a ring across the antimeridian is two polygons
        if shapely.get_dimensions(shape) == 2:
            self.add_area(element, shape)
        elif closed or element.settlement or not element.id.startswith("way/"):
            # an open way that is a boundary and nothing else is a piece of a relation's ring
            self.add_area(element, None, problem=gaps if missing else "its ring does not close")

    def _add_stretch(
        self, element: Element, runs: Sequence[Sequence[Coordinate]], nodes: Sequence[int], gaps: str | None
    ) -> None:
        """File a road as its longest stretch; gaps: what is missing of it."""
        longest = max(runs, key=len)
        if len(longest) > 1:
            if gaps:
                self.note(element.id, f"{gaps}: the road is kept as its longest stretch")
            self.add_road(element, make_line([longest]), nodes)
        else:  # at the edge of an extract the rest of it is outside
            reason = "a road of a single point"
            self.skip(element.id, f"{reason}; {gaps}" if gaps else reason)

    def add_place(
        self, element: Element, shape: BaseGeometry, *, cut: bool = False, encloses: bool = False
    ) -> None:
        """File an element of that shape as a place, where it has a service; cut: a part of it is missing.

        encloses: that part may belong to an outline.
        """
        if element.services:
            place = PlaceElement(element.id, dict(element.tags), element.services, shape, cut, encloses)
            self.extract.places.append(place)
        if element.house and HOUSE_NUMBER in element.tags:
            self.add_address(element, shape)

    def add_address(self, element: Element, shape: BaseGeometry) -> None:
        """File an element of that shape among the addresses; what is missing of a house moves it little."""
        self.extract.addresses.append(AddressElement(element.id, dict(element.tags), shape))

    def _add_houses(
        self,
        element: Element,
        shape: BaseGeometry,
        coordinates: Sequence[Coordinate | None],
        nodes: Sequence[int],
    ) -> None:
        """File a way that has a number, or houses between its numbered nodes, and is no place.

        Where the way does not tell their street, the nodes do.
        """
        if not element.services and HOUSE_NUMBER in element.tags:
            self.add_address(element, shape)
        if INTERPOLATION not in element.tags:
            return
        houses = {node: self._houses[node] for node in nodes if node in self._houses}
        numbers = {node: tags[HOUSE_NUMBER] for node, tags in houses.items()}
        if stretches := find_stretches(element.tags[INTERPOLATION].strip(), nodes, coordinates, numbers):
            told = {k: v for tags in houses.values() for k, v in tags.items() if k.startswith("addr:")}
            tags = {
                **told,
                **dict(element.tags),
                HOUSE_NUMBER: ";".join(f"{s.low}-{s.high}" for s in stretches),
            }
            lines = MultiLineString([stretch.line for stretch in stretches])
            marks = tuple(f"{s.low}-{s.high}/{s.step}" for s in stretches)
            self.extract.addresses.append(AddressElement(element.id, tags, lines, marks))

    def add_area(
        self,
        element: Element,
        shape: BaseGeometry | None,
        *,
        position: Position | None = None,
        problem: str | None = None,
    ) -> None:
        """File an element among the areas, where it is a boundary or has a place=* tag."""
        if element.boundary or element.settlement:
            area = AreaElement(element.id, dict(element.tags), shape, position, problem)
            self.extract.areas.append(area)

    def add_road(self, element: Element, line: BaseGeometry, nodes: Sequence[int]) -> None:
        """File an element among the roads, where it has a road class."""
        if element.road_class:
            tags = dict(element.tags)
            self.extract.roads.append(RoadElement(element.id, tags, element.road_class, line, tuple(nodes)))
