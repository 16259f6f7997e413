"""Sites: places of one service that stand together; and things: what is mapped several times.

Grounds, building and node of one school are one thing, and one site. Places of different names are never
one site, whoever stands between them; nor are two cafés side by side where the map names one or none.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import shapely

from loader.derive.cells import batches
from loader.derive.own_places import is_own_place
from loader.derive.same_names import Alike, Called, compare_called
from queries.catalogue.own_values import is_key
from queries.geometry.distance import Shapes, pairs_within
from queries.graph import Graph
from queries.statements.nearness import LocatedPlace
from queries.statements.sites import TOGETHER_M, Site, merge_sites

# so much of the smaller of two shapes lies in the larger where one is in the other
_MOSTLY = 0.5
_MULTIPOINT = 4


class _Link(NamedTuple):
    """Two places that may be one site, by index, `i` of the smaller id.

    Links count in their order: names before no names, one thing before what stands beside, near before far.
    """

    rank: int
    metres: float
    ids: tuple[str, str]
    i: int
    j: int

    @property
    def is_thing(self) -> bool:
        return self.rank in (_THING_OF_A_NAME, _HELD_BY_A_NAME, _HELD)


_THING_OF_A_NAME, _HELD_BY_A_NAME, _HELD, _OF_A_NAME, _BESIDE_A_NAME, _BESIDE = range(6)


@dataclass(slots=True)
class _Groups:
    """Which places are joined: the first of each, and what all of a group are called."""

    first: list[int]
    called: dict[int, set[Called]] = field(default_factory=dict)

    def find(self, number: int) -> int:
        first = self.first
        while first[number] != number:
            first[number] = first[first[number]]
            number = first[number]
        return number

    def is_named(self, number: int) -> bool:
        return any(called.is_named for called in self.called[self.find(number)])

    def join(self, i: int, j: int) -> bool:
        """Join two groups, of which every two may go by one name; say whether they are one now."""
        a, b = self.find(i), self.find(j)
        if a == b:
            return True
        if not all(compare_called(one, other) for one in self.called[a] for other in self.called[b]):
            return False
        a, b = min(a, b), max(a, b)
        self.first[b] = a
        self.called[a] |= self.called.pop(b)
        return True


class Together:
    """All places, and which of them are one site, or one thing.

    Two places may be one site where they share a service and are at most 15 m apart.
    """

    def __init__(self, places: Sequence[LocatedPlace]) -> None:
        self.places = sorted(places, key=lambda place: place.id)
        self._called = [Called.by(p.services, p.names, p.calling) for p in self.places]
        self._shapes = Shapes.from_found(self.places)
        kinds = shapely.get_type_id(self._shapes.filled) if self.places else np.zeros(0)
        self._is_scattered = kinds == _MULTIPOINT
        self.sites = self._join()

    def doubles(self) -> list[tuple[str, str]]:
        """Return (id, id of the thing) of all places that are mapped again under another id, sorted."""
        return sorted((id_, site.thing_id) for id_, site in self.sites.items() if site.thing_id != id_)

    def _join(self) -> dict[str, Site]:
        groups, things = (
            _Groups(list(range(len(self.places))), {k: {called} for k, called in enumerate(self._called)})
            for _ in range(2)
        )
        for link in sorted(self._find_links()):
            if link.rank >= _BESIDE_A_NAME and groups.is_named(link.i) and groups.is_named(link.j):
                continue  # what has no name stands with the nearest that has one, and with no second
            if link.rank == _BESIDE and groups.is_named(link.i) != groups.is_named(link.j):
                continue
            if groups.join(link.i, link.j) and link.is_thing:
                things.join(link.i, link.j)
        return {
            place.id: Site(self.places[groups.find(k)].id, self.places[things.find(k)].id)
            for k, place in enumerate(self.places)
        }

    def _find_links(self) -> list[_Link]:
        by_service: dict[str, list[int]] = {}
        for number, place in enumerate(self.places):
            for service in place.services:
                # all of a key are many kinds, and what is alike has its own
                if not is_key(service):
                    by_service.setdefault(service, []).append(number)
        near: dict[tuple[int, int], float] = {}
        for service in sorted(by_service):
            members = np.array(by_service[service], dtype=np.int64)
            some = self._shapes.take(members)
            pairs = pairs_within(some, some, TOGETHER_M)
            one, other = members[pairs.i].tolist(), members[pairs.j].tolist()
            near.update(zip(zip(one, other, strict=True), pairs.dist_m.tolist(), strict=True))
        links = (self._link(i, j, metres) for (i, j), metres in near.items())
        return [link for link in links if link is not None]

    def _link(self, i: int, j: int, metres: float) -> _Link | None:
        """Return how two places near each other may be one; None where they may not."""
        one, other = self._called[i], self._called[j]
        alike = compare_called(one, other)
        touching = metres == 0
        if alike is Alike.NO or (alike is Alike.IN_PART and not touching):
            return None
        named = one.is_named + other.is_named
        if named < 2 and self._is_scattered[[i, j]].any():
            return None  # a relation of many points would make one of them all
        if named == 2:
            is_thing = touching or self._is_outline_of_point(i, j) or not self._stand_together(i, j)
            rank = _THING_OF_A_NAME if is_thing else _OF_A_NAME
        elif touching and self._holds(i, j):
            rank = _HELD_BY_A_NAME if named else _HELD
        elif self._stand_together(i, j):
            rank = _BESIDE_A_NAME if named else _BESIDE
        else:
            return None
        return _Link(rank, metres, (self.places[i].id, self.places[j].id), i, j)

    def _stand_together(self, i: int, j: int) -> bool:
        """Say whether the places are of a kind of which several make one site, as containers do."""
        shared = set(self.places[i].services).intersection(self.places[j].services)
        return not all(is_own_place(service) for service in shared if not is_key(service))

    def _is_outline_of_point(self, i: int, j: int) -> bool:
        """Say whether one is an area and the other a point: a node set beside the outline it is of."""
        dimensions = shapely.get_dimensions(self._shapes.filled[[i, j]]).tolist()
        return sorted(dimensions) == [0, 2]

    def _holds(self, i: int, j: int) -> bool:
        """Say whether most of one place lies in the other, which is as large."""
        a, b = self._shapes.filled[[i, j]]
        if shapely.covers(a, b) or shapely.covers(b, a):
            return True
        dimensions = int(shapely.get_dimensions(a)), int(shapely.get_dimensions(b))
        if dimensions == (2, 2):
            size, least = shapely.area(shapely.intersection(a, b)), min(a.area, b.area)
        elif sorted(dimensions) == [1, 2]:
            size, least = (
                shapely.length(shapely.intersection(a, b)),
                min(a, b, key=shapely.get_dimensions).length,
            )
        else:
            return False
        return bool(size >= _MOSTLY * least)


def sync_sites(graph: Graph, together: Together) -> None:
    """Write the sites and things that changed."""
    changed = [p.id for p in together.places if (p.site_id, p.thing_id) != together.sites[p.id]]
    for ids in batches(changed):
        merge_sites(graph, rows={id_: together.sites[id_] for id_ in ids})
