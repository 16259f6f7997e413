"""Which places are nearest, exactly at any distance: few are all read, many are sought wider and wider."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from queries.geometry.distance import Pairs, Shapes, distances_m
from queries.geometry.nearest_shapes import as_points, nearest_of_each, nearest_to
from queries.geometry.radius import HALF_EARTH_M
from queries.graph import Graph
from queries.statements.pairs import FoundPair, FoundShape, Measure, get_reaches, to_pairs
from queries.statements.sites import find_sites
from service.retrieval.spatial.within import Narrowed, read_shapes, retrieve_around, to_shapes

Strings = npt.NDArray[np.str_]

# so many shapes are read and measured in the time that a few searches by the point index take
_READ_ALL = 2_000
_FIRST_M = 500.0
# a search four times as wide finds some sixteen times as many
_WIDER = 4.0


def retrieve_nearest(
    graph: Graph,
    *,
    around: FoundShape,
    services: Narrowed,
    k: int,
    measure: Measure,
    datasets: Sequence[str] | None,
    without: Collection[str] = frozenset(),
) -> dict[str, float]:
    """Return the metres to the k places nearest to a shape, nearest first, then by id.

    Neither itself nor any of `without`. Whatever is as near as the last of them comes too, so that ties can
    be told.
    """
    free = [service for service, ids in services.items() if ids is None]
    there = sum(reaches.places for reaches in get_reaches(graph, services=free).values()) if free else 0
    read = services
    found: dict[str, float] = {}
    if there > max(_READ_ALL, k):
        read = {service: ids for service, ids in services.items() if ids is not None}
        found = _search(graph, around, free, k=k, measure=measure, datasets=datasets, without=without)
    shapes = [shape for shape in read_shapes(graph, read, datasets) if shape.id not in without]
    found |= _nearest_of(around, to_shapes(shapes), k=k, measure=measure)
    ordered = sorted((metres, id_) for id_, metres in found.items())
    last_m = ordered[min(k, len(ordered)) - 1][0] if ordered and k > 0 else -1.0
    return {id_: metres for metres, id_ in ordered if metres <= last_m}


@dataclass(frozen=True, slots=True)
class Sides:
    """The shapes of two sides, to measure each place of one to the nearest of the other.

    `names_a` and `names_b` tell what is never measured to each other: places of one name, such as their site.
    """

    a: Shapes
    b: Shapes
    names_a: Strings
    names_b: Strings
    measure: Measure
    by_site: bool

    @property
    def are_parted(self) -> bool:
        """Whether places of one site stand together, so that the nearest may have been passed over."""
        return self.by_site and len(set(self.names_a.tolist())) < len(self.a)

    def find_parting(self, open_sites: Collection[str]) -> set[str]:
        """Return the places of a that are of one of the sites with others, so that they may be parted."""
        names = Counter(dict(zip(self.a.ids.tolist(), self.names_a.tolist(), strict=True)).values())
        return {
            id_
            for id_, name in zip(self.a.ids.tolist(), self.names_a.tolist(), strict=True)
            if name in open_sites and names[name] > 1
        }

    def find_nearest(self, among: Collection[str] | None = None) -> dict[str, FoundPair]:
        """Return for each place of a the one of b nearest to it, by metres, then id; absent where none is.

        Only those `among` count, None: all.
        """
        return {pair.from_id: pair for pair in self.find_pairs(among, k=1)}

    def find_pairs(self, among: Collection[str] | None, *, k: int) -> list[FoundPair]:
        """Return for each place of a the k of b nearest to it, one after the other, as find_nearest does.

        Metres are by both measures.
        """
        b, names_b = self.b, self.names_b
        if among is not None:
            wanted = set(among)
            allowed = np.flatnonzero([id_ in wanted for id_ in b.ids.tolist()])
            b, names_b = b.take(allowed), names_b[allowed]
        one, two = replace(self.a, ids=self.names_a), replace(b, ids=names_b)
        if self.measure == "centre":
            one, two = as_points(one), as_points(two)
        pairs = nearest_of_each(one, two, k)
        if self.measure == "centre":
            edge_m, centre_m = distances_m(self.a, pairs.i, b, pairs.j)
            pairs = Pairs(pairs.i, pairs.j, edge_m, centre_m)
        columns = (self.a.ids[pairs.i], b.ids[pairs.j], pairs.dist_m, pairs.centre_dist_m)
        return to_pairs(*(column.tolist() for column in columns))

    def find_names(self) -> dict[str, str]:
        """Return the name of each place of both sides."""
        both = (self.a.ids, self.names_a), (self.b.ids, self.names_b)
        return {
            id_: name for ids, names in both for id_, name in zip(ids.tolist(), names.tolist(), strict=True)
        }


def read_sides(
    graph: Graph,
    a: Narrowed,
    b: Narrowed,
    *,
    measure: Measure,
    datasets: Sequence[str] | None,
    by_site: bool = False,
) -> Sides:
    """Read all places of both sides; `by_site`: places of one site are not measured to each other."""
    of_a = to_shapes(read_shapes(graph, a, datasets))
    of_b = of_a if a == b else to_shapes(read_shapes(graph, b, datasets))
    sites = find_sites(graph, ids=sorted({*of_a.ids.tolist(), *of_b.ids.tolist()})) if by_site else {}
    names_a, names_b = (
        np.array([sites[id_].site_id for id_ in side.ids.tolist()], dtype=np.str_) if sites else side.ids
        for side in (of_a, of_b)
    )
    return Sides(of_a, of_b, names_a, names_b, measure, by_site)


def _search(
    graph: Graph,
    around: FoundShape,
    services: Sequence[str],
    *,
    k: int,
    measure: Measure,
    datasets: Sequence[str] | None,
    without: Collection[str],
) -> dict[str, float]:
    """Search wider and wider: k places within a radius hold the k nearest, since none beyond it is nearer."""
    radius_m = _FIRST_M
    while True:
        found = retrieve_around(
            graph,
            around=[around],
            services=services,
            radius_m=min(radius_m, HALF_EARTH_M),
            measure=measure,
            datasets=datasets,
        )
        found = {id_: metres for id_, metres in found.items() if id_ not in without}
        if len(found) >= k or radius_m >= HALF_EARTH_M:
            return found
        radius_m *= _WIDER


def _nearest_of(around: FoundShape, places: Shapes, *, k: int, measure: Measure) -> Mapping[str, float]:
    if not len(places):
        return {}
    here = to_shapes([around])
    if measure == "centre":
        here, places = as_points(here), as_points(places)
    found = nearest_to(here, places, k)
    return dict(zip(places.ids[found.j].tolist(), found.dist_m.tolist(), strict=True))
