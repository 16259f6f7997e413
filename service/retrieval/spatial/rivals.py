"""Areas that compete for what lies on a border that they share: those of one level, or of one kind."""

from collections.abc import Iterable
from typing import Any

import shapely

from queries.geometry.borders import Level, Lies, find_lies, level_of
from queries.geometry.distance import Shapes
from queries.graph import Graph
from queries.statements.areas import find_areas
from queries.statements.tallies import WholeArea, find_whole_areas


def level_at(area: WholeArea) -> Level:
    """Return what an area competes in."""
    return level_of(area.admin_level, area.kind)


def read_rivals(graph: Graph, areas: Iterable[str]) -> list[WholeArea]:
    """Return all areas with a boundary that compete with one of the areas, these too, in the order of ids."""
    whole, asked = find_whole_areas(graph), set(areas)
    levels = {level_at(area) for area in whole if area.id in asked}
    return [area for area in whole if level_at(area) in levels]


def measure_lies(graph: Graph, shapes: Shapes, areas: Iterable[str]) -> Lies:
    """Return how shapes lie in the areas and those that compete with them, by index, as their shapes say."""
    rivals = read_rivals(graph, areas)
    known = find_areas(graph, ids=[area.id for area in rivals])
    outlines = {id_: _outline(area.geometry) for id_, area in known.items() if area.geometry}
    told = [(a.id, level_at(a), outlines[a.id]) for a in rivals if a.id in outlines]
    return find_lies(list(shapes.filled), told) if len(shapes) else Lies({}, set())


def _outline(geometry: str) -> Any:
    return shapely.from_wkt(geometry)
