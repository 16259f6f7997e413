"""Says how far two things are, and in which direction."""

import numpy as np

from queries.geometry.distance import bearings_deg
from queries.statements.pairs import FoundPair
from queries.statements.places import FoundPlace
from service.language.phrasing import capitalised, compass, metres, number
from service.presentation.beside.uncertainty import say_edge
from service.presentation.intents import nearest
from service.presentation.sheet import Sheet
from service.presentation.wording import call_place, data_of, measured


def say(sheet: Sheet) -> None:
    """Say the metres, and the direction as it is seen from the second place."""
    if not sheet.evidence.pairs:
        nearest.say(sheet)
        return
    for pair in sheet.evidence.listed_pairs:
        _say_pair(sheet, pair)
    say_edge(sheet)


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
