"""Distances: "how far is A from B", "a que distância fica o bebedouro mais próximo de A"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from queries.catalogue.catalogue import Language
from queries.catalogue.folding import fold
from service.language.phrasing import joined, quoted
from service.nlu.drafts import to_reading
from service.nlu.grammar.cursor import Cursor
from service.nlu.grammar.place_terms import to_place
from service.nlu.grammar.syntax import Draft, Kinds, Spot, Stuck
from service.nlu.intents.frame import IDLE, Asked, is_form, merge_names
from service.nlu.kind_names import bare
from service.nlu.lexer.lexeme import Lexeme
from service.reading import Reading

_KEPT = ("far", "direction", "relative", "connect", "in_unit", "toward")
_LINKS = frozenset(("do", "da", "dos", "das", "ao", "à"))
# a name that goes on after "da" with one of these may be another place's
_HEADS = frozenset(
    ("casa", "torre", "palacio", "paco", "teatro", "cinema", "estadio", "mercado", "marco", "forte", "ponte")
) | {"estacao", "igreja", "catedral", "capela", "museu", "parque", "jardim", "praca", "praia", "livraria"}
_HEADS |= {"hospital", "hotel", "shopping", "aeroporto", "terminal", "biblioteca", "centro", "instituto"}
_HEADS |= {"basilica", "castelo", "farol", "largo", "rua", "avenida", "mosteiro", "convento", "igrejinha"}
_HEADS |= {"restaurante", "cafe", "pavilhao", "arena", "coliseu", "fonte", "oceanario"}
# before "da" these go on: "Nossa Senhora da Casa Forte"
_OPEN_ENDED = frozenset(
    ("senhora", "senhor", "santa", "santo", "são", "nossa", "dona", "dom", "nova", "novo")
)
_SEPARATES = frozenset(("separa", "separam", "separando", "quantos metros separam", "que distancia separa"))
_DISTANCE = frozenset(("distancia", "distance", "distancias", "distances"))
_FOR = frozenset(("for", "by", "i"))
_TO = frozenset(("ate", "to", "ao", "aos", "para"))
_NEAREST = frozenset(("nearest", "closest", "the nearest", "the closest"))
# what stands around the places and says nothing more
_LOOSE = frozenset(("cop", "comma", "paren", "stop", "away", "exists", "have", "that", "where", "pronoun"))
_LOOSE |= {"wh", "wh_or_that", "in", "both", "with", "for"}


@dataclass
class _Ends:
    """The two ends of a distance as they are read, each place with the word that leads to it."""

    spots: list[tuple[str, Spot]] = field(default_factory=list)
    kinds: Kinds = field(default_factory=Kinds)
    directed: bool = False


def read_distance(asked: Asked) -> Reading | None:
    """Read a question for the distance (and the direction) between two places; None where it is none."""
    if not _asks_distance(asked.lexemes):
        return None
    nearest = [x for x in asked.lexemes if _is_nearest(x)]
    if nearest and any(x.kind == "each" for x in asked.lexemes):
        # "how far is the nearest cafe from each park" is asked of each park
        return None
    left = [replace(x, kind="comma") if _is_nearest(x) else x for x in asked.lexemes]
    lexemes = _parted(merge_names(_with_leads(left), asked.text), asked.language)
    cursor = asked.cursor(lexemes, keep=_KEPT)
    ends = _Ends()
    lead = ""
    while (lexeme := cursor.peek()) is not None:
        lead = _step(cursor, ends, lexeme, lead)
    return _to_reading(asked.language, ends, nearest, asked.lexemes)


def _asks_distance(lexemes: Sequence[Lexeme]) -> bool:
    """Whether a distance is asked for, not given ("a uma distância de 300 m")."""
    if any(x.kind in ("dist", "num") and x.amount is not None and x.amount.unit for x in lexemes):
        return False
    if any(is_form(x, "far", "direction") for x in lexemes):
        return True
    first = next((x for x in lexemes if x.kind not in IDLE), None)
    return first is not None and _is_distance(first)


def _is_distance(lexeme: Lexeme) -> bool:
    return lexeme.kind in ("away", "refuse") and lexeme.key.split()[-1] in _DISTANCE


def _with_leads(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Keep the Portuguese "à" before a second place, which accents aside is an article, as leading to it."""
    kept: list[Lexeme] = []
    for i, lexeme in enumerate(lexemes):
        seen = any(x.kind in ("name", "point", "id") for x in lexemes[:i])
        arrives = lexeme.kind == "det" and lexeme.text.casefold() in ("à", "às")
        kept.append(replace(lexeme, kind="to") if seen and arrives else lexeme)
    return kept


