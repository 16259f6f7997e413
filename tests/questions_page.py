"""Writes docs/questions.md: the language by example, from the questions of the tests that are read right.

`python -m tests.questions_page`. Which questions a section shows is chosen for what they try that those
before them do not.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from queries.catalogue.catalogue import Language, load_catalogue
from service.language.phrasing import joined
from service.nlu.understand import plan
from tests.question_score import Entry, judge, read_half

PATH = Path(__file__).parents[1] / "docs" / "questions.md"
LANGUAGES: tuple[Language, ...] = ("pt", "en")
# kind, title, what it is, how many questions are shown of each language
SECTIONS = (
    ("pairs", "Near something", "Places of one kind near places of another, and how far apart they are.", 8),
    ("places", "In a place, near a place, of a sort", "Places of one kind; a place may be an area, a named "
     "place, a street, an H3 cell, an OpenStreetMap id or coordinates.", 8),
    ("count", "How many", "The number of them, with any of the conditions.", 4),
    ("absence", "Far from something, or without it", "Places that have none of the other kind so near.", 5),
    ("nearest", "The nearest", "At any distance; with “each”, one row for every place of the other kind.", 5),
    ("zones", "Zones and areas", "H3 cells, or districts and neighbourhoods, by what they hold.", 6),
    ("compare", "Compared", "Two places, or two kinds of place.", 4),
    ("distance", "How far", "Between two places, or to the nearest of a kind; direction included.", 4),
    ("along", "On a street", "What is on it, and which streets connect two.", 4),
    ("lookup", "About a place", "What is known of it, or what lies in it.", 4),
    ("association", "Do they go together", "Two kinds of place; perto counts, and does not weigh chance.", 3),
    ("clusters", "Where they gather", "Told by zones.", 3),
)  # fmt: skip
_REFUSED_EACH = 12
_WORDS_EACH = 6
# a group of thirty kinds written out is no example of anything
_LONGEST_SENTENCE = 180
_INTRO = """# Questions

Examples of what can be asked, in Portuguese and English, and how perto reads it. This page is written from
the tests (`make questions`): each question here is one of theirs and is read as it should be.
`perto ask --explain` shows the reading of yours. Which places a name means is up to the data.

They are no patterns to copy: words of nearness (near, within, perto de, a até), numbers in digits and words,
metres, kilometres, miles, feet, yards and minutes on foot all go together. `perto services` lists the kinds
of place, `queries/catalogue/catalogue.toml` has all their names and `tags.toml` beside it the words for their
tags.
"""


_UNIT = re.compile(r"\b(km|quil\w+|miles?|milhas?|feet|yards?|minut\w+|half|mei[oa])\b", re.IGNORECASE)
_plan = cache(plan)


def render_page() -> str:
    entries = read_half("tuned")
    parts = [_INTRO]
    for kind, title, told, most in SECTIONS:
        asked = [entry for entry in entries if entry.get("expect", {}).get("kind") == kind]
        rows = [_row(entry) for language in LANGUAGES for entry in _choose(asked, language, most)]
        parts.append(f"## {title}\n\n{told}\n\n{_table(('asked', 'read as', 'assumed'), rows)}")
    parts += [_refused(entries), _groups()]
    return "\n".join(parts)


def _choose(entries: Iterable[Entry], language: Language, most: int) -> list[Entry]:
    """Choose questions read right that show something new, the shortest of those that show as much."""
    left = [
        entry
        for entry in entries
        if entry["language"] == language
        and len(_plan(entry["question"]).reading.sentence) <= _LONGEST_SENTENCE
    ]
    chosen: list[Entry] = []
    shown: set[str] = set()
    while left and len(chosen) < most:
        best = max(left, key=lambda entry: (len(_shows(entry) - shown), -len(entry["question"])))
        left.remove(best)
        if judge(best).differences:
            continue
        shown |= _shows(best)
        chosen.append(best)
    return chosen


def _shows(entry: Entry) -> set[str]:
    """Return what a question is an example of: the parts of its reading, and its rarer words."""
    reading = _plan(entry["question"]).reading
    shown = {
        name for name in ("without", "filters", "order", "unit", "each", "limit") if getattr(reading, name)
    }
    shown |= {f"{place.kind} {place.relation}" for place in reading.places}
    shown |= {f"{pair.relation} {pair.at_least_m > 0}" for pair in reading.pairs}
    shown |= {f"{len(reading.places)} places {bool(reading.services)}"}
    shown |= {"chain" for pair in reading.pairs[1:] if pair.a != reading.pairs[0].a}
    shown |= {word.casefold() for word in _UNIT.findall(entry["question"])}
    shown |= {f"order {reading.order}", f"{len(reading.pairs)} pairs {reading.combine}"}
    notes = {note.partition("”")[2] for note in reading.assumptions}
    return shown | {note.lstrip(": ").split(" ")[0] for note in notes}


def _row(entry: Entry) -> tuple[str, ...]:
    reading = _plan(entry["question"]).reading
    return entry["question"], reading.sentence, "; ".join(reading.assumptions)


def _refused(entries: Sequence[Entry]) -> str:
    """Return the section of what is refused, a question for each reason."""
    rows: list[tuple[str, ...]] = []
    for language in LANGUAGES:
        of_reason: dict[str, tuple[str, ...]] = {}
        for entry in entries:
            if "refused" not in entry or entry["language"] != language:
                continue
            problem = _plan(entry["question"]).problem
            if problem is not None and not judge(entry).differences:
                of_reason.setdefault(problem.reason, (entry["question"], problem.part, problem.reason))
        rows += list(of_reason.values())[:_REFUSED_EACH]
    table = _table(("asked", "not understood", "why"), rows)
    told = "A question that can't be read whole is refused with the part that failed, and never guessed at."
    return f"## Refused\n\n{told}\n\n{table}"


def _groups() -> str:
    catalogue = load_catalogue()
    rows = []
    for group in catalogue.groups.values():
        for language in LANGUAGES:
            labels = [catalogue.services[id_].label(language, plural=True) for id_ in group.services]
            # singular and plural by turns
            words = list(dict.fromkeys(group.names[language][::2]))[:_WORDS_EACH]
            rows.append((", ".join(words), joined(labels, language)))
    told = "Words for several kinds of place, the first of each; the answer says how they were read."
    return f"## Broad words\n\n{told}\n\n{_table(('said', 'means'), rows)}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(_lines(head, rows)) + "\n"


def _lines(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{' --- |' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"


if __name__ == "__main__":
    PATH.write_text(render_page(), encoding="utf-8")
