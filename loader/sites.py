"""Sites: places of one service that stand together; and places that are likely mapped twice."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from loader.derive import batches
from queries.distance import Shapes, pairs_within
from queries.graph import Graph
from queries.nearness import LocatedPlace
from queries.sites import TOGETHER_M, merge_sites


class Together:
    """All pairs of places that share a service and are at most 15 m apart."""

    def __init__(self, places: Sequence[LocatedPlace]) -> None:
        self.places = places
        self._links: list[tuple[int, int, float]] = []
        by_service: dict[str, list[int]] = {}
        for number, place in enumerate(places):
            for service in place.services:
                by_service.setdefault(service, []).append(number)
        shapes = Shapes.from_found(places)
        for service in sorted(by_service):
            members = np.array(by_service[service], dtype=np.int64)
            some = shapes.take(members)
            pairs = pairs_within(some, some, TOGETHER_M)
            columns: tuple[npt.NDArray[np.int64], ...] = (members[pairs.i], members[pairs.j])
            self._links += zip(*(c.tolist() for c in columns), pairs.dist_m.tolist(), strict=True)

    def sites(self) -> dict[str, str]:
        """Return the site of each place: the smallest id of those it is joined to, over any of its services.

        Two places with names are joined only where the names are the same.
        """
        first = list(range(len(self.places)))

        def find(number: int) -> int:
            while first[number] != number:
                first[number] = first[first[number]]
                number = first[number]
            return number

        for i, j, _ in self._links:
            one, two = self.places[i].name_key, self.places[j].name_key
            if one is None or two is None or one == two:
                a, b = sorted((find(i), find(j)), key=lambda number: self.places[number].id)
                first[b] = a
        return {place.id: self.places[find(number)].id for number, place in enumerate(self.places)}

    def doubles(self) -> list[tuple[str, str]]:
        """Return (node, area) that are likely one place: of one name, or both nameless and one inside."""
        found: set[tuple[str, str]] = set()
        for i, j, metres in self._links:
            node, area = self.places[i], self.places[j]
            if not node.id.startswith("node/"):
                node, area = area, node
            alike = node.name_key == area.name_key and (node.name_key is not None or metres == 0)
            if alike and node.id.startswith("node/") and "POLYGON" in (area.geometry or "")[:12]:
                found.add((node.id, area.id))
        return sorted(found)


def sync_sites(graph: Graph, together: Together) -> dict[str, str]:
    """Write the sites that changed, and return all."""
    sites = together.sites()
    changed = [p.id for p in together.places if p.site_id != sites[p.id]]
    for ids in batches(changed):
        merge_sites(graph, rows={id_: sites[id_] for id_ in ids})
    return sites
