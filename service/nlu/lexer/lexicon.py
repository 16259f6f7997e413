"""The catalogue's names as phrases: longest match, without case and accents, singular and plural."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from queries.catalogue.catalogue import Catalogue, Language
from queries.catalogue.folding import fold
from service.language.tag_forms import Filter, load_tags
from service.nlu.lexer.phrase_index import PhraseIndex
from service.nlu.lexer.tokenizer import Token
from service.nlu.lexer.uses import find_use, load_uses
from service.nlu.lexer.vocabulary import LANGUAGES, Phrase, Role, Words, to_phrase


@dataclass(frozen=True, slots=True)
class Named:
    """What a name means: services (several for a group), and how a doubtful word was read, by language.

    `filter`: the tag that a name implies besides ("tennis court").
    """

    services: tuple[str, ...]
    group: str | None = None
    doubt: Mapping[Language, str] | None = None
    number: Literal["one", "many"] = "one"
    filter: Filter | None = None


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Names by language; `longest` is the number of words of the longest.

    `uses` are what is done there, after "where can I". `vocabulary` has every word of the language, folded,
    `grammar` those that are not of names; `spelled` the words of names, with their accents.
    """

    names: Mapping[Language, PhraseIndex[Named]]
    uses: Mapping[Language, PhraseIndex[Named]]
    vocabulary: Mapping[Language, frozenset[str]]
    grammar: Mapping[Language, frozenset[str]]
    spelled: Mapping[Language, frozenset[str]]
    longest: int
    catalogue: Catalogue

    def find(self, tokens: Sequence[Token], i: int, language: Language) -> tuple[Named, int] | None:
        """Return the longest name at token i and the index after it; the question's language first."""
        best: tuple[Named, int] | None = None
        for tongue in (language, *(other for other in LANGUAGES if other != language)):
            found = self.names[tongue].longest(tokens, i)
            if found is not None and (best is None or found[1] > best[1]):
                best = found
        return best

    def find_tagged(self, tag: str) -> Named | None:
        """Return the kinds of place that a tag makes ("shop=bakery"); None where such are not loaded."""
        key, _, value = tag.partition("=")
        value = value.strip('"“”')
        services, others = self.catalogue.find_tagged(key, value)
        if not services:
            return None
        label = f"{key}={value}"
        both: dict[Language, str] = {"pt": f"com {label}", "en": f"with {label}"}
        asked = Filter(key, value, services, both) if others else None
        return Named(services, number="many", filter=asked)


def make_lexicon(catalogue: Catalogue, words: Words) -> Lexicon:
    """Index every name of the catalogue in both languages."""
    names: dict[Language, PhraseIndex[Named]] = {"pt": PhraseIndex(), "en": PhraseIndex()}
    spelled: dict[Language, frozenset[str]] = {}
    for language in LANGUAGES:
        # a name that a group shares with one of its services is the group's: it could mean any of them
        entries: list[tuple[tuple[str, ...], tuple[str, ...], str | None]] = [
            (g.names[language], g.services, g.id) for g in catalogue.groups.values()
        ]
        entries += [(s.names[language], (s.id,), None) for s in catalogue.services.values()]
        spelled[language] = frozenset(
            word.casefold() for texts, _, _ in entries for text in texts for word in text.split()
        )
        index = names[language]
        for texts, services, group in entries:
            for text in texts:
                key = fold(text)
                doubt = words.doubtful.get(key)
                named = Named(
                    services,
                    group,
                    doubt[1] if doubt is not None and doubt[0] in services else None,
                    "many" if _is_plural(text, texts, language) else "one",
                )
                index.setdefault(to_phrase(text), named)
        _add_tagged(index, catalogue, language)
        _add_plurals(index, language)
    longest = max((len(phrase) for index in names.values() for phrase in index), default=1)
    vocabulary = {
        language: frozenset(
            part
            for index in (names[language], words.phrases[language])
            for phrase in index
            for part in phrase
        )
        for language in LANGUAGES
    }
    grammar = {
        language: frozenset(part for phrase in words.phrases[language] for part in phrase)
        for language in LANGUAGES
    }
    return Lexicon(names, _index_uses(catalogue), vocabulary, grammar, spelled, longest, catalogue)


