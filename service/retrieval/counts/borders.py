"""What lies on the border of the areas of an answer: which it is, and in which of them it counts."""

from collections.abc import Iterable, Sequence

from queries.catalogue.catalogue import load_catalogue
from queries.geometry.borders import areas_by_place
from queries.graph import Graph
from queries.statements.pairs import find_service_shapes
from queries.statements.places import get_places
from queries.statements.tallies import AreaAt, BorderPlace, find_border_places
from service.evidence.evidence import Evidence, OnBorder
from service.reading import all_services, answer_services
from service.retrieval.context import Asking
from service.retrieval.counts.area_shares import Counted, find_counted
from service.retrieval.settled import is_settled
from service.retrieval.spatial.rivals import level_at, measure_lies, read_rivals
from service.retrieval.spatial.within import to_shapes


def retrieve_borders(graph: Graph, counted: Counted, *, areas: Sequence[str]) -> list[OnBorder]:
    """Return which of the places lie on the border of the areas, in the order of ids, and where they count.

    ON_BORDER is worked out last in a load: while one runs, or after a broken one, the shapes are looked at.
    """
    if not areas or not counted.services:
        return []
    if is_settled(graph):
        found = find_border_places(
            graph,
            services=counted.services,
            areas=areas,
            members=counted.members,
            ids=counted.ids,
            datasets=counted.datasets,
            halo=counted.halo,
        )
    else:
        found = _measure(graph, counted, areas)
    asked = set(areas)
    return [one for place in found for one in _by_level(place, asked)]


def fill_borders(asking: Asking, evidence: Evidence) -> None:
    """Note which places of what is asked for lie on the borders of the areas that the reading names."""
    reading, lookup = evidence.reading, evidence.lookup
    if lookup is not None and lookup.context is not None:
        there = Counted(sorted(load_catalogue().services), {}, [evidence.places[0].id], None, halo=True)
        areas = [area[0] for area in lookup.context.areas]
        keep_borders(evidence, retrieve_borders(asking.graph, there, areas=areas))
        return
    areas = [
        mark.place.id
        for mark in asking.landmarks
        if mark.place.kind == "area" and mark.place.id and (reading.kind == "lookup" or mark.shape is None)
    ]
    services = sorted({*answer_services(reading), *all_services(reading)})
    if reading.kind == "lookup":
        services = sorted(load_catalogue().services)
    counted = Counted(services, asking.tagged.allowed, None, asking.datasets)
    keep_borders(evidence, retrieve_borders(asking.graph, counted, areas=areas))


def _measure(graph: Graph, counted: Counted, areas: Sequence[str]) -> list[BorderPlace]:
    ids = sorted(set().union(*find_counted(graph, counted).values()))
    found = find_service_shapes(graph, services=counted.services, ids=ids, datasets=counted.datasets)
    shapes = to_shapes([shape for shape, _ in found])
    lies = measure_lies(graph, shapes, areas)
    named = {area.id: AreaAt(area.id, area.name, level_at(area)) for area in read_rivals(graph, areas)}
    homes = areas_by_place(lies, shapes.ids.tolist())
    borders: dict[str, list[AreaAt]] = {}
    for k, area in sorted(lies.borders):
        borders.setdefault(str(shapes.ids[k]), []).append(named[area])
    known = get_places(graph, ids=sorted(borders)) if borders else {}
    return [
        BorderPlace(id_, known[id_].name, tuple(on), tuple(named[a] for a in sorted(homes.get(id_, {}))))
        for id_, on in sorted(borders.items())
        if id_ in known
    ]


def _by_level(place: BorderPlace, asked: set[str]) -> list[OnBorder]:
    """Return a place at the borders of each level of which an area asked for is one of those there."""
    levels = {area.level for area in place.borders if area.id in asked}
    return [
        OnBorder(
            place.id,
            place.name,
            tuple(sorted((a.id, a.name) for a in place.borders if a.level == level)),
            tuple(sorted((a.id, a.name) for a in place.homes if a.level == level)),
        )
        for level in sorted(levels, key=str)
    ]


def keep_borders(evidence: Evidence, found: Iterable[OnBorder]) -> None:
    """Add places on borders to the evidence, each once by level, in the order of ids."""
    told = {(one.id, one.areas): one for one in (*evidence.borders, *found)}
    evidence.borders = [told[key] for key in sorted(told)]
