"""What a name may mean: places, areas and streets, each once however often it is mapped, best ones first."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import shapely

from queries.catalogue.catalogue import load_catalogue
from queries.geometry.distance import Shapes, locate, pairs_within, reach_m
from queries.geometry.position import Position
from queries.graph import Graph
from queries.statements.areas import find_areas
from queries.statements.named import FoundNamed, Sort
from queries.statements.pairs import FoundShape, find_shapes
from queries.statements.sites import TOGETHER_M
from queries.statements.streets import RoadOfStreet, find_street_roads
from service.retrieval.spatial.containment import shape_of

# a street goes on behind a square or a bridge of another name; those of one name elsewhere are farther
_STREET_GAP_M = 250.0
# two outlines of one name that share more than this of both together are one area
_ALIKE = 0.5
_TIERS = 4
# kinds of place that are called after where they stand: stations, then stops and the like
_STATIONS = frozenset(("bus_station", "train_station", "subway_station", "ferry_terminal"))
_STOPS = frozenset(
    (
        "bus_stop", "tram_stop", "subway_entrance", "taxi", "parking", "motorcycle_parking",
        "bicycle_parking", "bicycle_rental", "bicycle_repair", "car_sharing", "charging_station", "post_box",
        "parcel_locker", "information_board", "atm",
    )
)  # fmt: skip


# groups of kinds of place that one is seldom asked to look into: "in X" is more than a guest house called X
_SMALL = ("food_and_drink", "lodging", "shops", "food_shops")
_ROOMY = frozenset(("mall", "department_store", "marketplace", "food_court", "camp_site"))
# houses of a firm that has several: "cash machines of a bank" are not those in one house of it
_OF_FIRMS = frozenset(("bank", "atm", "bureau_de_change", "pharmacy", "fuel", "post_office", "car_rental"))


@dataclass(frozen=True, slots=True)
class Sought:
    """What a question takes a name for: which sort comes first, and whether others are to be in it."""

    first: Sort = "poi"
    inside: bool = False


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing that a name may mean; `parts` are the elements it is mapped as, `found` the first of them.

    `shape` is that of all parts together, under the id of the first; None for an area mapped nowhere.
    """

    found: FoundNamed
    parts: tuple[str, ...]
    shape: FoundShape | None

    @property
    def id(self) -> str:
        """The id of the element that stands for it."""
        return self.found.id

    @property
    def sort(self) -> Sort:
        """Whether it is a place, an area or a street."""
        return self.found.sort

    @property
    def is_wide(self) -> bool:
        """Whether other places can be in it."""
        if self.sort != "poi":
            return self.sort == "area" and self.found.whole
        return self.shape is not None and "POLYGON" in (self.shape.geometry or "")


def tier_of(found: FoundNamed) -> int:
    """Return 0 for a place or an area, 1 for a station, 2 for a street, 3 for stops and the like.

    Those of the later tiers are called after what they stand at: a bare name means them where nothing else
    is called so.
    """
    if found.sort == "street":
        return 2
    services = set(found.services)
    if found.sort == "area" or not services or services - _STATIONS - _STOPS:
        return 0
    return 1 if services & _STATIONS else 3


def choose(named: Sequence[FoundNamed], sought: Sought) -> list[FoundNamed]:
    """Return those of the elements of a name that it means in this place of a question; pure.

    To be in something is to be in an area, a place with an outline, or on a street. Else streets come first
    where the words tell of one, areas where they tell of one, and all else by tier.
    """
    areas, streets = ([h for h in named if h.sort == sort] for sort in ("area", "street"))
    whole = [h for h in areas if h.whole]
    groups: list[list[FoundNamed]] = []
    if sought.inside:
        outlined = [h for h in named if h.sort == "poi" and h.whole]
        # a bus station, too, is called after the village that it is in
        roomy = [h for h in outlined if not _is_small(h) and tier_of(h) == 0]
        groups = [whole, roomy, areas, outlined, streets]
        if len(outlined) < len([h for h in named if h.sort == "poi"]) and all(map(_is_small, outlined)):
            # a guest house, and stops elsewhere, are called after something that the data do not hold
            groups = [whole, areas, streets, list(named)]
    elif sought.first == "street":
        groups = [streets]
    elif sought.first == "area":
        groups = [whole, areas]
    for tier in range(_TIERS):
        there = [h for h in named if tier_of(h) == tier]
        # a boundary makes a point of its name needless
        groups.append([h for h in there if h.sort != "area" or h.whole or not whole])
    return next((group for group in groups if group), [])


def _is_small(found: FoundNamed) -> bool:
    groups = load_catalogue().groups
    small = {service for id_ in _SMALL if id_ in groups for service in groups[id_].services} - _ROOMY
    small |= _OF_FIRMS
    return bool(found.services) and set(found.services) <= small


