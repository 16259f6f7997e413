"""Says which places are near which, in areas, with tags, and how many there are."""

from collections.abc import Sequence

from queries.catalogue.catalogue import Language
from queries.statements.pairs import FoundPair
from service.choices import TEXT_ITEMS
from service.evidence.evidence import Measured
from service.language.phrasing import capitalised, joined, kinds, mapped, metres, no_kind, number, quoted
from service.presentation.beside.joined import beside_count, say_things
from service.presentation.beside.members import say_members
from service.presentation.beside.uncertainty import say_edge
from service.presentation.sheet import Sheet
from service.presentation.wording import (
    asked_kinds,
    call_place,
    conditions,
    data_of,
    measured,
    nouns_of,
    tags_of,
)
from service.reading import answer_services


def say(sheet: Sheet) -> None:
    """Say how many were found, where the data end, and the first of them; or that there is none."""
    if sheet.evidence.outcome == "none":
        say_none(sheet)
        return
    _say_found(sheet)
    say_things(sheet)
    say_members(sheet)
    say_edge(sheet)
    say_items(sheet)


def frame(sheet: Sheet, *, what: str = "") -> str:
    """Cite what the whole answer rests on: totals, conditions (and `what`), data, statements."""
    evidence, language = sheet.evidence, sheet.language
    asked = answer_services(evidence.reading)
    where = " ".join(part for part in (conditions(evidence.reading, language), what) if part)
    things = evidence.total_things
    counted = f"{number(things, language)} {asked_kinds(asked, evidence.reading, language, count=2)}"
    counted += beside_count(evidence, language)
    shown = f"{number(evidence.shown_places, language)} / {number(evidence.total, language)}"
    if evidence.pairs:
        shown += (
            f"; {number(evidence.shown_pairs, language)} / {number(len(evidence.pairs), language)} "
            f"{'pares' if language == 'pt' else 'pairs'}"
        )
    totals = ", ".join(
        f"{number(count, language)} {kinds([service], language, count=count)}"
        for service, count in evidence.mapped.items()
    )
    parts = [
        f"{', '.join(sheet.statements)}: {counted}",
        where + measured(evidence, language),
        f"{'na lista' if language == 'pt' else 'listed'} {shown}",
        totals and f"{'no grafo' if language == 'pt' else 'in the graph'}: {totals}",
        data_of(evidence.datasets, language),
    ]
    return sheet.cite("; ".join(part for part in parts if part))


def _say_found(sheet: Sheet) -> None:
    evidence, language = sheet.evidence, sheet.language
    reading, total = evidence.reading, evidence.total_things
    mark = frame(sheet)
    what = (
        f"{number(total, language)} {asked_kinds(answer_services(reading), reading, language, count=total)}"
        f"{beside_count(evidence, language)}"
    )
    where = conditions(reading, language)
    how = measured(evidence, language) if where else ""
    lacking = any(pair.relation == "beyond" for pair in reading.pairs)
    if lacking:
        # what is not mapped may be there: the data say so, the day they are of
        data = data_of(evidence.datasets, language)
        how += f", nos dados de {data}" if language == "pt" else f", in the data of {data}"
    if reading.kind == "count" or lacking or not where:
        where = where or ("nos dados" if language == "pt" else "in the data")
        verb = "is" if total == 1 else "are"
        sheet.say(f"Há {what} {where}{how} {mark}.", f"There {verb} {what} {where}{how} {mark}.")
    else:
        pt, en = ("fica", "is") if total == 1 else ("ficam", "are")
        sheet.say(f"{what} {pt} {where}{how} {mark}.", f"{what} {en} {where}{how} {mark}.")
    say_shown(sheet, mark)


def say_shown(sheet: Sheet, mark: str) -> None:
    """Say how many of all the list shows."""
    evidence, language, total = sheet.evidence, sheet.language, sheet.evidence.total
    nouns = ("lugar", "lugares"), ("place", "places")
    if evidence.total_things < total:
        nouns = ("elemento", "elementos"), ("element", "elements")
    shown = _some_of(evidence.shown_places, total, language, *nouns)
    if evidence.pairs:
        of_pairs = (evidence.shown_pairs, len(evidence.pairs))
        shown = joined([shown, _some_of(*of_pairs, language, ("par", "pares"), ("pair", "pairs"))], language)
    sheet.say(f"A lista mostra {shown} {mark}.", f"The list shows {shown} {mark}.")


def _some_of(shown: int, total: int, language: Language, pt: tuple[str, str], en: tuple[str, str]) -> str:
    """Say "5 of 39 places", "1 of 1 place"."""
    noun = (pt if language == "pt" else en)[total != 1]
    of = "de" if language == "pt" else "of"
    return f"{number(shown, language)} {of} {number(total, language)} {noun}"


