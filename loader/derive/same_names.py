"""Whether what two places are called may name one thing: spelt alike, shortened, or without its kind."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cache

from queries.catalogue.catalogue import load_catalogue
from queries.catalogue.folding import forgive

# what says more of a kind than its word does: who runs it, for whom it is
_QUALIFIERS = frozenset(
    (
        "municipal", "estadual", "federal", "nacional", "regional", "publica", "publico", "particular",
        "privada", "privado", "basica", "basico", "primaria", "primario", "secundaria", "secundario",
        "fundamental", "medio", "infantil", "ensino", "tecnica", "profissional", "public", "private",
        "primary", "secondary", "elementary", "high", "middle", "national", "state", "junior", "senior",
    )
)  # fmt: skip
# so many letters in front of a name may stand for words: "E. M.", "EMEF"
_MOST_LETTERS = 4
# letters of a word that is written short by its beginning: "esc", "rest"
_BEGINNING = range(3, 5)

# a capital that stands alone before another that does
_ALONE = re.compile(r"(?<!\w)([^\W\d_a-z])\.?[ \t]*(?=[^\W\d_a-z]\b\W*\w)")


class Alike(IntEnum):
    """How far two names agree: not, as one says more of its kind than the other, or as ways to spell one."""

    NO = 0
    IN_PART = 1
    SPELT = 2


@dataclass(frozen=True, slots=True)
class Called:
    """What a place is called, as sets of forgiven forms; `services` are its kinds.

    A place without a name goes by its brand. What it says of `branch` and `operator` can tell it from
    others only, never make it one with them.
    """

    services: tuple[str, ...]
    names: frozenset[str] = frozenset()
    brands: frozenset[str] = frozenset()
    branches: frozenset[str] = frozenset()
    operators: frozenset[str] = frozenset()

    @classmethod
    def by(cls, services: Iterable[str], names: Iterable[str], tags: Iterable[str]) -> "Called":
        """Read it off a place's kinds, its names, and its tags ("key=value")."""
        told: dict[str, set[str]] = {"brand": set(), "branch": set(), "operator": set()}
        for tag in tags:
            key, _, value = tag.partition("=")
            if key in told:
                told[key].add(forgive(value))
        return cls(
            tuple(services),
            frozenset(spell(name) for name in names),
            *(frozenset(told[key] - {""}) for key in ("brand", "branch", "operator")),
        )

    @property
    def is_named(self) -> bool:
        """Whether it goes by anything."""
        return bool(self.names or self.brands)


def spell(name: str) -> str:
    """Return the forgiven form of a name, capitals that stand alone together: "E. M. X" as "EM X" is."""
    return forgive(_ALONE.sub(r"\1", name))


@cache
def compare_called(one: Called, other: Called) -> Alike:
    """Say how far what two places are called agrees; what goes by no name agrees with all."""
    if _differ(one.branches, other.branches):
        return Alike.NO
    if not (one.is_named and other.is_named):
        return Alike.NO if _differ(one.operators, other.operators) else Alike.SPELT
    if one.names & other.names:
        return Alike.SPELT
    if not (one.names and other.names):
        both = (one.names or one.brands) & (other.names | other.brands)
        both |= (other.names or other.brands) & (one.names | one.brands)
        return Alike.SPELT if both else Alike.NO
    shared = tuple(sorted(set(one.services) & set(other.services)))
    found = (compare_names(a, b, shared) for a in one.names for b in other.names)
    return max(found, default=Alike.NO)


def compare_names(one: str, other: str, services: tuple[str, ...]) -> Alike:
    """Say how far two forgiven names of places of these kinds agree.

    >>> compare_names("restaurante sabor terra", "sabor terra", ("restaurant",)).name
    'SPELT'
    """
    if one == other:
        return Alike.SPELT
    best = Alike.NO
    for a in _read(one, services):
        for b in _read(other, services):
            if a.core == b.core:
                best = max(best, _compare_kinds(a, b))
    return best


