"""How far two things are, and where one is as seen from the other; or how far the nearest of a kind is."""

from dataclasses import replace

import numpy as np

from queries.geometry.distance import distances_m
from queries.statements.pairs import FoundPair, FoundShape, find_shapes
from service.evidence.evidence import Evidence, Measured
from service.retrieval.context import Asking
from service.retrieval.geocoding.geocoder import Landmark
from service.retrieval.intents import nearest
from service.retrieval.spatial.within import to_shapes


def fill(asking: Asking, evidence: Evidence) -> None:
    """Measure between the two places named; to the nearest of what is asked for where one is named."""
    if evidence.reading.services:
        _fill_nearest(asking, evidence)
        return
    a, b = asking.landmarks
    to_b = _measure(replace(a.outline, id=id_of(a)), b)
    evidence.pairs = [to_b]
    evidence.places = [Measured(to_b.from_id, evidence.metres(to_b), to_b.to_id)]
    evidence.edge_known = True
    if not (asking.edge.is_told_exactly(a) and asking.edge.is_told_exactly(b)):
        evidence.doubted = {to_b.from_id}


def id_of(mark: Landmark) -> str:
    """Return what a place named goes by in an answer: its id, or that which stands for it."""
    return mark.known.id if mark.known is not None else (mark.place.id or mark.place.name)


def _fill_nearest(asking: Asking, evidence: Evidence) -> None:
    nearest.fill(asking, evidence)
    marks = [mark for mark in asking.landmarks if mark.place.relation == "from"]
    if not (evidence.places and marks):
        return
    shapes = find_shapes(asking.graph, ids=[place.id for place in evidence.places])
    to_mark = {shape.id: _measure(shape, marks[0]) for shape in shapes}
    evidence.pairs = [to_mark[place.id] for place in evidence.places if place.id in to_mark]


def _measure(shape: FoundShape, mark: Landmark) -> FoundPair:
    one, other, first = to_shapes([shape]), to_shapes([mark.outline]), np.zeros(1, dtype=np.int64)
    edge, centre = distances_m(one, first, other, first)
    return FoundPair(shape.id, id_of(mark), float(edge[0]), float(centre[0]))
