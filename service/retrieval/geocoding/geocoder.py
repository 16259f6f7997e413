"""The places named in a question, found in the graph: by name or id, a point, an H3 cell."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import shapely

from queries.catalogue.folding import fold
from queries.geometry.borders import find_closed_share
from queries.geometry.cells import cell_shape, is_cell
from queries.geometry.distance import locate, reach_m
from queries.geometry.position import Position
from queries.geometry.radius import ALONG_M
from queries.graph import Graph
from queries.statements.areas import NamedArea
from queries.statements.named import Sort, as_named_area
from queries.statements.pairs import FoundShape
from queries.statements.places import FoundPlace, get_zone
from service.evidence.messages import Message, message
from service.reading import PlaceReading, read_position
from service.retrieval.geocoding.candidates import Meaning, Sought
from service.retrieval.geocoding.houses import House, find_house, find_house_by_id
from service.retrieval.geocoding.name_search import Named, find_by_id, find_by_name, find_close_names
from service.retrieval.geocoding.reverse import areas_around, retrieve_areas_at

# an area that reaches farther from its middle is more than a town
_TOWN_M = 10_000.0
_OSM_ID = re.compile(r"(street/)?(node|way|relation)/[1-9]\d*")


@dataclass(frozen=True, slots=True)
class Landmark:
    """A place of the reading as the graph knows it; shape is None for a cell or an area to be in.

    `outline` is its shape in any case, `parts` are the elements it is mapped as (of a street, the streets);
    `known` tells of what is no place of the graph, a street, an area, a point, as if it were one; `level`
    is the admin_level of an area. `notes` say what else the name may have meant, and how it was read;
    `corrected` that the name is not the one asked, which stands before all else; `assumed` what of it was.
    """

    place: PlaceReading
    shape: FoundShape | None
    outline: FoundShape
    parts: tuple[str, ...] = ()
    known: FoundPlace | None = None
    level: int | None = None
    notes: tuple[Message, ...] = ()
    corrected: Message | None = None
    assumed: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Missing:
    """Why a place of the reading can't be used, and which places, areas or streets its name may mean.

    `candidates` are ids of places and streets; `around` are the names of the areas that the areas lie in.
    """

    place: PlaceReading
    problem: Message
    candidates: tuple[str, ...] = ()
    areas: tuple[NamedArea, ...] = ()
    streets: tuple[FoundPlace, ...] = ()
    around: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Finder:
    """Finds the places of one question; `datasets` None: in all. What was found once is not sought again."""

    graph: Graph
    datasets: Sequence[str] | None
    default_radius_m: float
    _found: dict[PlaceReading, "Landmark | Missing"] = field(default_factory=dict)

    def find_all(
        self, places: Sequence[PlaceReading], *, every_street: bool = False
    ) -> list[Landmark] | Missing:
        """Find the places of a reading, or the first that can't be used, and why.

        Of several streets of one name, those in an area that the reading names are meant; with
        `every_street` all are.
        """
        found: dict[int, Landmark] = {}
        # areas first, since they tell streets of one name apart
        for i in sorted(range(len(places)), key=lambda i: (places[i].relation != "in", i)):
            within = [
                mark.outline
                for mark in found.values()
                if mark.place.kind in ("area", "zone") and mark.place.relation == "in"
            ]
            mark = self.find(places[i], within=within, every_street=every_street)
            if isinstance(mark, Missing):
                return mark
            found[i] = mark
        return [found[i] for i in range(len(places))]

    def find(
        self, place: PlaceReading, *, within: Sequence[FoundShape] = (), every_street: bool = False
    ) -> Landmark | Missing:
        """Find a place; a name that fits several, or none, is told, never guessed."""
        if within or every_street:
            return self._find(place, within=within, every_street=every_street)
        if place not in self._found:
            self._found[place] = self._find(place)
        return self._found[place]

    def _find(
        self, place: PlaceReading, *, within: Sequence[FoundShape] = (), every_street: bool = False
    ) -> Landmark | Missing:
        if place.radius_m is None and place.relation in ("within", "beyond"):
            place = place.model_copy(update={"radius_m": self.default_radius_m})
        if place.kind == "street" and place.relation == "in":
            place = place.model_copy(update={"relation": "along"})
        given = (place.id or place.name).strip()
        unnamed = self._find_unnamed(place, given, every_street=every_street)
        if unnamed is not None:
            return unnamed
        first: Sort = "street" if place.kind == "street" else "poi"
        if place.kind == "area" or place.relation == "in":
            first = "area"
        sought = Sought(first, inside=place.relation == "in")
        if _OSM_ID.fullmatch(given):
            named = find_by_id(self.graph, given, datasets=self.datasets, sought=sought)
        else:
            named = find_by_name(self.graph, place.name, datasets=self.datasets, sought=sought)
        fits: Sequence[Meaning] = named.meanings
        if within and len(fits) > 1 and fits[0].sort == "street":
            fits = [m for m in fits if _is_in(m, within)] or fits
        if every_street and fits and not named.alike and all(m.sort == "street" for m in fits):
            return self._use_streets(place, named, fits)
        if len(fits) != 1 or named.alike:
            return self._explain(place, named, fits)
        return self._use(place, named, fits[0])

    def _find_unnamed(
        self, place: PlaceReading, given: str, *, every_street: bool
    ) -> Landmark | Missing | None:
        """Find a cell, a point, or a house by its number or id; None where a name or another id is given."""
        if place.kind == "zone" or is_cell(given.lower()):
            return self._find_zone(place, given.lower())
        if place.kind == "point" or (read_position(given) is not None and place.kind != "street"):
            return self._find_point(place, given)
        if not _OSM_ID.fullmatch(given):
            house = find_house(self.graph, place.name, datasets=self.datasets)
        else:
            house = find_house_by_id(self.graph, given)
        return None if house is None else self._use_house(place, house, street=every_street)

    def _find_zone(self, place: PlaceReading, given: str) -> Landmark | Missing:
        zone = get_zone(self.graph, zone=given)
        if zone is None:
            return Missing(place, message("zone_unknown", zone=place.name))
        cell, at = cell_shape(zone.id), zone.position
        outline = FoundShape(zone.id, at.latitude, at.longitude, cell.wkt, reach_m(cell, at))
        return Landmark(
            place.model_copy(update={"kind": "zone", "id": zone.id}),
            None if place.relation == "in" else outline,
            outline,
            known=FoundPlace(zone.id, zone.id, (), at, (), ()),
        )

    def _find_point(self, place: PlaceReading, given: str) -> Landmark | Missing:
        position = read_position(given)
        if position is None:
            return Missing(place, message("point_unreadable", name=place.name))
        if place.relation == "in":
            return Missing(place, message("area_is_place", name=place.name, ids=()))
        shape = FoundShape("", position.latitude, position.longitude, None, 0.0)
        known = FoundPlace(f"{position.latitude},{position.longitude}", place.name, (), position, (), ())
        place = _along(place.model_copy(update={"kind": "point"}))
        return Landmark(place, shape, shape, known=known)

    def _use(self, place: PlaceReading, named: Named, meaning: Meaning) -> Landmark | Missing:
        inside = place.relation == "in"
        if meaning.shape is None or (inside and not (meaning.is_wide or meaning.sort == "street")):
            return self._explain(place, named, [meaning])
        said = self._note(place, named, meaning)
        read = {"kind": meaning.sort, "id": meaning.id}
        corrected = self._correct(place, named, meaning)
        if corrected is not None:
            read["name"] = meaning.found.name
        if inside and meaning.sort == "street":
            read["relation"] = "along"
        return Landmark(
            _along(place.model_copy(update=read)),
            None if inside and meaning.sort == "area" else meaning.shape,
            meaning.shape,
            meaning.parts,
            None if meaning.sort == "poi" else _stand_in(meaning),
            meaning.found.admin_level,
            said,
            corrected,
        )

    def _correct(self, place: PlaceReading, named: Named, meaning: Meaning) -> Message | None:
        """Tell that a name is not, letter for letter, the one asked; None where it is."""
        if named.errors is not None:
            return message("name_corrected", typed=place.name, name=meaning.found.name)
        if named.is_called_otherwise(meaning):
            return message("name_read", typed=named.typed, name=meaning.found.name)
        return None

    def _use_house(self, place: PlaceReading, house: House, *, street: bool) -> Landmark | Missing:
        """Take the house of a number, or tell which there are; `street`: only streets are asked of."""
        meanings = house.named.meanings
        if street:
            return Missing(place, message("house_no_street", name=place.name, street=house.street))
        if not meanings and not house.named.elsewhere:
            number = house.address.number
            return Missing(
                place,
                message(
                    "house_unknown", name=place.name, number=number, street=house.street, near=house.near
                ),
            )
        if len(meanings) != 1:
            return self._explain(place, house.named, meanings)
        [meaning] = meanings
        shape = meaning.shape
        assert shape is not None  # noqa: S101 - a house has one
        said, assumed, corrected = [], [], None
        if house.named.errors is not None:
            corrected = message("name_corrected", typed=house.address.street, name=house.street)
        elif house.other_street:
            corrected = message("name_read", typed=house.address.street, name=house.street)
        if house.beside:
            said.append(message("house_beside", name=meaning.found.name, id_=meaning.id))
        if house.between is not None:
            assumed.append(
                message(
                    "house_interpolated", number=house.address.number, between=house.between, id_=meaning.id
                )
            )
        elif house.tagged is not None:
            said.append(
                message("house_in_range", number=house.address.number, tagged=house.tagged, id_=meaning.id)
            )
        if house.named.unchecked:
            said.append(message("where_unchecked", name=meaning.found.name, where=house.named.unchecked))
        read: dict[str, object] = {"kind": "address", "id": meaning.id}
        if corrected is not None or place.name == meaning.id:
            read["name"] = f"{house.street}, {house.address.number}"
        if place.relation in ("along", "in"):
            # what is in a house is seldom drawn in it
            read |= {"relation": "within", "radius_m": ALONG_M}
            assumed.append(message("house_around", name=meaning.found.name, metres=ALONG_M))
        told = place.model_copy(update=read)
        # a place that stands in the house has its id, and is near it like any other
        house_shape = replace(shape, id="")
        return Landmark(
            told,
            house_shape,
            house_shape,
            known=_stand_in(meaning),
            notes=tuple(said),
            corrected=corrected,
            assumed=tuple(assumed),
        )

    def _use_streets(self, place: PlaceReading, named: Named, streets: Sequence[Meaning]) -> Landmark:
        """Take all the streets of a name, wherever they are."""
        first = streets[0]
        corrected = self._correct(place, named, first)
        assert first.shape is not None  # noqa: S101 - streets have roads
        parts = tuple(part for street in streets for part in street.parts)
        # of several, the name tells all when the reading is asked again, and no id does
        one = first.id if len(streets) == 1 else None
        place = _along(place.model_copy(update={"kind": "street", "id": one}))
        said = (message("streets_taken", name=place.name, count=len(streets)),) if len(streets) > 1 else ()
        return Landmark(
            place, first.shape, first.shape, parts, _stand_in(first), notes=said, corrected=corrected
        )

    def _note(self, place: PlaceReading, named: Named, meaning: Meaning) -> tuple[Message, ...]:
        said = []
        if named.unchecked:
            said.append(message("where_unchecked", name=meaning.found.name, where=named.unchecked))
        if named.others:
            typed = place.name if named.errors is None else meaning.found.name
            said.append(message("name_chosen", typed=typed, meant=meaning.found, others=named.others))
        return tuple(said)

    def _explain(self, place: PlaceReading, named: Named, fits: Sequence[Meaning]) -> Missing:
        """Say why no one thing is meant: none has the name, several have, or nothing can be in it."""
        name = place.name
        told = fits or named.elsewhere
        areas = tuple(as_named_area(m.found) for m in told if m.sort == "area")
        candidates = tuple(m.id for m in told if m.sort != "area")
        streets = tuple(_stand_in(m) for m in told if m.sort in ("street", "address"))
        tries = self._find_tries(name, told)
        if not told:
            wide = place.relation == "in"
            close = find_close_names(self.graph, name, datasets=self.datasets, wide=wide)
            return Missing(
                place,
                message("area_unknown", name=name, near=close)
                if wide
                else message("name_unknown", name=name, near=close),
            )
        around = self._find_around(areas)
        if named.alike:
            problem = message("name_alike", name=name, names=named.alike)
        elif not fits:
            problem = message("name_elsewhere", name=name, ids=tries)
        elif place.relation == "in" and not areas and not streets and not all(m.is_wide for m in fits):
            problem = message("area_is_place", name=name, ids=[m.id for m in fits])
            if len(fits) == 1:
                return Missing(place, problem)
        elif place.relation == "in" and len(areas) == len(fits) and not any(m.is_wide for m in fits):
            problem = message("area_unbounded", name=name, areas=areas, around=self._find_towns(areas))
        elif len(fits) > 1:
            problem = message("name_ambiguous", name=name, ids=tries, areas=len(areas))
        else:
            problem = message("area_unbounded", name=name, areas=areas, around=self._find_towns(areas))
        return Missing(place, problem, candidates, areas, streets, around)

    def _find_tries(self, name: str, told: Sequence[Meaning]) -> list[str]:
        """Return what to ask for each of the things in place of their name: ids, streets by their areas."""
        streets = {m.id: m.shape for m in told if m.sort == "street" and m.shape is not None}
        at = {id_: Position(shape.latitude, shape.longitude) for id_, shape in streets.items()}
        holding = retrieve_areas_at(self.graph, at, datasets=self.datasets)
        tries = []
        for m in told:
            # a street is asked for by one of its roads where no area tells it from the others
            told_by = m.id.removeprefix("street/")
            for area in holding.get(m.id, ()):
                outline = shapely.from_wkt(area.geometry)
                there = [s for s in streets.values() if find_closed_share(_geometry(s), outline) > 0]
                if len(there) == 1 and "," not in name + area.name:
                    told_by = f"{name}, {area.name}"
                    break
            tries.append(told_by)
        return tries

    def _find_around(self, areas: Sequence[NamedArea], *, within_m: float = math.inf) -> dict[str, str]:
        """Return the names of the areas that areas lie in, the smallest of another name; by reach."""
        told = {area.id: area for area in areas}
        there = {id_: area.position for id_, area in told.items() if area.position is not None}
        names_around: dict[str, str] = {}
        for id_, holding in retrieve_areas_at(self.graph, there, datasets=self.datasets).items():
            names = [
                area.name
                for area in areas_around(id_, holding)
                if fold(area.name) != fold(told[id_].name)
                and (math.isinf(within_m) or _reach_m(area.geometry) <= within_m)
            ]
            names_around |= {id_: names[0]} if names else {}
        return names_around

    def _find_towns(self, areas: Sequence[NamedArea]) -> dict[str, str]:
        """Return the names of the areas around that may be meant by a point in them: a town, no country."""
        return self._find_around(areas, within_m=_TOWN_M)


def _reach_m(geometry: str) -> float:
    shape = shapely.from_wkt(geometry)
    return reach_m(shape, locate(shape))


def _is_in(meaning: Meaning, within: Sequence[FoundShape]) -> bool:
    shape = meaning.shape
    if shape is None or shape.geometry is None:
        return False
    line = shapely.from_wkt(shape.geometry)
    return all(find_closed_share(line, _geometry(area)) > 0 for area in within)


def _geometry(shape: FoundShape) -> Any:
    return shapely.from_wkt(shape.geometry)


def _along(place: PlaceReading) -> PlaceReading:
    return place.model_copy(update={"radius_m": ALONG_M}) if place.relation == "along" else place


def _stand_in(meaning: Meaning) -> FoundPlace:
    shape = meaning.shape
    assert shape is not None  # noqa: S101 - the caller looked
    at = Position(shape.latitude, shape.longitude)
    return FoundPlace(meaning.id, meaning.found.name, (), at, (), ())
