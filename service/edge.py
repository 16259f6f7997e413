"""The edge of the data: beyond it nothing is known, so what a search misses there is unsure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely

from queries.areas import find_areas
from queries.cells import cell_shape
from queries.coverage import join_coverages, margins_m, may_reach
from queries.distance import distances_m, locate, reach_m
from queries.graph import Graph
from queries.pairs import FoundShape, find_shapes
from queries.places import find_service_places
from queries.sites import find_cut_places, find_edge_places
from service.evidence import DatasetFact
from service.landmarks import Landmark
from service.nearby import Narrowed, retrieve_around, to_shapes


@dataclass(frozen=True, slots=True)
class Edge:
    """The edge of the data that a question is asked of; `coverage` None: it is not known where they end.

    `written`: the margins in the graph are those to this edge.
    """

    graph: Graph
    datasets: Sequence[str] | None
    coverage: Any
    written: bool

    def find_unsure(self, a: Narrowed, b: Sequence[str], radius_m: float) -> set[str]:
        """Return the places of a round which something of b within the radius may be unknown.

        That is where the search reaches past the coverage, or to where a shape of b that the extract cuts
        off may go on. Those of which a partner is known are among them too.
        """
        if self.coverage is None:
            return set()
        unsure = set().union(*(self._at_border(x, ids, radius_m) for x, ids in a.items()))
        for shape in self._cut(b):
            near = retrieve_around(
                self.graph,
                around=shape,
                services=sorted(a),
                radius_m=radius_m,
                measure="edge",
                datasets=self.datasets,
            )
            unsure.update(near)
        allowed = {id_ for ids in a.values() for id_ in ids or ()}
        return unsure if None in a.values() else unsure & allowed

    def is_past(self, mark: Landmark) -> bool:
        """Say whether the search at a place named, its cell or its area, reaches past the coverage."""
        if self.coverage is None:
            return False
        if mark.shape is None:
            return not shapely.covers(self.coverage, self._outline(mark))
        metres = margins_m(to_shapes([mark.shape]), self.coverage)
        return bool(metres[0] < (mark.place.radius_m or 0.0))

    def _outline(self, mark: Landmark) -> Any:
        """Return the shape of a cell or of an area."""
        id_ = mark.place.id or mark.place.name
        if mark.place.kind == "zone":
            return cell_shape(id_)
        return shapely.from_wkt(find_areas(self.graph, ids=[id_])[id_].geometry)

    def find_cut_off(self, mark: Landmark, services: Sequence[str]) -> set[str]:
        """Return the places of the services, cut by the extract, that may go on to the place named."""
        shapes = self._cut(services) if self.coverage is not None and mark.shape is not None else []
        if not shapes or mark.shape is None:
            return set()
        number = np.arange(len(shapes))
        metres, _ = distances_m(to_shapes(shapes), number, to_shapes([mark.shape]), np.zeros_like(number))
        radius_m = mark.place.radius_m or 0.0
        return {s.id for s, m in zip(shapes, metres, strict=True) if m <= radius_m}

    def _at_border(self, service: str, ids: Sequence[str] | None, radius_m: float) -> set[str]:
        if self.written:
            found = find_edge_places(
                self.graph, services=[service], radius_m=radius_m, ids=ids, datasets=self.datasets
            )
            return set(found)
        known = find_service_places(self.graph, services=[service], ids=ids, datasets=self.datasets)
        shapes = find_shapes(self.graph, ids=known) if known else []
        near = margins_m(to_shapes(shapes), self.coverage) < radius_m
        cut = {shape.id for shape in find_cut_places(self.graph, services=[service], datasets=self.datasets)}
        return {s.id for s, is_near in zip(shapes, near, strict=True) if is_near or s.id in cut}

    def _cut(self, services: Sequence[str]) -> list[FoundShape]:
        """Return where the cut shapes of the services may lie."""
        found = find_cut_places(self.graph, services=services, datasets=self.datasets)
        return [_widened(shape, self.coverage) for shape in found]


def find_edge(
    graph: Graph, every: Sequence[DatasetFact], asked: Sequence[str] | None, services: Sequence[str]
) -> Edge:
    """Return the edge of those of the data sets (None: all) that were loaded whole with all the services.

    `every` are all in the graph. One that is being loaded, or whose load broke off, holds nothing for sure.
    """
    whole = {
        d.id
        for d in every
        if d.coverage is not None
        and d.state == "complete"
        and d.services.issuperset(services)
        and (asked is None or d.id in asked)
    }
    told = {d.id for d in every if d.coverage is not None}
    return Edge(graph, asked, join_coverages(d.coverage for d in every if d.id in whole), whole == told)


def _widened(shape: FoundShape, coverage: Any) -> FoundShape:
    known = to_shapes([shape]).filled[0]
    hull = may_reach(known, coverage)
    position = locate(hull)
    at = position.latitude, position.longitude
    return FoundShape(shape.id, *at, hull.wkt, reach_m(hull, position))
