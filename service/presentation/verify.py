"""Whether a text says only what the evidence holds: every number, date, id and quoted name of each line."""

import re
from collections.abc import Sequence

from queries.catalogue.catalogue import Language
from service.answer import Citation, Rejected
from service.presentation.compose import Composed

_MARK = re.compile(r"\[(\d+)\]")
_QUOTED = re.compile(r"“[^”]*”")
_DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_ID = re.compile(r"\b(?:node|way|relation)/\d+\b|\b8[0-9a-f]{14}\b")
_NUMBER = re.compile(r"\d(?:[\d.,]*\d)?")
# what stands in the text exactly as it stands in the evidence, in the order in which it is taken out
_EXACT = (("name", _QUOTED), ("id", _ID), ("date", _DATE))


def verify(
    text: str, *, citations: Sequence[Citation], given: Sequence[str] = (), language: Language
) -> tuple[Rejected, ...]:
    """Return the lines that the evidence does not bear out, and why; empty where all is borne out.

    A line may use what the facts it cites hold; a line without a mark, the first fact, which is about the
    whole answer. `given` are strings of the evidence that any line may repeat. A number counts as held
    where a fact has it, or has it with more decimals.
    """
    facts = {citation.n: citation for citation in citations}
    rejected = []
    for line in text.splitlines():
        marks = [int(mark) for mark in _MARK.findall(line)]
        unknown = [n for n in marks if n not in facts]
        if unknown:
            rejected.append(Rejected(text=line, why=f"no fact [{unknown[0]}]"))
            continue
        cited = [facts[n] for n in marks] or list(citations[:1])
        held = "\n".join([*(c.fact for c in cited), *(id_ for c in cited for id_ in c.ids), *given])
        why = _find_unheld(_MARK.sub("", line), held, language)
        if why is not None:
            rejected.append(Rejected(text=line, why=why))
    return tuple(rejected)


def verified_text(composed: Composed, language: Language) -> str:
    """Return the composed text if the evidence bears out every line, else the facts themselves."""
    if not verify(composed.text, citations=composed.citations, given=composed.given, language=language):
        return composed.text
    return "\n".join(f"{citation.fact} [{citation.n}]" for citation in composed.citations)


def _find_unheld(line: str, held: str, language: Language) -> str | None:
    for what, pattern in _EXACT:
        there = set(pattern.findall(held))
        for found in pattern.findall(line):
            if found not in there:
                return f"the {what} {found} is not in the evidence"
        line, held = pattern.sub(" ", line), pattern.sub(" ", held)
    written = set(_NUMBER.findall(held))
    numbers = [_read(found, language)[0] for found in written]
    for found in set(_NUMBER.findall(line)) - written:
        value, unit = _read(found, language)
        # a little over half a unit: the fact itself is rounded, farther on
        if not any(
            abs(value - number) <= 0.51 * unit if unit < 1 or number % 1 else value == number
            for number in numbers
        ):
            return f"the number {found} is not in the evidence"
    return None


def _read(text: str, language: Language) -> tuple[float, float]:
    """Return the number and the unit of its last decimal."""
    thousands, point = (".", ",") if language == "pt" else (",", ".")
    whole, _, decimals = text.replace(thousands, "").partition(point)
    try:
        return float(f"{whole}.{decimals or 0}"), 10.0 ** -len(decimals)
    except ValueError:
        return float("nan"), 1.0