def _parted(lexemes: list[Lexeme], language: Language) -> list[Lexeme]:
    """Part a name that is two, "da" between them: "a Torre dos Clérigos da Casa da Música"."""
    spots = [x for x in lexemes if x.kind in ("name", "point", "id", "svc")]
    if language != "pt" or len(spots) != 1 or spots[0].kind != "name" or spots[0].key == "quoted":
        return lexemes
    name, at = spots[0], lexemes.index(spots[0])
    words = list(re.finditer(r"\S+", name.text))
    surely = any(x.key in _SEPARATES for x in lexemes)
    keys = [fold(word.group()) for word in words]
    inner = range(1, len(words) - 1)
    links = [i for i in inner if _may_part(keys, i, surely=surely)]
    if surely and not links:
        links = [i for i in inner if keys[i] == "de"]
    if not links:
        return lexemes
    # the two are of like length
    link = min(links, key=lambda i: (abs(len(words) - 1 - 2 * i), -i))
    left = replace(name, text=name.text[: words[link - 1].end()], end=name.start + words[link - 1].end())
    middle = replace(
        name, kind="of", text=words[link].group(), key="de", start=name.start + words[link].start()
    )
    right = replace(
        name, text=name.text[words[link + 1].start() :], start=name.start + words[link + 1].start()
    )
    return [*lexemes[:at], left, middle, right, *lexemes[at + 1 :]]


def _may_part(keys: Sequence[str], link: int, *, surely: bool) -> bool:
    """Whether the "da" at `link` may stand between two names: "Parque da Jaqueira" is one.

    A place of one word after it is most often where the first is, and so is "Boa Vista"; where the verb
    tells that there are two (`surely`), any will do.
    """
    if keys[link] not in _LINKS or keys[link - 1] in _OPEN_ENDED:
        return False
    if surely:
        return link > 1 or keys[0] not in _HEADS
    return link > 2 and len(keys) - link > 2 and keys[link + 1] in _HEADS


def part_names(text: str) -> list[tuple[str, str, str]]:
    """Return the ways in which "Vila Nova de Gaia da Sé" may be two names, with the word between them."""
    words = text.split()
    links = [i for i in range(1, len(words) - 1) if fold(words[i]) in _LINKS | {"de"}]
    keys = [fold(word) for word in words]
    whole = [i for i in links if keys[i - 1] not in _OPEN_ENDED and (i > 1 or keys[0] not in _HEADS)]
    parted = [i for i in whole if words[i + 1][:1].isupper()]
    return [(" ".join(words[:i]), words[i], " ".join(words[i + 1 :])) for i in reversed(parted)]


def _is_nearest(lexeme: Lexeme) -> bool:
    return lexeme.kind == "nearest" or lexeme.theme == "nearest" or lexeme.key in _NEAREST