def find_meanings(
    graph: Graph, named: Sequence[FoundNamed], *, datasets: Sequence[str] | None
) -> list[Meaning]:
    """Return what the elements of one name are, by id; those that are one thing make one meaning.

    What is a place and an area, one element or one drawn over the other, is a place.
    """
    of_sort = {sort: [n for n in named if n.sort == sort] for sort in ("poi", "area", "street")}
    places = _find_places(graph, of_sort["poi"])
    areas = _find_areas(graph, of_sort["area"])
    streets = _find_streets(graph, of_sort["street"], datasets)
    apart = [a for a in areas if not any(_are_alike(a, place) for place in places)]
    return sorted([*places, *apart, *streets], key=lambda m: (m.sort, m.id))


def _find_places(graph: Graph, named: Sequence[FoundNamed]) -> list[Meaning]:
    if not named:
        return []
    by_id = {n.id: n for n in named}
    shapes = sorted(find_shapes(graph, ids=sorted(by_id)), key=lambda shape: shape.id)
    found = []
    for group in cluster(shapes, TOGETHER_M):
        # the largest stands for the others
        group.sort(key=lambda shape: (-shape.reach_m, shape.id))
        kinds = tuple(sorted({s for shape in group for s in by_id[shape.id].services}))
        address = tuple(sorted({tag for shape in group for tag in by_id[shape.id].address}))
        first = replace(by_id[group[0].id], services=kinds, address=address)
        found.append(Meaning(first, tuple(shape.id for shape in group), joined(group)))
    return found


def _find_areas(graph: Graph, named: Sequence[FoundNamed]) -> list[Meaning]:
    known = find_areas(graph, ids=[n.id for n in named]) if named else {}
    found: list[Meaning] = []
    # of outlines alike that of the administration stands for the others
    for n in sorted(named, key=lambda n: (not n.whole, n.admin_level is None, n.id)):
        area = known.get(n.id)
        meaning = Meaning(n, (n.id,), None if area is None else shape_of(area))
        if not any(_are_alike(meaning, other) for other in found):
            found.append(meaning)
    return found


def _find_streets(graph: Graph, named: Sequence[FoundNamed], datasets: Sequence[str] | None) -> list[Meaning]:
    by_id = {n.id: n for n in named}
    roads: dict[str, list[RoadOfStreet]] = {}
    for road in find_street_roads(graph, ids=sorted(by_id), datasets=datasets) if named else ():
        roads.setdefault(road.street, []).append(road)
    shapes = [shape_of_roads(street, of_it) for street, of_it in sorted(roads.items())]
    return [
        Meaning(by_id[group[0].id], tuple(shape.id for shape in group), joined(group))
        for group in cluster(shapes, _STREET_GAP_M)
    ]


def shape_of_roads(id_: str, roads: Sequence[RoadOfStreet]) -> FoundShape:
    """Return the lines of all the roads as one shape."""
    # a road across the antimeridian is two lines
    lines = shapely.get_parts(shapely.from_wkt([road.geometry for road in roads]))
    return _shape(id_, shapely.multilinestrings(lines))


def _shape(id_: str, geometry: Any) -> FoundShape:
    at = locate(geometry)
    return FoundShape(id_, at.latitude, at.longitude, geometry.wkt, reach_m(geometry, at))


def cluster(shapes: Sequence[FoundShape], gap_m: float) -> list[list[FoundShape]]:
    """Put shapes together of which each is within the gap of the next."""
    if len(shapes) < 2:
        return [[shape] for shape in shapes]
    arrays = Shapes.from_found(shapes)
    near = pairs_within(arrays, arrays, gap_m)
    first = np.arange(len(shapes))
    for i, j in zip(near.i.tolist(), near.j.tolist(), strict=True):
        one, two = sorted((first[i], first[j]))
        first[first == two] = one
    return [[s for s, f in zip(shapes, first, strict=True) if f == k] for k in np.unique(first)]


def joined(group: Sequence[FoundShape]) -> FoundShape:
    """Return one shape of the parts; of areas, lines and points together the widest only."""
    if len(group) == 1:
        return group[0]
    filled = Shapes.from_found(group).filled
    dimensions = shapely.get_dimensions(filled)
    whole = shapely.union_all(filled[dimensions == dimensions.max()])
    if whole.equals(filled[0]):
        return group[0]
    at = Position(group[0].latitude, group[0].longitude)
    if not shapely.intersects_xy(whole, at.longitude, at.latitude):
        return _shape(group[0].id, whole)
    return FoundShape(group[0].id, at.latitude, at.longitude, whole.wkt, reach_m(whole, at))


def _are_alike(one: Meaning, other: Meaning) -> bool:
    """Say whether two outlines are one area's: of one element, or nearly the same."""
    if one.id == other.id:
        return True
    if one.shape is None or other.shape is None or not (one.is_wide and other.is_wide):
        return False
    a, b = (shapely.from_wkt(m.shape.geometry) for m in (one, other) if m.shape)
    shared = shapely.intersection(a, b).area
    return bool(shared > _ALIKE * shapely.union(a, b).area)