@dataclass(frozen=True, slots=True)
class _Read:
    """A name come apart: the kind it says, in words or in letters, and the name proper.

    `kinds` are the words, the labels of one kind in both languages as one; `initials` their first letters,
    sorted.
    """

    core: tuple[str, ...]
    kinds: frozenset[str]
    initials: str
    shortened: bool = False


def _compare_kinds(a: _Read, b: _Read) -> Alike:
    """Say how far the kinds agree that two names of one core say: neither may say what the other denies."""
    if a.shortened or b.shortened:
        fewer, letters = sorted((a.initials, b.initials), key=len)
        if not Counter(fewer) <= Counter(letters):
            return Alike.NO
        return Alike.SPELT if fewer == letters else Alike.IN_PART
    less, more = sorted((a.kinds, b.kinds), key=len)
    if not less <= more:
        return Alike.NO
    return Alike.IN_PART if (more - less) & _QUALIFIERS else Alike.SPELT


@cache
def _read(name: str, services: tuple[str, ...]) -> tuple[_Read, ...]:
    """Return the ways to take a name apart that leave something of it."""
    tokens, phrases = name.split(), _kind_phrases(services)
    kinds, initials = set[str](), ""
    if len(tokens) > 1 and (long := _lengthened(tokens[0], phrases)):
        tokens[0] = long
    for phrase, kind in phrases.items():
        for start in range(len(tokens) - len(phrase) + 1):
            if tuple(tokens[start : start + len(phrase)]) == phrase:
                del tokens[start : start + len(phrase)]
                kinds.add(kind)
                initials += phrase[0][0]
                break
    qualifiers = [token for token in tokens if token in _QUALIFIERS]
    tokens = [token for token in tokens if token not in _QUALIFIERS]
    kinds.update(qualifiers)
    initials = "".join(sorted([*initials, *(word[0] for word in qualifiers)]))
    found = [_Read(tuple(tokens), frozenset(kinds), initials)]
    found += (
        _Read(core, frozenset(kinds), "".join(sorted(initials + letters)), shortened=True)
        for core, letters in _shortened(tokens, services)
    )
    return tuple(read for read in found if read.core)


def _lengthened(token: str, phrases: Iterable[tuple[str, ...]]) -> str | None:
    """Return the word for a kind of which a token is the beginning, as "esc" and "rest" are."""
    if len(token) not in _BEGINNING:
        return None
    longer = (phrase[0] for phrase in phrases if len(phrase) == 1 and phrase[0].startswith(token))
    return min(longer, key=lambda word: (len(word), word), default=None)


def _shortened(tokens: list[str], services: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield what is left of a name, and the letters before it, where these may stand for a kind."""
    kinds = {phrase[0][0] for phrase in _kind_phrases(services)}
    others = {word[0] for word in _QUALIFIERS} | kinds
    letters = ""
    for number, token in enumerate(tokens[:-1], 1):
        letters += token
        if len(letters) > _MOST_LETTERS or (len(token) > 1 and number > 1):
            return
        if letters[0] in kinds and all(letter in others for letter in letters):
            yield tuple(tokens[number:]), letters


@cache
def _kind_phrases(services: tuple[str, ...]) -> dict[tuple[str, ...], str]:
    """Return the words for the kinds in both languages as forgiven tokens, the longest first.

    Of each which word it is: the labels of a kind are one, the synonyms may not be.
    """
    known = load_catalogue().services
    found: dict[tuple[str, ...], str] = {}
    for service in (known[id_] for id_ in services if id_ in known):
        for of_it in service.names.values():
            for number, word in enumerate(of_it):
                phrase = tuple(forgive(word).split())
                # names go in pairs, the singular and the plural
                found.setdefault(phrase, service.id if number < 2 else forgive(of_it[number - number % 2]))
    found.pop((), None)
    return dict(sorted(found.items(), key=lambda item: (-len(item[0]), item[0])))


def _differ(one: frozenset[str], other: frozenset[str]) -> bool:
    """Say whether both tell something, and nothing that the other tells too."""
    return bool(one and other and not one & other)
