"""Says which places are nearest, and how far they are."""

from service.choices import TEXT_ITEMS
from service.language.phrasing import (
    capitalised,
    each_one,
    joined,
    kinds,
    nearest_kinds,
    no_kind,
    number,
    quoted,
)
from service.presentation.beside.uncertainty import say_edge
from service.presentation.intents.near import frame, say_items, say_none, say_place, say_shown, say_totals
from service.presentation.sheet import Sheet
from service.presentation.wording import (
    asked_kinds,
    conditions,
    data_of,
    measured,
    nearest_of_each,
    nouns_of,
    tags_of,
)
from service.reading import answer_services


def say(sheet: Sheet) -> None:
    """Say what is nearest, and how far; or that there is nothing."""
    if sheet.evidence.reading.each:
        _say_each(sheet)
    else:
        _say_from(sheet)


def _say_from(sheet: Sheet) -> None:
    evidence, language = sheet.evidence, sheet.language
    reading, total, services = evidence.reading, evidence.total, answer_services(evidence.reading)
    if evidence.outcome == "none":
        say_none(sheet)
        return
    to = joined([quoted(p.name) for p in reading.places if p.relation == "from"], language, any_of=True)
    mark = frame(sheet, what=to)
    nouns, tags = (
        nouns_of(services, reading, language),
        tags_of(services, reading, language, plural=total > 1),
    )
    what = capitalised(nearest_kinds(nouns, language, count=total, tags=tags))
    where, how = conditions(reading, language), measured(evidence, language)
    if language == "pt":
        that = f" que {'fica' if total == 1 else 'ficam'} {where}" if where else ""
        sheet.lines.append(f"{what} de {to}{that}{how} {mark}.")
    else:
        that = f" that {'is' if total == 1 else 'are'} {where}" if where else ""
        sheet.lines.append(f"{what} to {to}{that}{how} {mark}.")
    if total < (reading.limit or 1):
        many = number(reading.limit or 1, language)
        pt, en = f"Pediu-se {many}: os dados não têm mais", f"{many} were asked for: the data have no more"
        _say_cited(sheet, pt, en)
    if evidence.as_near:
        many = number(evidence.as_near, language)
        pt = f"Tão perto quanto o último, fora da lista: {many}"
        en = f"As near as the last one, and left out: {many}"
        _say_cited(sheet, pt, en)
    say_edge(sheet)
    for place in evidence.listed_places[:TEXT_ITEMS]:
        say_place(sheet, place)


def _say_each(sheet: Sheet) -> None:
    evidence, language = sheet.evidence, sheet.language
    reading = evidence.reading
    services, total = answer_services(reading), evidence.total
    where, data = conditions(reading, language), data_of(evidence.datasets, language)
    where = f" {where}" if where else ""
    if evidence.outcome == "none":
        other = nearest_of_each(reading, language, found=False)
        mark = frame(sheet, what=other)
        nouns, tags = nouns_of(services, reading, language), tags_of(services, reading, language)
        kind = capitalised(no_kind(nouns, language, tags=tags))
        pt = f"{kind}{where} tem {other} nos dados de {data}"
        en = f"{kind}{where} has {other} in the data of {data}"
        sheet.say(f"{pt} {mark}.", f"{en} {mark}.")
        say_totals(sheet, mark)
        say_edge(sheet)
        return
    nearest = nearest_of_each(reading, language)
    mark = frame(sheet, what=nearest)
    what = f"{number(total, language)} {asked_kinds(services, reading, language, count=total)}"
    each = each_one(nouns_of(services, reading, language), language)
    how = measured(evidence, language)
    pt, en = f"{each} com {nearest}{how}", f"{each} with {nearest}{how}"
    sheet.say(f"{what}{where}, {pt} {mark}.", f"{what}{where}, {en} {mark}.")
    if evidence.without:
        many = f"{number(evidence.without, language)} {kinds(services, language, count=evidence.without)}"
        b = nearest_of_each(reading, language, found=False)
        pt, en = f"Sem {b} nos dados: {many}", f"Without {b} in the data: {many}"
        _say_cited(sheet, pt, en)
    say_shown(sheet, mark)
    say_edge(sheet)
    say_items(sheet)


def _say_cited(sheet: Sheet, pt: str, en: str) -> None:
    """Write a sentence that is its own fact."""
    mark = sheet.cite(pt if sheet.language == "pt" else en)
    sheet.say(f"{pt} {mark}.", f"{en} {mark}.")
