"""Says what lies along a street, or which streets connect two others."""

from service.answer import Street
from service.choices import TEXT_ITEMS
from service.language.phrasing import number, quoted
from service.presentation.intents import near
from service.presentation.sheet import Sheet
from service.presentation.wording import data_of
from service.reading import answer_services


def say(sheet: Sheet) -> None:
    """Say what lies along the street; or which streets connect the two, and whether they meet."""
    if answer_services(sheet.evidence.reading):
        near.say(sheet)
        return
    evidence, language = sheet.evidence, sheet.language
    a, b = (quoted(place.name) for place in evidence.reading.places)
    count, data = len(evidence.streets), data_of(evidence.datasets, language)
    many, statements = number(count, language), ", ".join(sheet.statements)
    pt = f"{many} {'via toca' if count == 1 else 'vias tocam'} tanto {a} como {b}"
    en = f"{many} {'road meets' if count == 1 else 'roads meet'} both {a} and {b}"
    if not count:
        pt, en = f"Nenhuma via toca tanto {a} como {b}", f"No road meets both {a} and {b}"
    shown = f"{number(evidence.shown_streets, language)} / {many}"
    listed = "na lista" if language == "pt" else "listed"
    fact = f"{statements}: {pt if language == 'pt' else en}; {listed} {shown}; {data}"
    mark = sheet.cite(fact, [street.id for street in evidence.streets[:TEXT_ITEMS]])
    sheet.say(f"{pt} {mark}.", f"{en} {mark}.")
    for street in evidence.streets[: min(evidence.shown_streets, TEXT_ITEMS)]:
        name = quoted(street.name) if street.name else _nameless(sheet, street)
        sheet.lines.append(f"– {name} {sheet.cite(f'{name}: {street.id}', [street.id])}")
    _say_met(sheet, a, b)


def _nameless(sheet: Sheet, street: Street) -> str:
    joined = sheet.evidence.joined
    kind = joined.classes.get(street.id, "") if joined else ""
    return (
        f"via sem nome (highway={kind})"
        if sheet.language == "pt"
        else f"a road without a name (highway={kind})"
    )


def _say_met(sheet: Sheet, a: str, b: str) -> None:
    met = sheet.evidence.joined.met if sheet.evidence.joined else ()
    ids = sorted({id_ for pair in met for id_ in pair})[:TEXT_ITEMS]
    if met:
        pt, en = f"{a} e {b} encontram-se também diretamente", f"{a} and {b} meet directly too"
        if not sheet.evidence.streets:
            pt, en = f"{a} e {b} encontram-se diretamente", f"{a} and {b} meet directly"
    else:
        pt, en = f"{a} e {b} não se encontram diretamente", f"{a} and {b} do not meet directly"
    mark = sheet.cite(pt if sheet.language == "pt" else en, ids)
    sheet.say(f"{pt} {mark}.", f"{en} {mark}.")
