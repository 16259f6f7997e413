"""The places named in a question, found in the graph: a place by name or id, a point, an H3 cell."""

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from queries.catalogue import Language
from queries.graph import Graph
from queries.names import fold
from queries.pairs import FoundShape, find_shapes
from queries.places import find_places_by_name, find_similar_names, get_places, get_zone
from queries.position import Position
from service import problems
from service.reading import PlaceReading, Problem

_OSM_ID = re.compile(r"(node|way|relation)/[1-9]\d*")
_POINT = re.compile(r"\s*([+-]?\d+(?:\.\d+)?)\s*[,;\s]\s*([+-]?\d+(?:\.\d+)?)\s*")
_TRIES = 5


@dataclass(frozen=True, slots=True)
class Landmark:
    """A place of the reading as the graph knows it; shape is None for a cell."""

    place: PlaceReading
    shape: FoundShape | None


@dataclass(frozen=True, slots=True)
class Missing:
    """Why a place of the reading can't be used, and which places its name may mean."""

    problem: Problem
    candidates: tuple[str, ...] = ()


def find_landmark(
    graph: Graph,
    place: PlaceReading,
    *,
    datasets: Sequence[str] | None,
    default_radius_m: float,
    language: Language,
) -> Landmark | Missing:
    """Find the place of a reading; a name that fits several places, or none, is told, never guessed."""
    wanted = "in" if place.kind == "zone" else "within"
    if place.kind in ("area", "street") or place.relation != wanted:
        return Missing(problems.place_unsupported(place.name, language))
    if place.kind == "zone":
        zone = get_zone(graph, zone=(place.id or place.name).strip().lower())
        if zone is None:
            return Missing(problems.zone_unknown(place.name, language))
        return Landmark(place.model_copy(update={"id": zone.id}), None)
    if place.radius_m is None:
        place = place.model_copy(update={"radius_m": default_radius_m})
    if place.kind == "point":
        position = read_position(place.id or place.name)
        if position is None:
            return Missing(problems.point_unreadable(place.name, language))
        shape = FoundShape("", position.latitude, position.longitude, None, 0.0)
        return Landmark(place, shape)
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


def _find_poi(
    graph: Graph, place: PlaceReading, *, datasets: Sequence[str] | None, language: Language
) -> Landmark | Missing:
    id_ = place.id or (place.name if _OSM_ID.fullmatch(place.name) else None)
    if id_ is not None:
        ids = [id_] if id_ in get_places(graph, ids=[id_]) else []
    else:
        ids = find_places_by_name(graph, name_key=fold(place.name), datasets=datasets)
    near: list[str] = []
    if not ids and id_ is None:
        ids, near = _similar(graph, place.name, datasets)
    if not ids:
        return Missing(problems.name_unknown(place.name, near, language))
    if len(ids) > 1:
        return Missing(problems.name_ambiguous(place.name, ids, language), tuple(ids))
    shapes = find_shapes(graph, ids=ids)
    if not shapes:
        return Missing(problems.name_unknown(place.name, [], language))
    return Landmark(place.model_copy(update={"id": ids[0]}), shapes[0])


def _similar(graph: Graph, name: str, datasets: Sequence[str] | None) -> tuple[list[str], list[str]]:
    """Return the ids of places with this other name, else the names most like it."""
    key = fold(name)
    words = [word for word in key.split() if len(word) >= 3] or [key]
    found = find_similar_names(graph, words=words, lower=name.lower(), datasets=datasets)
    same = sorted(f.id for f in found if key in (fold(alternative) for alternative in f.alt_names))
    names = {fold(f.name): f.name for f in found}
    close = difflib.get_close_matches(key, list(names), n=_TRIES, cutoff=0.4)
    return same, [names[k] for k in close] or sorted(names.values())[:_TRIES]
