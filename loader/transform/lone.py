"""Places that are one of a kind only where no other of that kind is near: a lone stop position."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from loader.formats.extract import PlaceElement
from queries.catalogue.catalogue import Catalogue
from queries.geometry.distance import Shapes, pairs_within
from queries.rows import POIRow
from queries.statements.pairs import FoundShape

LONE_M = 50.0


def add_lone(rows: Sequence[POIRow], elements: Iterable[PlaceElement], catalogue: Catalogue) -> list[POIRow]:
    """Return the rows, those with a service's `lone` tags of that service too, where none is within 50 m.

    In the data read: what lies past its edge is not known.
    """
    services = {row.id: set(row.services) for row in rows}
    tags = {element.id: element.tags for element in elements}
    for service in catalogue.services.values():
        if not service.lone:
            continue
        there = [row for row in rows if service.id in row.services]
        may_be = [
            row
            for row in rows
            if service.id not in row.services and any(rule.matches(tags[row.id]) for rule in service.lone)
        ]
        pairs = pairs_within(_shapes(may_be), _shapes(there), LONE_M)
        near = set(np.unique(pairs.i).tolist())
        for number, row in enumerate(may_be):
            if number not in near:
                services[row.id].add(service.id)
    return [row if len(services[row.id]) == len(row.services) else _as(row, services[row.id]) for row in rows]


def _as(row: POIRow, services: Iterable[str]) -> POIRow:
    return replace(row, services=tuple(sorted(services)))


def _shapes(rows: Iterable[POIRow]) -> Shapes:
    return Shapes.from_found(
        FoundShape(row.id, row.position.latitude, row.position.longitude, row.geometry, row.reach_m)
        for row in rows
    )
