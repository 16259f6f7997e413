"""What to ask in place of a question whose place the graph does not know: the question with another place."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from queries.catalogue.catalogue import Language
from service.language.phrasing import kind_label, quoted
from service.nlu.understand import plan
from service.reading import PlaceReading, Problem, Reading

_OSM_ID = re.compile(r"(street/)?(node|way|relation)/[1-9]\d*")
# a condition that takes the place of "in X"
_CONDITION = re.compile(r"(a até|within) \d")
# "the Kallio district": the word goes with the name that it is said of
_UNIT = re.compile(r"^\s+(district|neighbou?rhood|parish|borough|suburb|area|zone|region)\b", re.IGNORECASE)
_NAMING: dict[Language, tuple[str, str]] = {
    "pt": ("bairros com mais cafés", "quantos cafés há?"),
    "en": ("districts with most cafes", "how many cafes are there?"),
}
# questions that nothing left out turns into others
_OWN_KINDS = frozenset(("zones", "clusters", "association", "compare", "distance", "lookup", "nearest"))
_MOST = 3
# words that may lead to a name: "in", "da zona da", "a até 300 m de", "no more than 300 m away from"
_LEADING = 9
_LINKS = frozenset(("em", "no", "na", "nos", "nas", "da", "do", "das", "dos", "in", "at", "the", "on", "of"))


def ask_anew(
    problem: Problem,
    *,
    question: str,
    reading: Reading,
    language: Language,
    default_radius_m: float = 500.0,
) -> Problem:
    """Turn the names, ids or conditions that a problem offers for its part into questions, asked as they are.

    Each keeps all else of the question and is read without a problem. Where the graph knows no such name, the
    question is offered without it, or the kinds of place where no such question can be read.
    """
    found = _find_part(problem.part, question) if problem.part else None
    if found is None:
        # a reading took the place of the question: its names are offered as they are
        return problem
    before, after = question[: found.start()], _UNIT.sub("", question[found.end() :])
    place = next((p for p in reading.places if p.name == problem.part), None)
    asked: list[str] = []
    # the sides of a comparison are no conditions that could be put elsewhere
    whole = reading.kind != "compare"
    for try_ in problem.try_[:_MOST]:
        if _CONDITION.match(try_) and whole:
            other = try_.rpartition(" de " if language == "pt" else " of ")[2].strip("“”")
            also = "e" if language == "pt" else "and"
            texts = chain(*(_cuts(before, f"{link} {try_}", after) for link in ("", f" {also}")))
            asked += _read_as(texts, reading, place, other, default_radius_m)
        elif not _CONDITION.match(try_):
            asked.append(f"{before}{try_ if _OSM_ID.fullmatch(try_) else quoted(try_)}{after}")
    conditions = [try_ for try_ in problem.try_ if _CONDITION.match(try_)]
    if whole and (not asked or (conditions and len(asked) < _MOST)):
        asked += _read_as(_cuts(before, "", after), reading, place, None, default_radius_m)
    if not asked:
        kinds = [kind_label(s, language, plural=True) for s in _asked(reading)]
        asked = [f"{kind} {try_}" for kind in kinds[:1] for try_ in conditions] or kinds
        # a name alone was asked about: these bring names that the data has
        asked = asked or list(_NAMING[language])
    return problem.model_copy(update={"try_": tuple(dict.fromkeys(asked))[:_MOST]})


def _find_part(part: str, question: str) -> re.Match[str] | None:
    """Find what a problem is about, never inside another word: "Se" is not in "Sebo perto de Se"."""
    return re.search(rf"[\"“«'‘]?(?<!\w){re.escape(part)}(?!\w)[\"”»'’]?", question)


def _cuts(before: str, between: str, after: str) -> Iterator[str]:
    """Return the question without the place, of the words that lead to it one, two … left out, or none."""
    words = before.split()
    for left in (*range(1, min(len(words), _LEADING) + 1), 0):
        if left < len(words) and words[-left - 1].lower() in _LINKS:
            # "cafés na" is no question that the place is left out of
            continue
        text = " ".join(f"{' '.join(words[: len(words) - left])}{between}{after}".split())
        yield re.sub(r"[ ,]+([,.;!?]|$)", r"\1", text)


def _read_as(
    texts: Iterable[str],
    reading: Reading,
    place: PlaceReading | None,
    other: str | None,
    default_radius_m: float,
) -> Sequence[str]:
    """Return the first of the texts that reads as the question does, with another place or without it."""
    names = sorted(p.name for p in reading.places if p is not place)
    wanted = _told(reading), sorted([*names, other] if other else names)
    for text in texts:
        planned = plan(text, default_radius_m=default_radius_m)
        if planned.problem is None:
            told = _told(planned.reading), sorted(p.name for p in planned.reading.places)
            if told == wanted:
                return (text,)
    return ()


def _asked(reading: Reading) -> Sequence[str]:
    return tuple(dict.fromkeys(reading.pairs[0].a if reading.pairs else reading.services))


def _told(reading: Reading) -> tuple[object, ...]:
    """Return what must not be lost of a question."""
    own = reading.kind if reading.kind in _OWN_KINDS else reading.kind == "count"
    return own, reading.unit, _asked(reading), reading.pairs, set(reading.filters), reading.without
