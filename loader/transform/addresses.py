"""From elements with a house number to rows of the graph: of which street each house is; pure."""

import math
import re
from collections.abc import Mapping, Sequence

import numpy as np
import shapely
from shapely.geometry import Point

from loader.formats.extract import AddressElement, RoadElement
from loader.formats.intake import HOUSE_NUMBER
from loader.formats.shapes import mend
from loader.transform.places import find_alt_names, find_name, split_tags
from queries.catalogue.addresses import house_keys, read_mark
from queries.catalogue.catalogue import split_values
from queries.geometry.distance import locate
from queries.geometry.position import Position
from queries.rows import AddressRow

# a house stands no farther from its street; degrees of latitude are so many metres
BESIDE_M = 60.0
_DEGREE_M = 111_320.0
_STREET = re.compile(r"addr:(street|place)(:[a-z]{2,3})?")
# seven decimals are a centimetre
_DECIMALS = 7


def transform_addresses(elements: Sequence[AddressElement], roads: Sequence[RoadElement]) -> list[AddressRow]:
    """Return a row for each house number that tells a number, ordered by id.

    A house is of the street, or else the place, that its tags name; without them of the named road nearest
    to it, up to 60 m; one beside none is left out, since nobody can ask for it.
    """
    numbered = {e.id: (e, numbers) for e in elements if (numbers := _numbers(e))}
    streets = {id_: find_streets(element.tags) for id_, (element, _) in numbered.items()}
    lost = [element for id_, (element, _) in numbered.items() if not streets[id_]]
    beside = _find_beside(lost, roads)
    rows = []
    for id_ in sorted(numbered):
        element, numbers = numbered[id_]
        if names := streets[id_] or beside.get(id_, ()):
            rows.append(_row(element, numbers, names, beside=id_ in beside))
    return rows


def find_streets(tags: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of the street that an address tells, in other languages too, then of the place.

    >>> find_streets({"addr:place": "Vila", "addr:street": "Rua A;Rua B"})
    ('Rua A', 'Rua B', 'Vila')
    """
    told = sorted((key for key in tags if _STREET.fullmatch(key)), key=lambda key: ("place" in key, key))
    return tuple(dict.fromkeys(name for key in told for name in split_values(tags[key])))


def _numbers(element: AddressElement) -> tuple[str, ...]:
    if not element.marks:
        return house_keys(element.tags[HOUSE_NUMBER])
    stretches = [read_mark(mark) for mark in element.marks]
    return tuple(str(n) for low, high, step in stretches for n in range(low, high + 1, step))


def _row(
    element: AddressElement, numbers: tuple[str, ...], streets: tuple[str, ...], *, beside: bool
) -> AddressRow:
    shape = element.shape if element.marks else mend(element.shape)[0]
    point = isinstance(shape, Point)
    kept = {k: v for k, v in element.tags.items() if k.startswith("addr:") and k != HOUSE_NUMBER}
    return AddressRow(
        id=element.id,
        number=element.tags[HOUSE_NUMBER].strip(),
        numbers=numbers,
        streets=streets,
        beside=beside,
        position=Position(shape.y, shape.x) if point else locate(shape),
        geometry=None if point else shapely.to_wkt(shape, rounding_precision=_DECIMALS, trim=True),
        tags=split_tags({k: v for k, v in kept.items() if not _STREET.fullmatch(k)}),
        marks=element.marks,
    )


def _find_beside(
    elements: Sequence[AddressElement], roads: Sequence[RoadElement]
) -> dict[str, tuple[str, ...]]:
    """Return the names of the nearest named road of each house, of two as near the smaller id's."""
    named = sorted((road for road in roads if find_name(road.tags)), key=lambda road: road.id)
    if not elements or not named:
        return {}
    points = np.array([shapely.get_coordinates(shapely.centroid(e.shape))[0] for e in elements])
    # a plane in which a degree is as long one way as the other, true enough over 60 m in one city
    scale = np.array([math.cos(math.radians(float(points[:, 1].mean()))), 1.0])
    lines = shapely.transform(np.array([road.shape for road in named]), lambda at: at * scale)
    found = shapely.STRtree(lines).query_nearest(
        shapely.points(points * scale), max_distance=BESIDE_M / _DEGREE_M
    )
    nearest: dict[int, int] = {}
    for house, road in found.T.tolist():
        nearest[house] = min(road, nearest.get(house, road))
    return {
        elements[house].id: (find_name(named[road].tags) or "", *find_alt_names(named[road].tags))
        for house, road in nearest.items()
    }
