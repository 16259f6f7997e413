"""Says whether kinds of place go together, and in which zones; not whether that is more than chance."""

from service.language.phrasing import number
from service.presentation.intents.near import say_pair
from service.presentation.intents.zones import count_pairs, frame, say_none, say_ranked
from service.presentation.sheet import Sheet
from service.presentation.wording import asked_kinds, conditions, measured
from service.reading import answer_services

# pairs that the text goes through, as evidence
_PAIRS = 5


def say(sheet: Sheet) -> None:
    """Say whether there are such pairs, the nearest of them, and in which zones they are."""
    evidence, language = sheet.evidence, sheet.language
    mark = frame(sheet)
    yes = {
        "yes": ("Sim", "Yes"),
        "no": ("Não", "No"),
        "partial": ("Não se sabe ao certo", "Not known for sure"),
    }
    pt, en = yes[evidence.verdict or "no"]
    if evidence.outcome == "none":
        sheet.say(f"{pt}: nenhum par nos dados {mark}.", f"{en}: no pair in the data {mark}.")
        say_none(sheet, mark)
        return
    reading = evidence.reading
    where, how = conditions(reading, language), measured(evidence, language)
    kinds = asked_kinds(answer_services(reading), reading, language, count=2)
    of = sum(evidence.mapped.values()) if len(evidence.mapped) == 1 else None
    total = number(evidence.total, language)
    if of is not None:
        total += f" {'de' if language == 'pt' else 'of'} {number(of, language)}"
    pairs = count_pairs(len(evidence.pairs), language)
    sheet.say(
        f"{pt}: {total} {kinds} {where}{how} ({pairs}) {mark}.",
        f"{en}: {total} {kinds} {where}{how} ({pairs}) {mark}.",
    )
    _say_chance(sheet, mark)
    for pair in evidence.pairs[: min(evidence.shown_pairs, _PAIRS)]:
        say_pair(sheet, pair)
    say_ranked(sheet, mark)


def say_clusters(sheet: Sheet) -> None:
    """Say in which zones most of the places are."""
    mark = frame(sheet)
    if sheet.evidence.outcome == "none":
        say_none(sheet, mark)
        return
    say_ranked(sheet, mark)
    _say_chance(sheet, mark)


def _say_chance(sheet: Sheet, mark: str) -> None:
    """Say what such an answer does not."""
    sheet.say(
        f"Só se contam; se são mais do que o acaso daria não se pesa aqui {mark}.",
        f"They are only counted; whether they are more than chance would give is not weighed here {mark}.",
    )
