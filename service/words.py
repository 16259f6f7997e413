"""The words of questions that are neither services, numbers nor names, read from words.toml."""

import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from queries.catalogue import Language
from queries.names import fold

Phrase = tuple[str, ...]

LANGUAGES: tuple[Language, ...] = ("pt", "en")


@dataclass(frozen=True, slots=True)
class Filter:
    """A tag asked for; `services` is where the tag tells something (empty: everywhere); label by language."""

    key: str
    value: str
    services: tuple[str, ...]
    label: Mapping[Language, str]

    def tells(self, services: Collection[str]) -> bool:
        """Whether the tag tells something of each of the services."""
        return not self.services or set(services) <= set(self.services)


@dataclass(frozen=True, slots=True)
class Role:
    """What a phrase is: its kind; for kind refuse the theme, for kind filter the tag."""

    kind: str
    theme: str = ""
    filter: Filter | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """All phrases by language, and how words that could mean something else are read (service, pt, en)."""

    phrases: Mapping[Language, Mapping[Phrase, Role]]
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
    data = tomllib.loads((files("service") / "words.toml").read_text(encoding="utf-8"))
    phrases: dict[Language, dict[Phrase, Role]] = {"pt": {}, "en": {}}
    for language, phrase, role in _entries(data):
        # what comes first stays: refusals before all else, plain words before filters and adjectives
        phrases[language].setdefault(phrase, role)
    doubtful: dict[str, tuple[str, Mapping[Language, str]]] = {
        fold(word): (entry[0], {"pt": entry[1], "en": entry[2]}) for word, entry in data["doubtful"].items()
    }
    return Words(phrases, doubtful)


def pt_forms(adjective: str) -> tuple[str, ...]:
    """Return a Portuguese adjective in its genders and numbers; a phrase of several words stays as it is."""
    if " " in adjective:
        return (adjective,)
    if adjective.endswith("o") and not adjective.endswith("ão"):
        stem = adjective[:-1]
        return (adjective, stem + "a", stem + "os", stem + "as")
    if adjective.endswith("l"):
        stem = adjective[:-1]
        return (adjective, stem + "s" if stem.endswith("i") else stem + "is")
    if adjective.endswith("m"):
        return (adjective, adjective[:-1] + "ns")
    if adjective.endswith(("r", "z")):
        return (adjective, adjective + "es", adjective + "a", adjective + "as")
    return (adjective,) if adjective.endswith("s") else (adjective, adjective + "s")


def _entries(data: Mapping[str, Any]) -> Iterator[tuple[Language, Phrase, Role]]:
    for language in LANGUAGES:
        for kind, texts in data[language].items():
            if kind == "refuse":
                for theme, refused in texts.items():
                    yield from ((language, to_phrase(text), Role("refuse", theme)) for text in refused)
            else:
                yield from ((language, to_phrase(text), Role(kind)) for text in texts)
    for language, phrase, role in _filter_entries(data):
        yield language, phrase, role
    for language in LANGUAGES:
        for text in data["meaning"][language]:
            for form in pt_forms(text) if language == "pt" else (text,):
                yield language, to_phrase(form), Role("word")


def _filter_entries(data: Mapping[str, Any]) -> Iterator[tuple[Language, Phrase, Role]]:
    filters = [
        (
            Filter(
                entry["key"],
                entry["value"],
                tuple(entry.get("services", ())),
                {"pt": entry["label"][0], "en": entry["label"][1]},
            ),
            {"pt": entry["pt"], "en": entry["en"]},
        )
        for entry in data["filters"]
    ]
    for value, (pt, en) in data["cuisines"].items():
        label: dict[Language, str] = {"pt": f"de cozinha {_feminine(pt)}", "en": f"with {en[0]} food"}
        filters.append(
            (Filter("cuisine", value, ("restaurant", "cafe"), label), {"pt": pt, "en": _cuisine(en)})
        )
    for filter_, texts in filters:
        for language in LANGUAGES:
            for text in texts[language]:
                for form in pt_forms(text) if language == "pt" else (text,):
                    yield language, to_phrase(form), Role("filter", filter=filter_)
        if filter_.key == "cuisine":
            for text in texts["pt"]:
                for form in pt_forms(text):
                    for lead in ("de comida", "de cozinha", "de culinária"):
                        yield "pt", to_phrase(f"{lead} {form}"), Role("filter", filter=filter_)


def _feminine(written: list[str]) -> str:
    """Return the feminine of a cuisine: the second form where several are written out, as "japonesa"."""
    forms = written if len(written) > 1 else pt_forms(written[0])
    return forms[1] if len(forms) == 4 else forms[0]


def _cuisine(forms: list[str]) -> list[str]:
    return (
        forms
        + [f"{form} {food}" for form in forms for food in ("food", "cuisine")]
        + [f"with {form} {food}" for form in forms for food in ("food", "cuisine")]
    )


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