def say_items(sheet: Sheet) -> None:
    """Go through the first of the pairs, or of the places where there are none."""
    evidence = sheet.evidence
    if evidence.pairs:
        ranks = evidence.pair_ranks
        first = sorted(
            range(evidence.shown_pairs),
            key=lambda i: -ranks[p.from_id, p.to_id].rrf if (p := evidence.pairs[i]) and ranks else i,
        )[:TEXT_ITEMS]
        for i in sorted(first):
            say_pair(sheet, evidence.pairs[i])
        return
    of_places = evidence.place_ranks
    first = sorted(
        range(evidence.shown_places),
        key=lambda i: -of_places[evidence.places[i].id].rrf if of_places else i,
    )[:TEXT_ITEMS]
    for i in sorted(first):
        say_place(sheet, evidence.places[i])


def say_pair(sheet: Sheet, pair: FoundPair) -> None:
    """Write a line about two places and the metres between them."""
    a = call_place(pair.from_id, sheet.evidence, sheet.language, beside=pair.to_id)
    b = call_place(pair.to_id, sheet.evidence, sheet.language, first=False, beside=pair.from_id)
    _say_metres(sheet, a, b, sheet.evidence.metres(pair), (pair.from_id, pair.to_id))


def say_place(sheet: Sheet, place: Measured) -> None:
    """Say of a place how far it is from what it was measured to."""
    evidence, language = sheet.evidence, sheet.language
    name = call_place(place.id, evidence, language, beside=place.nearest_id)
    if place.distance_m is None:
        mark = sheet.cite(name, [place.id])
        lacking = any(pair.relation == "beyond" for pair in evidence.reading.pairs)
        none = ("nenhum nos dados", "none in the data")[language == "en"] if lacking else ""
        sheet.lines.append(f"– {name}{f': {none}' if none else ''} {mark}")
        return
    to = "" if place.named is None else quoted(evidence.reading.places[place.named].name)
    if place.nearest_id:
        to = call_place(place.nearest_id, evidence, language, first=False, beside=place.id)
    ids = (place.id, place.nearest_id) if place.nearest_id else (place.id,)
    if place.named is None:
        to += ", o mais próximo" if language == "pt" else ", the nearest"
    _say_metres(sheet, name, to, place.distance_m, ids)


def _say_metres(sheet: Sheet, a: str, b: str, distance_m: float, ids: Sequence[str]) -> None:
    language, edge = sheet.language, sheet.evidence.measure == "edge"
    exact = f"{number(distance_m, language, decimals=2)} m"
    fact = f"{a} – {b}: {exact}"
    mark = sheet.cite(fact, ids)
    if distance_m == 0 and edge:
        pt, en = "tocam-se ou um contém o outro", "they touch or one holds the other"
        sheet.say(f"– {a}: a 0 m de {b}, {pt} {mark}", f"– {a}: 0 m from {b}, {en} {mark}")
        return
    far = metres(distance_m, language)
    sheet.say(f"– {a}: a {far} de {b} {mark}", f"– {a}: {far} from {b} {mark}")


def say_none(sheet: Sheet) -> None:
    """Say that there is none, and how many are mapped at all."""
    evidence, language = sheet.evidence, sheet.language
    reading = evidence.reading
    services = answer_services(reading)
    mark = frame(sheet)
    nouns = nouns_of(services, reading, language)
    kind = no_kind(nouns, language, tags=tags_of(services, reading, language))
    data = data_of(evidence.datasets, language)
    if any(pair.relation == "beyond" for pair in reading.pairs):
        where = f"{conditions(reading, language, lacking=True)}{measured(evidence, language)}"
        pt, en = f"Não há {kind} {where}, nos dados", f"There is {kind} {where}, in the data"
    else:
        said = f"{capitalised(kind)} {mapped(nouns, language)}"
        where = conditions(reading, language)
        where = f" {where}{measured(evidence, language)}," if where else ""
        pt, en = f"{said}{where} nos dados", f"{said}{where} in the data"
    sheet.say(f"{pt} de {data} {mark}.", f"{en} of {data} {mark}.")
    say_totals(sheet, mark)
    say_edge(sheet)


def say_totals(sheet: Sheet, mark: str) -> None:
    """Say how many of each kind are mapped at all."""
    language = sheet.language
    totals = joined(
        [
            f"{number(count, language)} {kinds([service], language, count=count)}"
            for service, count in sheet.evidence.mapped.items()
        ],
        language,
    )
    sheet.say(f"Ao todo há nos dados: {totals} {mark}.", f"In the data there are in all: {totals} {mark}.")