@dataclass(frozen=True, slots=True)
class Dictionary:
    """What words mean in a question of one language: its phrases, and every name of the catalogue."""

    language: Language
    phrases: PhraseIndex[Role]
    lexicon: Lexicon

    def role(self, tokens: Sequence[Token], i: int) -> tuple[Role, int] | None:
        """Return the role of the longest phrase at token i and the index after it."""
        return self.phrases.longest(tokens, i)

    def use(self, tokens: Sequence[Token], i: int) -> tuple[Named, int] | None:
        """Return what "where can I drink water" at token i asks for and the index after it."""
        start = find_use(tokens, i, self.language)
        if start is None or start >= len(tokens):
            return None
        return self.lexicon.uses[self.language].longest(tokens, start)

    def service(self, tokens: Sequence[Token], i: int) -> tuple[Named, int] | None:
        """Return what the longest name at token i means and the index after it; a tag is a name, too."""
        if i < len(tokens) and tokens[i].kind == "tag":
            named = self.lexicon.find_tagged(tokens[i].text)
            return None if named is None else (named, i + 1)
        return self.lexicon.find(tokens, i, self.language)


def _index_uses(catalogue: Catalogue) -> dict[Language, PhraseIndex[Named]]:
    """Index what is done at the kinds of place that the catalogue has."""
    uses: dict[Language, PhraseIndex[Named]] = {"pt": PhraseIndex(), "en": PhraseIndex()}
    for use in load_uses():
        group = catalogue.groups.get(use.group) if use.group is not None else None
        services = group.services if group is not None else use.services
        if not services or any(service not in catalogue.services for service in services):
            continue
        named = Named(services, use.group, number="many", filter=use.filter)
        for language in LANGUAGES:
            for text in use.phrases[language]:
                uses[language].setdefault(to_phrase(text), named)
    return uses


def _add_tagged(index: dict[Phrase, Named], catalogue: Catalogue, language: Language) -> None:
    """Add the names of services that have a tag, "tennis court", of the services that the catalogue has."""
    for tag in load_tags():
        names = tag.filter.names.get(language, ())
        if names and all(service in catalogue.services for service in tag.filter.services):
            for text in names:
                number: Literal["one", "many"] = "many" if _is_plural(text, names, language) else "one"
                named = Named(tag.filter.services, number=number, filter=tag.filter)
                index.setdefault(to_phrase(text), named)


def _add_plurals(index: dict[Phrase, Named], language: Language) -> None:
    """Add the regular plural of names that lack it, so that a catalogue need not spell out each."""
    for phrase, named in list(index.items()):
        if named.number == "many":
            continue
        # in Portuguese the noun comes first, and what follows "de" stays; in English it comes last
        head = 0 if language == "pt" else len(phrase) - 1
        plural = (*phrase[:head], _plural(phrase[head], language), *phrase[head + 1 :])
        index.setdefault(plural, replace(named, number="many"))


def _plural(word: str, language: Language) -> str:
    if word.endswith("s"):
        return word
    if language == "en":
        if word.endswith("y") and word[-2:-1] not in "aeiou":
            return word[:-1] + "ies"
        return word + ("es" if word.endswith(("x", "ch", "sh", "z")) else "s")
    endings: Iterable[tuple[str, str]] = (
        ("ao", "oes"), ("al", "ais"), ("el", "eis"), ("ol", "ois"), ("ul", "uis"), ("m", "ns"), ("r", "res"),
        ("z", "zes"),
    )  # fmt: skip
    for end, plural in endings:
        if word.endswith(end):
            return word[: -len(end)] + plural
    return word + "s"


def _is_plural(text: str, texts: Sequence[str], language: Language) -> bool:
    """Whether a name is its entry's plural label or looks like a plural; the first name is the singular."""
    head = text.split()[0 if language == "pt" else -1]
    return text == texts[1] or (text != texts[0] and head.endswith("s"))
