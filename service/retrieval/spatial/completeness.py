"""The edge of the data: beyond it nothing is known, so what a search misses there is unsure."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import shapely

from queries.catalogue.catalogue import load_catalogue
from queries.geometry.cells import cell_shape
from queries.geometry.coverage import find_whole, join_coverages, margins_m, may_reach
from queries.geometry.distance import distances_m, locate, reach_m
from queries.graph import Graph
from queries.statements.areas import find_areas
from queries.statements.pairs import FoundShape, Measure, find_shapes
from queries.statements.places import find_service_places
from queries.statements.sites import (
    TOGETHER_M,
    CutPlace,
    find_cut_places,
    find_edge_places,
    find_sites,
    get_cut_place,
)
from service.evidence.evidence import DatasetFact
from service.retrieval.geocoding.geocoder import Landmark
from service.retrieval.spatial.certainty import Standing
from service.retrieval.spatial.within import Narrowed, retrieve_around, to_shapes

_MOST_IDS = 200


@dataclass(frozen=True, slots=True)
class Edge:
    """The edge of the data that a question is asked of; `coverage` None: it is not known where they end.

    Nothing is unsure then, and nothing certain either. `written`: the margins in the graph are those to this
    edge. A place that only crosses the coverage, with no point of its outline inside, is not thought of.
    """

    graph: Graph
    datasets: Sequence[str] | None
    coverage: Any
    written: bool
    services: frozenset[str]
    _cut_of: dict[str, list[CutPlace]] = field(default_factory=dict)

    def find_known_m(self, a: Narrowed, b: Narrowed | Sequence[str], radius_m: float) -> dict[str, float]:
        """Return up to how many metres round places of a all of b is known, where that ends in radius_m.

        Beyond that may lie something past the edge of the data, or what the extract lacks of a shape of b (of
        those allowed). What is known of b within those metres is not all that counts as known: a shape that
        is cut may be nearer than it looks, so ask find_cut too.
        """
        if self.coverage is None:
            return {}
        known: dict[str, float] = {}
        for services, ids in _alike(a):
            _lower(known, self._margins_m(services, ids, radius_m))
        b = b if isinstance(b, Mapping) else dict.fromkeys(b)
        cut = self._cut_among(b)
        if any(place.encloses for place in cut):
            every = (self._find_all_of(services, ids) for services, ids in _alike(a))
            return dict.fromkeys(known.keys() | set().union(*every), 0.0)
        may_be = [self._may_be(place) for place in cut]
        for services, ids in _alike(a) if may_be else ():
            around = self._around(may_be, services, radius_m)
            allowed = around.keys() if ids is None else around.keys() & set(ids)
            _lower(known, {id_: around[id_] for id_ in allowed})
        return known

    def find_unsure(self, a: Narrowed, b: Narrowed | Sequence[str], radius_m: float) -> set[str]:
        """Return the places of a round which something of b within the radius may be unknown.

        Those of which a partner is known are among them too. Of places that are told to have no b within the
        radius, these are the unsure ones.
        """
        return set(self.find_known_m(a, b, radius_m))

    def find_nearer(
        self,
        a: Sequence[str],
        b: Narrowed | Sequence[str],
        nearest: Mapping[str, tuple[float, str | None]],
        *,
        measure: Measure,
    ) -> set[str]:
        """Return the places (of services a) whose nearest b, told as (metres, id), may be another one.

        Or farther or nearer than told, where one of the two is cut.
        """
        if self.coverage is None or not nearest:
            return set()
        farthest_m = max(metres for metres, _ in nearest.values())
        # what lies exactly as far is no nearer
        known = self.find_known_m(dict.fromkeys(a, sorted(nearest)), b, farthest_m)
        cut = self.find_cut([*a, *b])
        return {
            id_
            for id_, (metres, other) in nearest.items()
            if known.get(id_, metres) < metres
            or other in cut
            or (id_ in cut and (metres > 0 or measure == "centre"))
        }

    def find_known_around_m(self, mark: FoundShape, services: Sequence[str]) -> float:
        """Return up to how many metres round a shape (a place named, a point) all of the services is known.

        A list of the nearest ones is certain up to there, those that are cut left out; 0 where the shape
        itself is cut. Where the edge is not known that is 0 too.
        """
        if self.coverage is None or self._cut_mark(mark) is not None:
            return 0.0
        metres = [float(margins_m(to_shapes([mark]), self.coverage)[0])]
        metres += self._apart_m(self._cut_among(dict.fromkeys(services)), mark)
        return min(metres)

    def find_cut(self, services: Iterable[str]) -> set[str]:
        """Return the places of the services of which a part is in no extract."""
        if self.coverage is None:
            return set()
        return {place.shape.id for place in self._cut_among(dict.fromkeys(services))}

    def find_misshapen(self, services: Iterable[str], *, measure: Measure) -> set[str]:
        """Return those of the cut places that may be farther off than they look.

        By their centres all may be. By their edges only those that are filled where a hole may be.
        """
        if self.coverage is None:
            return set()
        return {
            place.shape.id
            for place in self._cut_among(dict.fromkeys(services))
            if measure == "centre" or "POLYGON" in (place.shape.geometry or "")
        }

    def find_open_sites(self, services: Sequence[str]) -> set[str]:
        """Return the sites of places of the services that may go on with places past the edge of the data."""
        ids = self.find_unsure(dict.fromkeys(services), services, TOGETHER_M)
        return {s.site_id for s in find_sites(self.graph, ids=sorted(ids)).values()} if ids else set()

    def find_standing(
        self, mark: Landmark, found: Iterable[str], services: Sequence[str], measure: Measure
    ) -> Standing:
        """Return what is known of the places of the services found at a place named."""
        held = set(found)
        if self.coverage is None:
            return Standing(held)
        shape = mark.shape
        cut_mark = None if shape is None else self._cut_mark(shape)
        unsure = {p.shape.id for p in self._cut_among(dict.fromkeys(services)) if self._may_be_at(p, mark)}
        doubted = held & self.find_misshapen(services, measure=measure)
        if cut_mark is not None:
            if cut_mark.encloses:
                unsure |= self._find_all_of(services)
            else:
                radius_m = mark.place.radius_m or 0.0
                unsure |= self._around([self._may_be(cut_mark)], services, radius_m).keys()
            if measure == "centre" or "POLYGON" in (cut_mark.shape.geometry or ""):
                doubted = set(held)
        elif _is_unbounded(mark):
            doubted, unsure = set(held), self._find_all_of(services)
        return Standing(held, frozenset(doubted), frozenset(unsure - held))

    def is_past(self, mark: Landmark) -> bool:
        """Say whether the search at a place named, its cell or its area, reaches past the coverage."""
        if self.coverage is None:
            return False
        if mark.shape is None or mark.place.relation == "in":
            return not shapely.covers(self.coverage, self._outline(mark))
        if _is_unbounded(mark) or self._cut_mark(mark.shape) is not None:
            return True
        metres = margins_m(to_shapes([mark.shape]), self.coverage)
        return bool(metres[0] < (mark.place.radius_m or 0.0))

    def is_told_exactly(self, mark: Landmark) -> bool:
        """Say whether the metres to a place named are those to its whole shape."""
        if self.coverage is None or mark.shape is None:
            return True
        return not _is_unbounded(mark) and self._cut_mark(mark.shape) is None

    def find_partial_zones(self, ids: Collection[str], services: Sequence[str] = ()) -> set[str]:
        """Return the cells that reach past the coverage, or into which a cut place of the services may go on.

        What is counted in them is what is known of it. All of them where the edge is not known.
        """
        return self._find_partial({id_: cell_shape(id_) for id_ in ids}, services)

    def find_partial_areas(self, ids: Collection[str], services: Sequence[str] = ()) -> set[str]:
        """Return the areas that reach past the coverage, or into which a cut place of the services may go on.

        So are those without a known outline, and all of them where the edge is not known.
        """
        found = find_areas(self.graph, ids=sorted(ids)) if self.coverage is not None and ids else {}
        outlines = {id_: found[id_].geometry if id_ in found else None for id_ in ids}
        shapes = shapely.from_wkt(np.array(list(outlines.values()), dtype=object))
        return self._find_partial(dict(zip(outlines, shapes, strict=True)), services)

    def _find_partial(self, shapes: Mapping[str, Any], services: Sequence[str]) -> set[str]:
        if self.coverage is None:
            return set(shapes)
        outlines = np.array(list(shapes.values()), dtype=object)
        partial = ~find_whole(outlines, self.coverage)
        for place in self._cut_among(dict.fromkeys(services)):
            partial |= shapely.intersects(self._hull(place), outlines)
        return {id_ for id_, is_partial in zip(shapes, partial, strict=True) if is_partial}

    def _outline(self, mark: Landmark) -> Any:
        """Return the shape of a cell, an area or a place that others are in."""
        return shapely.from_wkt(mark.outline.geometry)

    def _may_be_at(self, place: CutPlace, mark: Landmark) -> bool:
        """Say whether a cut place may go on to a place named."""
        if mark.shape is None:
            return bool(shapely.intersects(self._hull(place), self._outline(mark)))
        return any(m <= (mark.place.radius_m or 0.0) for m in self._apart_m([place], mark.shape))

    def _apart_m(self, cut: Sequence[CutPlace], mark: FoundShape) -> list[float]:
        """Return the metres from a shape to where each of the cut places may be; not to itself."""
        shapes = [self._may_be(place) for place in cut if place.shape.id != mark.id]
        if not shapes:
            return []
        number = np.arange(len(shapes))
        metres, _ = distances_m(to_shapes(shapes), number, to_shapes([mark]), np.zeros_like(number))
        return [float(m) for m in metres]

    def _margins_m(
        self, services: Sequence[str], ids: Sequence[str] | None, radius_m: float
    ) -> dict[str, float]:
        """Return metres to the border of the coverage, of the places of the services nearer to it."""
        if self.written:
            # to send many ids takes longer than to read the places near the edge that are none of them
            few = ids is None or len(ids) <= _MOST_IDS
            found = find_edge_places(
                self.graph,
                services=services,
                radius_m=radius_m,
                ids=ids if few else None,
                datasets=self.datasets,
            )
            return found if few or ids is None else {id_: found[id_] for id_ in ids if id_ in found}
        known = self._find_all_of(services, ids)
        shapes = find_shapes(self.graph, ids=sorted(known)) if known else []
        metres = margins_m(to_shapes(shapes), self.coverage).tolist()
        cut = self.find_cut(services)
        margins = {s.id: 0.0 if s.id in cut else m for s, m in zip(shapes, metres, strict=True)}
        return {id_: m for id_, m in margins.items() if m < radius_m}

    def _around(
        self, shapes: Sequence[FoundShape], services: Sequence[str], radius_m: float
    ) -> dict[str, float]:
        return retrieve_around(
            self.graph,
            around=shapes,
            services=services,
            radius_m=radius_m,
            measure="edge",  # never more than from centre to centre
            datasets=self.datasets,
        )

    def _find_all_of(self, services: Sequence[str], ids: Sequence[str] | None = None) -> set[str]:
        return set(find_service_places(self.graph, services=services, ids=ids, datasets=self.datasets))

    def _cut_mark(self, shape: FoundShape) -> CutPlace | None:
        return get_cut_place(self.graph, place=shape.id) if shape.id else None

    def _cut_among(self, services: Narrowed) -> list[CutPlace]:
        """Return the cut places of the services, of those allowed."""
        wanted = {*services, *self.services} - self._cut_of.keys()
        if wanted:
            cut = find_cut_places(self.graph, services=sorted(wanted), datasets=self.datasets)
            self._cut_of.update({s: [place for place in cut if s in place.services] for s in wanted})
        found: dict[str, CutPlace] = {}
        for service, ids in services.items():
            allowed = None if ids is None else set(ids)
            of_it = self._cut_of[service]
            found |= {p.shape.id: p for p in of_it if allowed is None or p.shape.id in allowed}
        return list(found.values())

    def _hull(self, place: CutPlace) -> Any:
        known = to_shapes([place.shape]).filled[0]
        return may_reach(known, self.coverage, encloses=place.encloses)

    def _may_be(self, place: CutPlace) -> FoundShape:
        """Return where the place may lie, as a shape."""
        hull = self._hull(place)
        position = locate(hull)
        at = position.latitude, position.longitude
        return FoundShape(place.shape.id, *at, hull.wkt, reach_m(hull, position))


def find_edge(
    graph: Graph, every: Sequence[DatasetFact], asked: Sequence[str] | None, services: Sequence[str]
) -> Edge:
    """Return the edge of those of the data sets (None: all) that were loaded whole with all the services.

    `every` are all in the graph. One that is being loaded, or whose load broke off, holds nothing for sure.
    """
    told_by = {load_catalogue().told_by(service) for service in services}
    whole = {
        d.id
        for d in every
        if d.coverage is not None
        and d.state == "complete"
        and d.services.issuperset(told_by)
        and (asked is None or d.id in asked)
    }
    told = {d.id for d in every if d.coverage is not None}
    coverage = join_coverages(d.coverage for d in every if d.id in whole)
    return Edge(graph, asked, coverage, whole == told, frozenset(services))


def _is_unbounded(mark: Landmark) -> bool:
    """Say whether an area is told by a point only because its boundary is not whole in the data."""
    return (
        mark.place.kind == "area"
        and mark.shape is not None
        and mark.shape.geometry is None
        and not mark.shape.id.startswith("node/")
    )


def _alike(a: Narrowed) -> list[tuple[list[str], Sequence[str] | None]]:
    """Return the services of which the same places are allowed, together: one statement serves them all."""
    together: dict[tuple[str, ...] | None, list[str]] = {}
    for service, ids in a.items():
        together.setdefault(None if ids is None else tuple(ids), []).append(service)
    return [(services, ids) for ids, services in together.items()]


def _lower(known: dict[str, float], by: Mapping[str, float]) -> None:
    for id_, metres in by.items():
        known[id_] = min(metres, known.get(id_, metres))
