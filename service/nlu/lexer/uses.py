"""What one does at a kind of place (catalogue/uses.toml): "where can I drink water" asks for water points."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any

from queries.catalogue.catalogue import Language
from service.language.tag_forms import Filter, load_tags
from service.nlu.lexer.tokenizer import Token

_WHERE: dict[Language, frozenset[str]] = {
    "pt": frozenset(("onde", "aonde")),
    "en": frozenset(("where", "somewhere", "anywhere")),
}
_PLACE: dict[Language, frozenset[str]] = {
    "pt": frozenset(("lugar", "lugares", "sitio", "sitios", "local", "locais")),
    "en": frozenset(("place", "places", "spot", "spots")),
}
# what may stand between "where" and what is done there
_CAN: dict[Language, frozenset[str]] = {
    "pt": frozenset(("posso", "podemos", "pode", "podem", "poderia", "podia", "possa", "se", "é", "que", "a"))
    | {
        "gente",
        "eu",
        "da",
        "para",
        "pra",
        "consigo",
        "conseguimos",
        "consegue",
        "devo",
        "devemos",
        "possivel",
    },
    "en": frozenset(
        ("can", "could", "may", "might", "should", "shall", "do", "does", "i", "we", "you", "one")
    )
    | {"people", "someone", "is", "it", "possible", "to", "am", "able", "allowed", "everyone"},
}
_TO = frozenset(("to", "para", "pra"))
_CHOICE = re.compile(r"\(([^()]*)\)")
# what is done with what can be recycled, and what may stand before it
_DISCARD: dict[Language, tuple[str, str, str]] = {
    "pt": (
        "(deitar|deito|jogar|jogo|pôr|ponho|botar|boto|colocar|coloco|deixar|deixo|descartar|descarto|reciclar|"
        "reciclo|despejar|despejo|entregar|entrego|depositar|deposito)",
        "(| fora) (|o |a |os |as |meu |minha |meus |minhas |o meu |a minha |os meus |as minhas )",
        "(| fora)",
    ),
    "en": (
        "(throw|dispose of|recycle|get rid of|drop|leave|put|bin|deposit)",
        "(| away| out| off) (|my |the |our |some |old |used |empty |my old |old )",
        "(| away| out| off)",
    ),
}
_PLAY: dict[Language, str] = {"pt": "(jogar|praticar|jogo) (|o |à |a )", "en": "play (|some |a game of )"}


@dataclass(frozen=True, slots=True)
class Use:
    """What is asked for by what is done there: a group, or services, and the tag that they need."""

    phrases: Mapping[Language, tuple[str, ...]]
    services: tuple[str, ...] = ()
    group: str | None = None
    filter: Filter | None = None


def find_use(tokens: Sequence[Token], i: int, language: Language) -> int | None:
    """Return the index of what is done, where "where can I", "lugares para" begin at i; else None."""
    j = i + 1
    if tokens[i].key in _WHERE[language]:
        while j < len(tokens) and tokens[j].key in _CAN[language]:
            j += 1
        return j
    led = tokens[i].key in _PLACE[language] and j < len(tokens) and tokens[j].key in _TO
    return j + 1 if led else None


@cache
def load_uses() -> tuple[Use, ...]:
    """Read what is done at kinds of place: uses.toml, what is recycled, and what is played."""
    data = tomllib.loads((files("queries.catalogue") / "uses.toml").read_text(encoding="utf-8"))
    return (*(_read(entry) for entry in data["uses"]), *_of_tags())


def _read(entry: Mapping[str, Any]) -> Use:
    phrases: dict[Language, tuple[str, ...]] = {
        "pt": tuple(text for one in entry["pt"] for text in expand(one)),
        "en": tuple(text for one in entry["en"] for text in expand(one)),
    }
    return Use(phrases, tuple(entry.get("services", ())), entry.get("group"))


def _of_tags() -> Iterator[Use]:
    """Yield the uses of places with a tag: where glass can be left, where tennis is played."""
    for tag in load_tags():
        filter_ = tag.filter
        if filter_.key.startswith("recycling:") and not filter_.names:
            phrases = {language: tuple(_discard(tag.nouns[language], language)) for language in _DISCARD}
            yield Use(phrases, ("recycling",), filter=filter_)
        elif filter_.key == "sport" and not filter_.names:
            phrases = {
                language: tuple(f"{lead} {noun}" for lead in expand(play) for noun in tag.nouns[language])
                for language, play in _PLAY.items()
            }
            yield Use(phrases, ("pitch",), filter=filter_)


def _discard(nouns: Sequence[str], language: Language) -> Iterator[str]:
    verb, lead, end = _DISCARD[language]
    return (text for noun in nouns for text in expand(f"{verb}{lead}{noun}{end}") if text.count(" fora") < 2)


def expand(pattern: str) -> Iterator[str]:
    """Yield what a pattern stands for: "(buy|get) bread" is "buy bread" and "get bread"."""
    parts = _CHOICE.split(pattern)
    for chosen in product(*(part.split("|") if n % 2 else [part] for n, part in enumerate(parts))):
        yield " ".join("".join(chosen).split())
