"""The places named in a question, found in the graph: a place or area by name or id, a point, an H3 cell."""

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from queries.areas import NamedArea
from queries.catalogue import Language
from queries.cells import cell_shape
from queries.distance import reach_m
from queries.graph import Graph
from queries.names import fold
from queries.pairs import FoundShape, find_shapes
from queries.places import FoundZone, find_places_by_name, find_similar_names, get_places, get_zone
from queries.position import Position
from service import notes, problems
from service.areas import find_area, find_area_shape, find_named
from service.reading import PlaceReading, Problem

_OSM_ID = re.compile(r"(node|way|relation)/[1-9]\d*")
_POINT = re.compile(r"\s*([+-]?\d+(?:\.\d+)?)\s*[,;\s]\s*([+-]?\d+(?:\.\d+)?)\s*")
_TRIES = 5


@dataclass(frozen=True, slots=True)
class Landmark:
    """A place of the reading as the graph knows it; shape is None for a cell or an area to be in.

    `note`: what else the name may have meant.
    """

    place: PlaceReading
    shape: FoundShape | None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Missing:
    """Why a place of the reading can't be used, and which places or areas its name may mean."""

    problem: Problem
    candidates: tuple[str, ...] = ()
    areas: tuple[NamedArea, ...] = ()


def find_landmark(
    graph: Graph,
    place: PlaceReading,
    *,
    datasets: Sequence[str] | None,
    default_radius_m: float,
    language: Language,
) -> Landmark | Missing:
    """Find the place of a reading; a name that fits several places, or none, is told, never guessed."""
    inside = place.relation == "in"
    if place.kind == "street" or place.relation == "along" or (inside and place.kind not in ("area", "zone")):
        return Missing(problems.place_unsupported(place.name, language))
    if place.radius_m is None and place.relation in ("within", "beyond"):
        place = place.model_copy(update={"radius_m": default_radius_m})
    if place.kind == "zone":
        return _find_zone(graph, place, language=language)
    if place.kind == "area":
        if inside:
            return _find_area(graph, place, datasets=datasets, language=language)
        if area := _find_around_area(graph, place, datasets=datasets, language=language):
            return area
    if place.kind == "point":
        return _find_point(place, language=language)
    return _find_poi(graph, place, datasets=datasets, language=language)


def read_position(text: str) -> Position | None:
    """Read "latitude,longitude" in degrees; None where it is no position."""
    match = _POINT.fullmatch(text)
    if match is None:
        return None
    try:
        return Position(float(match[1]), float(match[2]))
    except ValueError:
        return None


def _find_zone(graph: Graph, place: PlaceReading, *, language: Language) -> Landmark | Missing:
    zone = get_zone(graph, zone=(place.id or place.name).strip().lower())
    if zone is None:
        return Missing(problems.zone_unknown(place.name, language))
    shape = None if place.relation == "in" else _cell(zone)
    return Landmark(place.model_copy(update={"id": zone.id}), shape)


def _cell(zone: FoundZone) -> FoundShape:
    shape, at = cell_shape(zone.id), zone.position
    return FoundShape(zone.id, at.latitude, at.longitude, shape.wkt, reach_m(shape, at))


def _find_point(place: PlaceReading, *, language: Language) -> Landmark | Missing:
    position = read_position(place.id or place.name)
    if position is None:
        return Missing(problems.point_unreadable(place.name, language))
    return Landmark(place, FoundShape("", position.latitude, position.longitude, None, 0.0))


def _find_area(
    graph: Graph, place: PlaceReading, *, datasets: Sequence[str] | None, language: Language
) -> Landmark | Missing:
    """Find the area that places are to be in."""
    found = find_area(graph, id_=_given_id(place), name=place.name, datasets=datasets, language=language)
    if found.area is None:
        assert found.problem is not None  # noqa: S101 - one or the other
        if not found.others and find_places_by_name(graph, name_key=fold(place.name), datasets=datasets):
            return Missing(problems.area_is_place(place.name, language))
        return Missing(found.problem, areas=found.others)
    note = notes.area_chosen(found.area, found.others, language) if found.others else None
    return Landmark(place.model_copy(update={"id": found.area.id}), None, note)


def _find_around_area(
    graph: Graph, place: PlaceReading, *, datasets: Sequence[str] | None, language: Language
) -> Landmark | Missing | None:
    """Find the area that places are to be near: by its outline, else where it is mapped; None without any."""
    named = find_named(graph, id_=_given_id(place), name=place.name, datasets=datasets)
    mapped = tuple(area for area in named if area.exact and area.position is not None)
    fits = tuple(area for area in mapped if area.whole) or mapped
    if len(fits) > 1:
        return Missing(problems.area_ambiguous(place.name, fits, language), areas=fits)
    shape = find_area_shape(graph, area=fits[0].id) if fits else None
    if shape is None:
        return None
    return Landmark(place.model_copy(update={"kind": "area", "id": shape.id}), shape)


def _given_id(place: PlaceReading) -> str | None:
    return place.id or (place.name if _OSM_ID.fullmatch(place.name) else None)


def _find_poi(
    graph: Graph, place: PlaceReading, *, datasets: Sequence[str] | None, language: Language
) -> Landmark | Missing:
    id_ = _given_id(place)
    if id_ is not None:
        ids = [id_] if id_ in get_places(graph, ids=[id_]) else []
    else:
        ids = find_places_by_name(graph, name_key=fold(place.name), datasets=datasets)
    near: list[str] = []
    if not ids and (area := _find_around_area(graph, place, datasets=datasets, language=language)):
        return area
    if not ids and id_ is None:
        ids, near = _similar(graph, place.name, datasets)
    if not ids:
        return Missing(problems.name_unknown(place.name, near, language))
    if len(ids) > 1:
        return Missing(problems.name_ambiguous(place.name, ids, language), tuple(ids))
    shapes = find_shapes(graph, ids=ids)
    if not shapes:
        return Missing(problems.name_unknown(place.name, [], language))
    named = find_named(graph, id_=None, name=place.name, datasets=datasets) if id_ is None else []
    areas = [area for area in named if area.exact]
    note = notes.place_chosen(place.name, ids[0], areas, language) if areas else None
    return Landmark(place.model_copy(update={"id": ids[0]}), shapes[0], note)


def _similar(graph: Graph, name: str, datasets: Sequence[str] | None) -> tuple[list[str], list[str]]:
    """Return the ids of places with this other name, else the names most like it."""
    key = fold(name)
    words = [word for word in key.split() if len(word) >= 3] or [key]
    found = find_similar_names(graph, words=words, lower=name.lower(), datasets=datasets)
    same = sorted(f.id for f in found if key in (fold(alternative) for alternative in f.alt_names))
    names = {fold(f.name): f.name for f in found}
    close = difflib.get_close_matches(key, list(names), n=_TRIES, cutoff=0.4)
    return same, [names[k] for k in close] or sorted(names.values())[:_TRIES]
