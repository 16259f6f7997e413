"""Which elements of a file meet a condition, and the table of perto's answers beside it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from service import Answer, Perto
from tests.conditions_by_hand.condition import Condition
from tests.conditions_by_hand.elements import Element


@dataclass(frozen=True, slots=True)
class Found:
    """Ids that meet a condition and ids that don't say; untold None: nothing was asked of tags."""

    yes: frozenset[str]
    untold: frozenset[str] | None


@dataclass(frozen=True, slots=True)
class Told:
    """What perto answered: its ids and numbers, or the words it could not read."""

    ids: frozenset[str]
    untold: int | None
    unread: str | None = None


def count_by_hand(condition: Condition, elements: Iterable[Element]) -> Found:
    """Count over raw tags; hours that can't be read count as untold."""
    yes, untold = set(), set()
    for element in elements:
        if condition.kind(element.tags):
            said = condition.says(element.tags) if condition.says else "yes"
            if said == "yes":
                yes.add(element.id)
            elif said != "no":
                untold.add(element.id)
    return Found(frozenset(yes), frozenset(untold) if condition.says else None)


def ask(perto: Perto, question: str, dataset: str) -> Told:
    """Ask for all places of an answer in one data set."""
    answer = perto.ask(question, mode="graph", limit="all", datasets=[dataset])
    if answer.outcome not in ("answered", "none"):
        return Told(frozenset(), None, refused_of(answer))
    return Told(frozenset(place.id for place in answer.places), getattr(answer, "untold", None))


def refused_of(answer: Answer) -> str:
    """Say why a question was not answered."""
    return f"“{answer.problem.part}”: {answer.problem.reason}" if answer.problem else answer.outcome


def table(
    rows: Iterable[tuple[Condition, Mapping[str, tuple[Told, Found]]]], explained: Mapping[str, str]
) -> str:
    """One row for each condition, in Markdown: perto / by hand, and how many don't say."""
    lines = []
    for condition, by_city in rows:
        cells = []
        for told, found in by_city.values():
            hand = _numbers(len(found.yes), None if found.untold is None else len(found.untold))
            cells += ["refused" if told.unread else _numbers(len(told.ids), told.untold), hand]
        asked = f"{condition.count_pt} · {condition.count_en}"
        differ = cells[::2] != cells[1::2]
        lines.append(f"| {' | '.join([asked, *cells, explained.get(condition.en, '?') if differ else ''])} |")
    return "\n".join(lines)


def _numbers(yes: int, untold: int | None) -> str:
    return f"{yes}" if untold is None else f"{yes} ({untold})"
