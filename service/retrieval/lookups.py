"""What is known of one thing: where it lies, what it holds or what lies along it, and what is around it."""

from collections import Counter
from collections.abc import Iterable, Sequence

from queries.catalogue.catalogue import load_catalogue
from queries.catalogue.own_values import is_key
from queries.geometry.position import Position
from queries.statements.ingest import get_labels
from queries.statements.lookups import (
    KindCount,
    count_area_kinds,
    count_street_kinds,
    count_zone_kinds,
    find_place_context,
)
from queries.statements.places import find_halo_places, get_places
from queries.statements.streets import find_street_roads
from queries.statements.tallies import find_whole_areas
from service.evidence.looked_up import LookedUp
from service.retrieval.context import Asking
from service.retrieval.counts.admin_levels import find_levels
from service.retrieval.counts.area_shares import Counted, retrieve_area_shares
from service.retrieval.counts.precounted import find_kept_kinds
from service.retrieval.counts.tallies import Tally, tally
from service.retrieval.geocoding.geocoder import Landmark
from service.retrieval.geocoding.reverse import areas_around, retrieve_areas_at, retrieve_near
from service.retrieval.settled import is_settled
from service.retrieval.spatial.placed import retrieve_along


def look_up(asking: Asking, mark: Landmark) -> LookedUp:
    """Find what is told of a place named, by what it is."""
    graph, place, datasets = asking.graph, mark.place, asking.datasets
    at = Position(mark.outline.latitude, mark.outline.longitude)
    if place.kind == "poi":
        context = find_place_context(graph, place=place.id or "", datasets=datasets)
        return LookedUp(tuple(retrieve_near(graph, at, apart=mark.parts, datasets=datasets)), context)
    areas = tuple(areas_around(place.id or "", retrieve_areas_at(graph, {"": at}, datasets=datasets)[""]))
    if place.kind in ("point", "address"):
        return LookedUp(tuple(retrieve_near(graph, at, apart=(), datasets=datasets)), areas=areas)
    if place.kind == "zone":
        kinds: Sequence[KindCount] | None = find_kept_kinds(graph, holder=place.id or "", datasets=datasets)
        if kinds is None:
            kinds = count_zone_kinds(graph, zone=place.id or "", datasets=datasets)
        near = retrieve_near(graph, at, apart=(), datasets=datasets)
        return LookedUp(tuple(near), areas=areas, kinds=_told(kinds))
    if place.kind == "area":
        kinds = find_kept_kinds(graph, holder=place.id or "", datasets=datasets)
        if kinds is None:
            kinds = _count_area(asking, place.id or "")
        outlined = mark.outline.geometry is not None
        return LookedUp(areas=areas, kinds=_told(kinds), outlined=outlined)
    kinds = _count_street(asking, mark)
    roads = find_street_roads(graph, ids=mark.parts, datasets=datasets)
    return LookedUp(
        areas=areas,
        kinds=_told(kinds),
        length_m=sum(road.length_m for road in roads),
        classes=tuple(sorted({road.road_class for road in roads})),
    )


def _told(kinds: Iterable[KindCount]) -> tuple[KindCount, ...]:
    """Return the counts without those of all of a key, whose places are told by their kinds."""
    return tuple(kind for kind in kinds if not is_key(kind.service))


def _count_area(asking: Asking, area: str) -> list[KindCount]:
    """Count what an area holds; IN_AREA is worked out last in a load, so while one runs, by the shapes."""
    graph, datasets = asking.graph, asking.datasets
    if is_settled(graph):
        return count_area_kinds(graph, area=area, datasets=datasets)
    levels = find_levels(find_whole_areas(graph))
    of_level = next((level.areas for level in levels if area in {a.id for a in level.areas}), ())
    counted = Counted(sorted(get_labels(graph)), {}, None, datasets)
    lying = retrieve_area_shares(graph, counted, areas=[a.id for a in of_level], each=False)
    there = tally(lying).get(area, Tally())
    return [KindCount(service, places) for service, places in there.counts.most_common()]


def _count_street(asking: Asking, mark: Landmark) -> list[KindCount]:
    """Count what lies along a street; while a load runs, by the shapes."""
    graph, datasets = asking.graph, asking.datasets
    if is_settled(graph):
        return count_street_kinds(graph, streets=mark.parts, datasets=datasets)
    every = sorted(load_catalogue().services)
    along = retrieve_along(graph, mark, every, datasets=datasets).keys()
    ids = sorted(along - find_halo_places(graph, datasets=datasets))
    places = get_places(graph, ids=ids).values() if ids else ()
    counts = Counter(service for place in places for service in place.services)
    return [KindCount(service, number) for service, number in counts.most_common()]
