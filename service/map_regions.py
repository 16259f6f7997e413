"""What a map shows of an answer that is no place: cells, areas and streets, with outlines and counts."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

import shapely
from shapely.geometry.base import BaseGeometry

from queries.geometry.cells import cell_shape, centre
from queries.geometry.distance import locate
from queries.geometry.position import Position
from queries.graph import Graph
from queries.statements.areas import find_areas
from queries.statements.pairs import FoundShape
from service.answer import Answer, Area
from service.meanings import Meaning, Sought
from service.naming import find_by_id, find_by_name
from service.reading import PlaceReading

Role = Literal["a", "b"]
_COUNTED = ("zones", "clusters", "association")


@dataclass(frozen=True, slots=True)
class Region:
    """A cell, an area or a street; `count`: how many of what is asked for it holds, where that is asked.

    Role a: the answer is about it, b: the question names it.
    """

    id: str
    name: str
    role: Role
    shape: BaseGeometry
    position: Position
    count: int | None = None


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
    for meaning in _meanings(graph, named, [street.id for street in answer.streets]):
        shape = meaning.shape
        if shape is not None and shape.geometry is not None:
            role: Role = "a" if listed & {meaning.id, *meaning.parts} else "b"
            yield Region(meaning.id, meaning.found.name, role, *_placed(shape))


def _meanings(graph: Graph, named: Iterable[PlaceReading], streets: Iterable[str]) -> Iterable[Meaning]:
    for place in named:
        sought = Sought("street" if place.kind == "street" else "area")
        if place.id:
            yield from find_by_id(graph, place.id, sought).meanings
        elif place.kind == "street":
            # all the streets of a name are meant
            yield from find_by_name(graph, place.name, datasets=None, sought=sought).meanings
    for id_ in streets:
        yield from find_by_id(graph, id_, Sought("street")).meanings


def _placed(shape: FoundShape) -> tuple[BaseGeometry, Position]:
    return shapely.from_wkt(shape.geometry), Position(shape.latitude, shape.longitude)
