"""How far two things are, and where one is as seen from the other; or how far the nearest of a kind is."""

from dataclasses import replace

import numpy as np

from queries.geometry.distance import bearings_deg, distances_m
from queries.statements.pairs import FoundPair, FoundShape, find_shapes
from queries.statements.places import FoundPlace
from service.asking import Asking
from service.evidence import Evidence, Measured
from service.kinds import nearest
from service.landmarks import Landmark
from service.nearby import to_shapes
from service.sentences import capitalised, compass, metres, number
from service.sheet import Sheet
from service.uncertainty import say_edge
from service.wording import call_place, data_of, measured


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


def say(sheet: Sheet) -> None:
    """Say the metres, and the direction as it is seen from the second place."""
    if not sheet.evidence.pairs:
        nearest.say(sheet)
        return
    for pair in sheet.evidence.listed_pairs:
        _say_pair(sheet, pair)
    say_edge(sheet)


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


def _bearing(a: FoundPlace, b: FoundPlace) -> float:
    """Return the bearing at b towards a."""
    at = [np.array([value]) for p in (b, a) for value in (p.position.latitude, p.position.longitude)]
    return round(float(bearings_deg(*at)[0]), 1) % 360


def _say_pair(sheet: Sheet, pair: FoundPair) -> None:
    evidence, language = sheet.evidence, sheet.language
    a = capitalised(call_place(pair.from_id, evidence, language, first=False, beside=pair.to_id))
    b = call_place(pair.to_id, evidence, language, first=False, beside=pair.from_id)
    far_m, how = evidence.metres(pair), measured(evidence, language)
    exact = f"{number(far_m, language, decimals=2)} m"
    centre = f"{number(pair.centre_dist_m, language, decimals=2)} m"
    one, other = evidence.known.get(pair.from_id), evidence.known.get(pair.to_id)
    seen = ""
    if one and other and one.position != other.position:
        degrees = _bearing(one, other)
        towards = f"{compass(degrees, language)} ({number(degrees, language, decimals=1)}°)"
        seen = f"; visto de {b}, a {towards}" if language == "pt" else f"; seen from {b}, to the {towards}"
    data = data_of(evidence.datasets, language)
    between = "entre os pontos centrais" if language == "pt" else "between the central points"
    fact = f"{', '.join(sheet.statements)}: {a} – {b}: {exact}{how}; {between} {centre}{seen}; {data}"
    mark = sheet.cite(fact, (pair.from_id, pair.to_id))
    if far_m == 0 and evidence.measure == "edge":
        pt, en = (
            f"{a} e {b} tocam-se ou um contém o outro (0 m)",
            f"{a} and {b} touch or one holds the other (0 m)",
        )
    else:
        pt = f"{a} fica a {metres(far_m, language)} de {b}{how}"
        en = f"{a} is {metres(far_m, language)} from {b}{how}"
    sheet.say(f"{pt}{seen} {mark}.", f"{en}{seen} {mark}.")
    if evidence.measure == "edge" and round(pair.centre_dist_m) != round(far_m):
        said = metres(pair.centre_dist_m, language)
        sheet.say(
            f"Entre os pontos centrais são {said} {mark}.", f"Between the central points it is {said} {mark}."
        )