def _step(cursor: Cursor, ends: _Ends, lexeme: Lexeme, lead: str) -> str:
    """Read the part that begins here; returns the word that leads to what comes next. Raises Stuck."""
    if cursor.spot_starts():
        spot = cursor.read_spot()
        if spot is None or len(ends.spots) == 2:
            raise Stuck("distance", lexeme)
        if cursor.kind() == "comma" and cursor.kind(1) == "name" and cursor.kind(2) in ("", "stop"):
            cursor.take()
            spot = replace(spot, name=f"{spot.name}, {cursor.take().text}")
        ends.spots.append((lead, spot))
        return ""
    if cursor.kind_starts():
        if ends.kinds.kinds:
            raise Stuck("distance", lexeme)
        cursor.read_kind(ends.kinds)
        return ""
    return _step_past(cursor.take(), ends, lead)


def _step_past(lexeme: Lexeme, ends: _Ends, lead: str) -> str:
    """Return the word that leads to what comes after the lexeme; raises Stuck where it may mean more."""
    if is_form(lexeme, "direction"):
        ends.directed = True
        return ""
    if is_form(lexeme, "relative") or lexeme.kind in ("of", "between"):
        return "from"
    if lexeme.kind == "to" or lexeme.key in _TO or is_form(lexeme, "toward"):
        return "to"
    if lexeme.kind in ("and", "or"):
        if lexeme.kind == "or" and ends.spots:
            raise Stuck("distance", lexeme)
        return "and"
    if is_form(lexeme, "far", "connect", "in_unit") or _is_distance(lexeme) or lexeme.kind in _LOOSE | IDLE:
        return lead if lexeme.kind in IDLE else ""
    raise Stuck("distance", lexeme)


def _to_reading(
    language: Language, ends: _Ends, nearest: Sequence[Lexeme], lexemes: Sequence[Lexeme]
) -> Reading:
    kinds = ends.kinds
    if kinds.kinds:
        return _of_nearest(language, ends, nearest, lexemes)
    if len(ends.spots) != 2:
        raise Stuck("distance", *lexemes)
    if nearest:
        raise Stuck("distance", *nearest)
    first, second = ends.spots
    if first[0] == "from" and second[0] in ("to", ""):
        # "from A to B" looks for B as seen from A, "A from B" for A as seen from B
        first, second = second, first
    pt = language == "pt"
    names = [_name(spot) for _, spot in (first, second)]
    what = (
        ("distância e direção" if pt else "distance and direction")
        if ends.directed
        else ("distância" if pt else "distance")
    )
    sentence = (
        f"{what} de {names[0]}, a partir de {names[1]}" if pt else f"{what} of {names[0]} from {names[1]}"
    )
    return Reading(
        kind="distance",
        places=tuple(to_place(spot, "from") for _, spot in (first, second)),
        sentence=f"{sentence}, {'em linha reta' if pt else 'in a straight line'}",
    )


def _of_nearest(
    language: Language, ends: _Ends, nearest: Sequence[Lexeme], lexemes: Sequence[Lexeme]
) -> Reading:
    """Read how far the nearest place of a kind is."""
    kinds = ends.kinds
    for lexeme in (kinds.number, kinds.every, kinds.limit_lexeme if kinds.limit != 1 else None):
        if lexeme is not None:
            raise Stuck("quantity", lexeme)
    if len(ends.spots) != 1 or not nearest:
        raise Stuck("distance", *(nearest or [kind.lexeme for kind in kinds.kinds] or lexemes))
    found = to_reading(Draft(Kinds(kinds.kinds), []), language)
    spot = ends.spots[0][1]
    pt = language == "pt"
    labels = joined([bare(kind, language) for kind in kinds.kinds], language, any_of=True)
    said = f"{labels} mais perto" if pt else f"the nearest {labels}"
    sentence = f"distância de {_name(spot)}: {said}" if pt else f"distance from {_name(spot)}: {said}"
    return found.model_copy(
        update={
            "kind": "distance",
            "places": (to_place(spot, "from"),),
            "order": "nearest",
            "sentence": f"{sentence}, {'em linha reta' if pt else 'in a straight line'}",
        }
    )


def _name(spot: Spot) -> str:
    return quoted(spot.name) if spot.kind == "name" else spot.name.strip("() ")
