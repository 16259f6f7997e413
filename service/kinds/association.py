"""Kinds of place that go together, and where places pile up: pairs and zones, without weighing chance."""

from queries.statements.places import count_service_places
from service.asking import Asking
from service.checks import answer_services
from service.evidence import Evidence
from service.kinds.near import say_pair
from service.kinds.zones import count_pairs, frame, say_none, say_ranked
from service.members import fill_members
from service.ranking import fill_ranking
from service.sentences import number
from service.sheet import Sheet
from service.wording import asked_kinds, conditions, measured

# pairs that the text goes through, as evidence
_PAIRS = 5


def fill(asking: Asking, evidence: Evidence) -> None:
    """Find the pairs of the two kinds, and the zones by how many of them have their first place there."""
    reading = evidence.reading
    fill_ranking(asking, evidence, by="pairs")
    fill_members(asking, evidence)
    services = answer_services(reading)
    evidence.mapped = count_service_places(asking.graph, services=services, datasets=asking.datasets)
    if evidence.places:
        evidence.verdict = "yes"
    else:
        evidence.verdict = "partial" if evidence.uncertain else "no"


def fill_clusters(asking: Asking, evidence: Evidence) -> None:
    """Count what piles up in every zone, of pairs only what is near enough."""
    fill_ranking(asking, evidence)
    fill_members(asking, evidence)


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
