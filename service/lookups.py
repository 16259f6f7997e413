"""What is known of one thing: where it lies, what it holds or what lies along it, and what is around it."""

from collections.abc import Sequence

from queries.lookups import (
    KindCount,
    count_area_kinds,
    count_street_kinds,
    count_zone_kinds,
    find_place_context,
)
from queries.position import Position
from queries.streets import find_street_roads
from service.asking import Asking
from service.landmarks import Landmark
from service.looked_up import LookedUp
from service.whereabouts import retrieve_areas_at, retrieve_near


def look_up(asking: Asking, mark: Landmark) -> LookedUp:
    """Find what is told of a place named, by what it is."""
    graph, place, datasets = asking.graph, mark.place, asking.datasets
    at = Position(mark.outline.latitude, mark.outline.longitude)
    if place.kind == "poi":
        context = find_place_context(graph, place=place.id or "")
        return LookedUp(tuple(retrieve_near(graph, at, apart=mark.parts)), context)
    areas = tuple(area for area in retrieve_areas_at(graph, {"": at})[""] if area.id != place.id)
    if place.kind == "point":
        return LookedUp(tuple(retrieve_near(graph, at, apart=())), areas=areas)
    if place.kind == "zone":
        kinds: Sequence[KindCount] = count_zone_kinds(graph, zone=place.id or "", datasets=datasets)
        near = retrieve_near(graph, at, apart=())
        return LookedUp(tuple(near), areas=areas, kinds=tuple(kinds))
    if place.kind == "area":
        kinds = count_area_kinds(graph, area=place.id or "", datasets=datasets)
        return LookedUp(areas=areas, kinds=tuple(kinds))
    kinds = count_street_kinds(graph, streets=mark.parts, datasets=datasets)
    roads = find_street_roads(graph, ids=mark.parts)
    return LookedUp(
        areas=areas,
        kinds=tuple(kinds),
        length_m=sum(road.length_m for road in roads),
        classes=tuple(sorted({road.road_class for road in roads})),
    )
