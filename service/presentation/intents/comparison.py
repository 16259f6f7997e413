"""Says which side of a comparison has more."""

from service.evidence.evidence import Compared
from service.language.phrasing import capitalised, joined, kind_label, number
from service.presentation.beside.uncertainty import say_edge
from service.presentation.beside.unsaid import say_untold_there
from service.presentation.intents.zones import count_kinds
from service.presentation.sheet import Sheet
from service.presentation.wording import asked_kinds, conditions, data_of, measured
from service.reading import answer_services


def say(sheet: Sheet) -> None:
    """Say which side has more and by how many, or that they are level, then each side's count."""
    evidence, language = sheet.evidence, sheet.language
    lines = [_side_line(sheet, side) for side in evidence.sides]
    statements, data = ", ".join(sheet.statements), data_of(evidence.datasets, language)
    totals = [
        f"{number(count, language)} {kind_label(service, language, plural=count != 1)}"
        for service, count in evidence.mapped.items()
    ]
    verdict, compared = _verdict(sheet), _compared(sheet)
    said = verdict + compared if verdict else capitalised(compared)
    mark = sheet.cite("; ".join([f"{statements}: {said}", *lines, *totals, data]))
    sheet.lines.append(f"{said} {mark}.")
    for line in lines:
        sheet.lines.append(f"– {line} {sheet.cite(line)}")
    if totals:
        listed = joined(totals, language)
        sheet.say(
            f"Ao todo há nos dados: {listed} {mark}.", f"In the data there are in all: {listed} {mark}."
        )
    say_edge(sheet)


def _verdict(sheet: Sheet) -> str:
    words = {
        "yes": ("Sim: ", "Yes: "),
        "no": ("Não: ", "No: "),
        "partial": (
            "Não se sabe ao certo, pelo que os dados não dizem: ",
            "Not known for sure, by what the data do not say: ",
        ),
    }
    if sheet.evidence.verdict is None:
        return ""
    return words[sheet.evidence.verdict][sheet.language != "pt"]


def _compared(sheet: Sheet) -> str:
    """Say which side has most: "more cafes in “A” (12) than in “B” (9), by 3"; or that they are level."""
    language, pt = sheet.language, sheet.language == "pt"
    sides = sorted(sheet.evidence.sides, key=lambda side: -side.total)
    best = sides[0].total
    by_place = sides[0].place is not None
    if sides[-1].total == best:
        names, count = joined([_name(sheet, side) for side in sides], language), number(best, language)
        if not by_place:
            equal = "tantos de uns como de outros" if pt else "as many of each"
            return f"{equal}: {names} ({count}){_where(sheet)}"
        said = f"o mesmo número de {_what(sheet)} {names}" if pt else f"as many {_what(sheet)} {names}"
        return f"{said} ({count}){_where(sheet)}"
    first, rest = (
        joined(
            [f"{_name(sheet, s)} ({number(s.total, language)})" for s in sides if holds(s.total)], language
        )
        for holds in (best.__eq__, best.__gt__)
    )
    gap = number(best - max(side.total for side in sides if side.total < best), language)
    what = f"{_what(sheet)} " if by_place else ""
    if pt:
        return f"mais {what}{first} do que {rest}, por {gap}{_where(sheet)}"
    return f"more {what}{first} than {rest}, by {gap}{_where(sheet)}"


def _what(sheet: Sheet) -> str:
    """Name what is counted, with the conditions that all sides share."""
    reading, language = sheet.evidence.reading, sheet.language
    kinds = asked_kinds(answer_services(reading), reading, language, count=2)
    apart = reading.model_copy(update={"places": tuple(p for p in reading.places if p.of == "b")})
    near = conditions(apart, language) if reading.pairs else ""
    return " ".join(part for part in (kinds, near) if part)


def _where(sheet: Sheet) -> str:
    """Tell where, if all sides share it, and how metres were measured."""
    evidence, language = sheet.evidence, sheet.language
    shared = "" if evidence.sides[0].place is not None else conditions(evidence.reading, language)
    return (f", {shared}" if shared else "") + measured(evidence, language)


def _name(sheet: Sheet, side: Compared) -> str:
    """Name a side: "in “A”", "within 500 m of “B”", "fountains"."""
    language = sheet.language
    if side.place is None:
        return asked_kinds(side.services, sheet.evidence.reading, language, count=2)
    alone = sheet.evidence.reading.model_copy(
        update={"pairs": (), "places": (side.place.model_copy(update={"of": "a"}),)}
    )
    return conditions(alone, language)


def _side_line(sheet: Sheet, side: Compared) -> str:
    """Tell one side: "in “A”: 12 (7 cafes, 5 bars)"."""
    language = sheet.language
    name = _name(sheet, side)
    said = number(side.total, language)
    if side.place is not None or side.counts:
        said = count_kinds(side.total, dict(side.counts), sheet)
    said += say_untold_there(side.untold, language)
    if side.uncertain:
        said += (
            "; pode haver mais, para lá da borda dos dados"
            if language == "pt"
            else "; there may be more, past the edge of the data"
        )
    return f"{name}: {said}"
