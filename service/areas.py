"""The areas named in a question: which one is meant, and which places lie in it."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass

import shapely

from queries.areas import NamedArea, find_area_places, find_areas, find_areas_by_name
from queries.catalogue import Language
from queries.datasets import get_datasets
from queries.distance import Shapes, reach_m
from queries.graph import Graph
from queries.names import fold
from queries.pairs import FoundShape, find_shapes
from queries.places import find_service_places
from queries.shares import find_share
from service import problems
from service.nearby import to_shapes
from service.reading import Problem

_TRIES = 5


@dataclass(frozen=True, slots=True)
class AreaFound:
    """The area meant, or why none can be used; `others` have the same name."""

    area: NamedArea | None
    others: tuple[NamedArea, ...] = ()
    problem: Problem | None = None


def find_area(
    graph: Graph, *, id_: str | None, name: str, datasets: Sequence[str] | None, language: Language
) -> AreaFound:
    """Find the one area of this id or name that has its whole boundary, so that places can be in it."""
    named = find_named(graph, id_=id_, name=name, datasets=datasets)
    same = tuple(area for area in named if area.exact)
    whole = tuple(area for area in same if area.whole)
    if len(whole) == 1:
        return AreaFound(whole[0], tuple(area for area in same if area != whole[0]))
    if whole:
        return AreaFound(None, whole, problems.area_ambiguous(name, whole, language))
    if same:
        return AreaFound(None, same, problems.area_unbounded(name, same, language))
    near = {fold(area.name): area.name for area in named}
    close = difflib.get_close_matches(fold(name), list(near), n=_TRIES, cutoff=0.4)
    tries = [near[key] for key in close] or sorted(near.values())[:_TRIES]
    return AreaFound(None, (), problems.area_unknown(name, tries, language))


def find_named(
    graph: Graph, *, id_: str | None, name: str, datasets: Sequence[str] | None
) -> list[NamedArea]:
    """Return the areas of this id, or those of this name and, not `exact`, those of a name like it."""
    if id_ is not None:
        return [
            NamedArea(a.id, a.name, a.kind, a.admin_level, True, a.geometry is not None, a.position)
            for a in find_areas(graph, ids=[id_]).values()
        ]
    key = fold(name)
    words = [word for word in key.split() if len(word) >= 3]
    return find_areas_by_name(graph, name_key=key, words=words, datasets=datasets)


def find_area_shape(graph: Graph, *, area: str) -> FoundShape | None:
    """Return the shape of an area, or the point it is mapped as; None where the graph has neither."""
    found = find_areas(graph, ids=[area]).get(area)
    if found is None or found.position is None:
        return None
    reach = reach_m(shapely.from_wkt(found.geometry), found.position) if found.geometry else 0.0
    return FoundShape(area, found.position.latitude, found.position.longitude, found.geometry, reach)


def retrieve_in_area(
    graph: Graph, *, area: str, services: Sequence[str], datasets: Sequence[str] | None
) -> list[str]:
    """Return the ids of all places of the services that share more than a border with the area.

    IN_AREA is worked out last in a load, so while one runs, or after a broken one, the shapes are looked at.
    """
    if is_settled(graph):
        found = find_area_places(graph, area=area, services=services, datasets=datasets)
        if is_settled(graph):
            return found
    outline = find_area_shape(graph, area=area)
    ids = find_service_places(graph, services=services, datasets=datasets)
    if outline is None or outline.geometry is None or not ids:
        return []
    shape = shapely.from_wkt(outline.geometry)
    shapely.prepare(shape)
    places: Shapes = to_shapes(find_shapes(graph, ids=ids))
    inside = (find_share(place, shape) > 0 for place in places.filled)
    return sorted(str(id_) for id_, is_in in zip(places.ids, inside, strict=True) if is_in)


def is_settled(graph: Graph) -> bool:
    """Say whether no load is on its way, so that what is worked out from places holds for all of them."""
    return all(dataset.state == "complete" for dataset in get_datasets(graph))
