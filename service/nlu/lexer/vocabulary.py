"""The words of questions that are neither services, numbers nor names, read from words.toml."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from queries.catalogue.catalogue import Language
from queries.catalogue.folding import fold
from service.language.tag_forms import Filter, load_tags, pt_forms
from service.nlu.lexer.phrase_index import PhraseIndex

Phrase = tuple[str, ...]

LANGUAGES: tuple[Language, ...] = ("pt", "en")


@dataclass(frozen=True, slots=True)
class Role:
    """What a phrase is: its kind; for kind refuse the theme, for kind filter the tag."""

    kind: str
    theme: str = ""
    filter: Filter | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """All phrases by language, and how words that could mean something else are read (service, pt, en)."""

    phrases: Mapping[Language, PhraseIndex[Role]]
    doubtful: Mapping[str, tuple[str, Mapping[Language, str]]]


def to_phrase(text: str) -> Phrase:
    """Fold a phrase into its words, as the tokens of a question are ("é" alone is kept apart from "e")."""
    folded = (EH if word.casefold() == "é" else fold(word) for word in text.replace("-", " ").split())
    return tuple(part for word in folded for part in _parts(word))


# signs that are one token
_SIGN_PAIRS = frozenset(("<=", ">=", "=<"))

# the key of "é" (is), which without its accent would be "e" (and)
EH = "é"


@cache
def load_words() -> Words:
    """Read the words that come with perto."""
    data = tomllib.loads((files("service.nlu.lexer") / "words.toml").read_text(encoding="utf-8"))
    phrases: dict[Language, PhraseIndex[Role]] = {"pt": PhraseIndex(), "en": PhraseIndex()}
    for language, phrase, role in _entries(data):
        # what comes first stays: refusals before all else, plain words before filters and adjectives
        first = phrases[language].setdefault(phrase, role)
        if first.filter is not None and role.filter is not None and first.filter != role.filter:
            others = (*first.filter.others, role.filter)
            phrases[language][phrase] = replace(first, filter=replace(first.filter, others=others))
    doubtful: dict[str, tuple[str, Mapping[Language, str]]] = {
        fold(word): (entry[0], {"pt": entry[1], "en": entry[2]}) for word, entry in data["doubtful"].items()
    }
    return Words(phrases, doubtful)


def _entries(data: Mapping[str, Any]) -> Iterator[tuple[Language, Phrase, Role]]:
    for language in LANGUAGES:
        for kind, texts in data[language].items():
            if kind == "refuse":
                for theme, refused in texts.items():
                    yield from ((language, to_phrase(text), Role("refuse", theme)) for text in refused)
            else:
                yield from ((language, to_phrase(text), Role(kind)) for text in texts)
    for language, phrase, role in _filter_entries():
        yield language, phrase, role
    for language in LANGUAGES:
        for text in data["meaning"][language]:
            for form in pt_forms(text) if language == "pt" else (text,):
                yield language, to_phrase(form), Role("word")


def _filter_entries() -> Iterator[tuple[Language, Phrase, Role]]:
    for tag in load_tags():
        for language in LANGUAGES:
            for text in tag.phrases[language]:
                yield language, to_phrase(text), Role("filter", filter=tag.filter)


def _parts(word: str) -> Iterator[str]:
    """Split letters from digits, as the tokens of a question are: "24h" is "24" and "h"; "24/7" is three."""
    part = ""
    for char in word:
        kind = _class(char)
        if part and (kind != _class(part[-1]) or kind == "sign") and part + char not in _SIGN_PAIRS:
            yield part
            part = ""
        part += char
    if part:
        yield part


def _class(char: str) -> str:
    if char.isdigit():
        return "digit"
    return "letter" if char.isalpha() or char == "'" else "sign"
