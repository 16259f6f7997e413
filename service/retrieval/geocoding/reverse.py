"""Where a position is: the areas that hold it, the streets beside it, and the named places around it."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import shapely

from queries.geometry.borders import find_lies, level_of
from queries.geometry.distance import bearings_deg, point_distances_m
from queries.geometry.position import Position
from queries.graph import Graph
from queries.statements.lookups import HoldingArea, Neighbour, find_areas_at, find_neighbours
from service.evidence.looked_up import Near

# most places have a named one this near; the rest are asked for again, farther
_WITHIN_M = (250.0, 2_500.0, 50_000.0)
_MOST = 3


def retrieve_areas_at(
    graph: Graph, positions: Mapping[str, Position], *, datasets: Sequence[str] | None
) -> dict[str, list[HoldingArea]]:
    """Return the areas that hold each of the positions, the smallest first; on a border as of any point."""
    if not positions:
        return {}
    maybe = find_areas_at(graph, rows=positions, datasets=datasets)
    return {id_: _holding(at, maybe[id_]) for id_, at in positions.items()}


def _holding(at: Position, areas: Sequence[HoldingArea]) -> list[HoldingArea]:
    told = [(a.id, level_of(a.admin_level, a.kind), shapely.from_wkt(a.geometry)) for a in areas]
    held = find_lies([shapely.Point(at.longitude, at.latitude)], told).shares
    return [area for area in areas if (0, area.id) in held]


def areas_around(area: str, holding: Sequence[HoldingArea]) -> list[HoldingArea]:
    """Return those of the areas at its point that an area may lie in: larger ones, if it has an outline."""
    ids = [one.id for one in holding]
    return list(holding[ids.index(area) + 1 :] if area in ids else holding)


def retrieve_near(
    graph: Graph, at: Position, *, apart: Collection[str], datasets: Sequence[str] | None
) -> list[Near]:
    """Return the three named places nearest to a position by their locations, those `apart` left out."""
    found: Sequence[Neighbour] = ()
    for within_m in _WITHIN_M:
        found = find_neighbours(graph, rows={"": (at, apart)}, within_m=within_m, datasets=datasets)[""]
        if len(found) >= _MOST:
            break
    if not found:
        return []
    there = np.array([n.position.latitude for n in found]), np.array([n.position.longitude for n in found])
    here = np.full(len(found), at.latitude), np.full(len(found), at.longitude)
    metres = point_distances_m(*there, *here)
    bearings = bearings_deg(*there, *here)
    near = [
        Near(n.id, n.name, round(m, 3), b)
        for n, m, b in zip(found, metres.tolist(), bearings.tolist(), strict=True)
    ]
    return sorted(near, key=lambda n: (n.distance_m, n.id))[:_MOST]
