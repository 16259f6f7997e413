"""The words for opening hours (service/nlu/opening/words.toml) as phrases of folded words."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any, Literal

from queries.catalogue.catalogue import Language
from queries.catalogue.when import read_when
from service.nlu.lexer.phrase_index import PhraseIndex
from service.nlu.lexer.vocabulary import Phrase, to_phrase

# "closes" is "closed" of a day, and open until then of a time: "que fecham depois das 22h"
State = Literal["open", "closed", "closes", "never"]
LEADS = ("at", "after", "before", "until", "from", "to")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What phrases of one language say; `days` and `whole` are weekdays, `parts` minutes of the day.

    `whole` needs nothing before it, `days` may have one of `day_lead`; `times` are what leads to a time.
    """

    openers: PhraseIndex[State]
    now: PhraseIndex[bool]
    dated: PhraseIndex[str]
    days: PhraseIndex[tuple[str, ...]]
    whole: PhraseIndex[tuple[str, ...]]
    day_lead: PhraseIndex[bool]
    times: Mapping[str, PhraseIndex[bool]]
    parts: PhraseIndex[tuple[int, int]]
    late: PhraseIndex[bool]


@cache
def load_vocabulary(language: Language) -> Vocabulary:
    """Read the words of a language."""
    data = tomllib.loads((files("service.nlu.opening") / "words.toml").read_text(encoding="utf-8"))[language]
    dated = [*((text, "today") for text in data["today"]), *((text, "tomorrow") for text in data["tomorrow"])]
    return Vocabulary(
        openers=PhraseIndex(_openers(data)),
        now=_all(data["now"]),
        dated=PhraseIndex((to_phrase(text), day) for text, day in dated),
        days=PhraseIndex(_days(data["days"])),
        whole=PhraseIndex(_days(data["whole"])),
        day_lead=_all(data["day_lead"]),
        times={lead: _all(data["lead"][lead]) for lead in LEADS},
        parts=PhraseIndex(
            (to_phrase(text), _minutes(part)) for part, texts in data["parts"].items() for text in texts
        ),
        late=_all(data["late"]),
    )


def _openers(data: Mapping[str, Any]) -> Iterator[tuple[Phrase, State]]:
    """Yield "que estão abertas", "não abrem", "that are closed" …, and what each says."""
    subjects = ["", *data["that"]]
    verbs = ["", *data["be"]]
    for subject, not_, verb in product(subjects, ("", *data["not"]), verbs):
        for state, words in (("open", data["open"]), ("closed", data["closed"])):
            for word in words:
                # "não estão abertas", "are not open"
                said = _negated(state, bool(not_))
                yield to_phrase(f"{subject} {not_} {verb} {word}"), said
                if verb:
                    yield to_phrase(f"{subject} {verb} {not_} {word}"), said
    for subject, not_ in product(subjects, ("", *data["not"])):
        for word in data["opens"]:
            yield to_phrase(f"{subject} {not_} {word}"), _negated("open", bool(not_))
        for word in data["closes"]:
            yield to_phrase(f"{subject} {not_} {word}"), "never" if not_ else "closes"
    for text in data["never_closes"]:
        yield to_phrase(text), "never"


def _negated(state: str, not_: bool) -> State:
    return "closed" if (state == "open") == not_ else "open"


def _days(data: Mapping[str, Iterable[str]]) -> Iterator[tuple[Phrase, tuple[str, ...]]]:
    for days, texts in data.items():
        asked = read_when(days).days
        yield from ((to_phrase(text), asked) for text in texts)


def _minutes(part: str) -> tuple[int, int]:
    when = read_when(f"in {part}")
    return when.start, when.end


def _all(texts: Iterable[str]) -> PhraseIndex[bool]:
    return PhraseIndex((to_phrase(text), True) for text in texts)
