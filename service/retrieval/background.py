"""What the graph adds to an answer on a map: roads, shapes, and the cells, areas and streets it tells of."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import shapely
from shapely.geometry.base import BaseGeometry

from queries.errors import StoreError
from queries.geometry.cells import cell_shape, centre
from queries.geometry.distance import locate
from queries.geometry.position import Position
from queries.graph import Graph
from queries.statements.areas import find_areas
from queries.statements.pairs import FoundShape, find_shapes
from queries.statements.places import get_places
from queries.statements.roads import FoundWay, find_roads_in_box, find_roads_near_places
from service.answer import Answer, Area
from service.evidence.background import Background, Box, Region, Role, box_of, ids_elsewhere, ids_shown
from service.reading import PlaceReading
from service.retrieval.geocoding.candidates import Meaning, Sought
from service.retrieval.geocoding.name_search import find_by_id, find_by_name

_COUNTED = ("zones", "clusters", "association")
# a box up to the size of a city is filled with roads; of a wider one, only what surrounds the places
_CITY_KM2 = 250.0
_KM_PER_DEGREE = 111.2
# cells of resolution 9 are found by their centres and reach this far
_CELL_KM = 0.25


def read_background(answer: Answer, graph: Graph | None) -> Background:
    """Return what a map of the answer shows besides it; without a graph, or where it fails, cells alone."""
    if graph is None:
        return Background(regions=find_regions(answer, None), unread=True)
    try:
        regions = find_regions(answer, graph)
        elsewhere = get_places(graph, ids=ids_elsewhere(answer))
        ids = [*ids_shown(answer), *elsewhere]
        box = box_of(answer, elsewhere, regions)
        if box is None:
            return Background()
        return Background(_read_roads(graph, box, ids), find_shapes(graph, ids=ids), elsewhere, regions)
    except StoreError:
        # the answer was given already: an outage now costs the background, not the page
        return Background(regions=find_regions(answer, None), unread=True)


def _read_roads(graph: Graph, box: Box, ids: Sequence[str]) -> list[FoundWay]:
    squeeze = max(math.cos(math.radians((box.south + box.north) / 2)), 0.01)
    height_km = (box.north - box.south) * _KM_PER_DEGREE
    width_km = (box.east - box.west) * _KM_PER_DEGREE * squeeze
    # a window is rarely as wide and high as the results: roads go on beyond them
    margin_km = 0.6 * max(height_km, width_km, 0.6) + _CELL_KM
    if (height_km + 2 * margin_km) * (width_km + 2 * margin_km) > _CITY_KM2 or box.east > 180:
        return find_roads_near_places(graph, ids=ids)
    up = margin_km / _KM_PER_DEGREE
    return find_roads_in_box(
        graph,
        south=max(box.south - up, -90.0),
        north=min(box.north + up, 90.0),
        west=max(box.west - up / squeeze, -180.0),
        east=min(box.east + up / squeeze, 180.0),
    )


def find_regions(answer: Answer, graph: Graph | None) -> list[Region]:
    """Return what the answer lists or names and has an outline, each once; cells alone without a graph.

    Raises StoreError.
    """
    found: dict[str, Region] = {}
    for region in (*_cells(answer), *(_areas(answer, graph) if graph else ()), *_named(answer, graph)):
        found.setdefault(region.id, region)
    totals = {side.place.id: side.total for side in answer.sides if side.place is not None}
    return [
        replace(region, role="a", count=totals[region.id]) if region.id in totals else region
        for region in found.values()
    ]


def _cells(answer: Answer) -> Iterable[Region]:
    named = [p.id for p in answer.reading.places if p.kind == "zone" and p.id]
    counts: dict[str, int | None] = dict.fromkeys(named)
    counts |= {z.id: z.total if answer.reading.kind in _COUNTED else None for z in answer.zones}
    listed = {z.id for z in answer.zones}
    for id_, count in counts.items():
        name = f"{'zona' if answer.language == 'pt' else 'zone'} {id_}"
        yield Region(id_, name, "a" if id_ in listed else "b", cell_shape(id_), centre(id_), count)


def _areas(answer: Answer, graph: Graph) -> Iterable[Region]:
    listed = [*answer.areas, *(c for c in answer.candidates if isinstance(c, Area))]
    known = find_areas(graph, ids=[area.id for area in listed]) if listed else {}
    counted = answer.reading.kind in _COUNTED
    for area in listed:
        if area.id in known and (wkt := known[area.id].geometry):
            shape = shapely.from_wkt(wkt)
            yield Region(area.id, area.name, "a", shape, locate(shape), area.total if counted else None)


def _named(answer: Answer, graph: Graph | None) -> Iterable[Region]:
    """Give the areas and streets of the reading, and the streets that are listed."""
    if graph is None:
        return
    listed = {street.id for street in answer.streets} | {p.a.id for p in answer.pairs}
    named = [p for p in answer.reading.places if p.kind in ("area", "street")]
    datasets = [dataset.id for dataset in answer.data.datasets]
    for meaning in _meanings(graph, named, [street.id for street in answer.streets], datasets):
        shape = meaning.shape
        if shape is not None and shape.geometry is not None:
            role: Role = "a" if listed & {meaning.id, *meaning.parts} else "b"
            yield Region(meaning.id, meaning.found.name, role, *_placed(shape))


def _meanings(
    graph: Graph, named: Iterable[PlaceReading], streets: Iterable[str], datasets: Sequence[str]
) -> Iterable[Meaning]:
    for place in named:
        sought = Sought("street" if place.kind == "street" else "area")
        if place.id:
            yield from find_by_id(graph, place.id, datasets=datasets, sought=sought).meanings
        elif place.kind == "street":
            # all the streets of a name are meant
            yield from find_by_name(graph, place.name, datasets=datasets, sought=sought).meanings
    for id_ in streets:
        yield from find_by_id(graph, id_, datasets=datasets, sought=Sought("street")).meanings


def _placed(shape: FoundShape) -> tuple[BaseGeometry, Position]:
    return shapely.from_wkt(shape.geometry), Position(shape.latitude, shape.longitude)
