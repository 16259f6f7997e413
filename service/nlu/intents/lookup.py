"""Look-ups: "tell me about Esplanadi", "o que há na zona 8711…", "node/123"."""

from collections.abc import Sequence

from queries.catalogue.catalogue import Language
from service.language.phrasing import quoted
from service.nlu.drafts import to_reading
from service.nlu.grammar.cursor import SPOTS
from service.nlu.grammar.place_terms import is_street, to_place
from service.nlu.grammar.syntax import Spot
from service.nlu.intents.frame import IDLE, Asked, is_form, strip
from service.nlu.lexer.lexeme import NUMBERED, Lexeme
from service.nlu.lexer.tokenizer import is_emoji, starts_name
from service.reading import Reading

_OPENING = IDLE | {"cop", "exists", "have", "wh", "wh_or_that", "that", "where", "of", "in", "all", "comma"}
_OPENINGS = ("about", "telling", "anything", "what_is", "what_in", "contains", "along", "more", "being")
_WHAT = frozenset(("o que", "que", "what"))
_WHAT_KINDS = frozenset(("wh", "wh_or_that", "exists"))
_MARKS = frozenset(("sobre", "about", "on"))
_TAIL = (*IDLE, "stop", "comma", "paren", "cop", "exists", "have", "where", "and")
_NO_NAME: dict[Language, frozenset[str]] = {
    "pt": frozenset(("um", "uma", "uns", "umas", "seu", "sua", "teu", "tua", "suas", "tuas")),
    "en": frozenset(("a", "an", "your", "yourself", "you")),
}
# a verb follows these, and no name in small letters
_MODAL = frozenset(("can", "could", "may", "should", "i", "we", "you", "people", "to"))
_MODAL |= {"posso", "podemos", "podem", "consigo", "devo", "possa"}
_DEFINITE = frozenset(("the", "o", "a", "do", "da"))
_TAIL_WORDS = frozenset(("like",))
_BARE = frozenset(("unknown", "name", "svc", "word", "of", "num", "comma", "street", "stop", "id", "area"))


def read_lookup(asked: Asked) -> Reading | None:
    """Read a question about one place; None where it is about anything else."""
    alone = strip(asked.lexemes, "stop", "det")
    if len(alone) == 1 and alone[0].key == NUMBERED:
        # "12 Tower Road"
        return _to_reading(asked, Spot("name", alone[0].text, alone[0]), inside=False, area=False)
    if (bare := _bare_name(asked)) is not None:
        return _to_reading(asked, bare, inside=False, area=_tells_area(asked.lexemes))
    lexemes = list(asked.lexemes)
    start = 0
    while start < len(lexemes) and _opens(lexemes[start]):
        start += 1
    around = [x.kind for x in lexemes[start : start + 3] if x.kind != "of"]
    if around[:2] == ["near", "point"]:
        # what is around coordinates is what is told of them
        start += len(lexemes[start:]) - len(strip(lexemes[start:], "near", "of"))
    opening, slot = lexemes[:start], _without_tail(lexemes[start:])
    if not slot:
        return None
    spot = asked.spot(slot)
    if spot is None and any(is_form(x, "about") for x in opening):
        spot = _odd_name(asked, opening, slot)
    if spot is not None and _asks(opening, slot, lexemes, asked.language):
        inside = _asks_inside(opening, lexemes)
        return _to_reading(asked, spot, inside=inside, area=_tells_area(slot))
    if spot is None and any(is_form(x, "about") for x in opening[:2]):
        # "tell me about cafes near a park" asks for the cafes
        return _without_opening(asked, lexemes[start:])
    return None


def _odd_name(asked: Asked, opening: Sequence[Lexeme], slot: Sequence[Lexeme]) -> Spot | None:
    """Read "the british museum": one place called by a tag that no such place has, or by words unknown."""
    part = strip(slot, "det")
    definite = bool(opening) and opening[-1].key.rpartition(" ")[2] in _DEFINITE
    tags = [x.filter for x in part if x.filter is not None]
    if not definite or not tags or any(x.kind not in ("filter", "unknown", "word", "svc") for x in part):
        return None
    named = [x.named for x in part if x.named is not None]
    if any(one.number == "many" for one in named) or (not named and part[-1].kind != "unknown"):
        return None
    if any(tag.tells(one.services) for tag in tags for one in named):
        return None
    return Spot("name", asked.slice(part), part[0])


def _asks(
    opening: Sequence[Lexeme], slot: Sequence[Lexeme], lexemes: Sequence[Lexeme], language: Language
) -> bool:
    """Whether the words before the place ask what it is, where it is, or what there is in it.

    A name in small letters may be any word that nothing explains: it needs words that can only ask that.
    """
    contains = any(is_form(x, "contains") for x in lexemes)
    led = bool(opening) and (
        opening[-1].kind == "in" or opening[-1].key == "on" or is_form(opening[-1], "along")
    )
    anything = any(is_form(x, "anything") for x in opening)
    where = any(x.kind == "where" for x in opening) and not any(x.kind in ("exists", "have") for x in opening)
    surely = any(is_form(x, "about", "telling", "what_in") or x.key in _MARKS for x in opening)
    if anything and not led and not surely:
        return False
    asks = surely or where or anything or contains or any(is_form(x, "what_is") for x in opening)
    if not slot[0].text[:1].isupper() and any(x.key in _NO_NAME[language] for x in (*opening[-1:], *slot)):
        # "conte uma piada", "describe your instructions"
        return False
    unit = is_form(slot[0], "unit_zone", "unit_area")
    proper = all(x.kind in (*SPOTS, "comma", "svc", "area") or is_form(x) for x in slot)
    # "the district of Kluuvi"
    proper = proper or (unit and all(x.kind in (*SPOTS, "comma", "of", "det") for x in slot[1:]))
    if unit and proper and not opening and slot[-1].kind == "name":
        return True
    verb = slot[0].key in _MODAL or (bool(opening) and opening[-1].key.split()[-1] in _MODAL)
    if not proper and verb:
        # "where can I buy stamps"
        return False
    return (asks and (proper or surely or where)) or slot[-1].kind == "id" or slot[0].kind in SPOTS


def _asks_inside(opening: Sequence[Lexeme], lexemes: Sequence[Lexeme]) -> bool:
    """Whether it is asked what there is in the place."""
    led = any(x.kind == "in" or x.key == "on" for x in opening[-2:])
    asks = any(is_form(x, "what_in", "what_is", "anything") or x.kind in _WHAT_KINDS for x in opening)
    inside = any(is_form(x, "what_in") and x.key.split()[-1] in ("in", "inside") for x in opening)
    return inside or (led and asks) or any(is_form(x, "contains") for x in lexemes)


def _opens(lexeme: Lexeme) -> bool:
    return lexeme.kind in _OPENING or is_form(lexeme, *_OPENINGS) or lexeme.key in _MARKS | _WHAT


def _without_tail(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Leave out what may stand after the place: "contain", "and where is it"."""
    slot = list(lexemes)
    while slot and (slot[-1].kind in _TAIL or is_form(slot[-1], "contains") or slot[-1].key in _TAIL_WORDS):
        slot.pop()
    return slot


def _without_opening(asked: Asked, rest: Sequence[Lexeme]) -> Reading | None:
    if not any(x.kind == "svc" for x in rest):
        return None
    return to_reading(asked.draft(rest), asked.language)


def _bare_name(asked: Asked) -> Spot | None:
    """Read a question that is a name alone, whose first capital tells nothing: "Torre dos Clérigos"."""
    part = strip(asked.lexemes, "stop", "det")
    if not part or any(x.kind not in _BARE and not is_form(x, "unit_zone", "unit_area") for x in part):
        return None
    if not any(x.kind in ("unknown", "name", "id") for x in part) or not starts_name(asked.slice(part)):
        return None
    words = [x for x in part if x.kind in ("unknown", "word", "svc", "name")]
    if (in_unit := _bare_area(asked, part)) is not None:
        return in_unit
    plural = any(x.named is not None and x.named.number == "many" for x in words)
    titled = all(starts_name(x.text) for x in words)
    text = asked.slice(part)
    if plural or not titled or (text.isupper() and " " in text) or not text.replace(" ", "").isprintable():
        return None
    if any(not (char.isalnum() or char in " ,.'’-&" or is_emoji(char)) for char in text):
        return None
    return Spot("name", text, part[0])


def _bare_area(asked: Asked, part: Sequence[Lexeme]) -> Spot | None:
    """Read "Kallio district" and "Freguesia da Sé" without the word of unit; "Bairro Alto" is a name."""
    if len(part) > 1 and is_form(part[-1], "unit_area") and all(x.text[:1].isupper() for x in part[:-1]):
        return Spot("name", asked.slice(part[:-1]), part[0])
    if len(part) > 2 and is_form(part[0], "unit_area") and part[1].kind == "of":
        return asked.spot(part)
    return None


def _tells_area(lexemes: Sequence[Lexeme]) -> bool:
    """Whether the words tell that an area is meant: "the Kallio district"."""
    return any(is_form(x, "unit_zone", "unit_area") or x.kind == "area" for x in lexemes)


def _to_reading(asked: Asked, spot: Spot, *, inside: bool, area: bool) -> Reading | None:
    zone = spot.kind == "id" and "/" not in spot.name
    inside = inside and spot.kind != "point"
    place = to_place(spot, "along" if is_street(spot) else "in" if inside or zone else "from")
    if area and place.kind == "poi" and spot.kind == "name":
        place = place.model_copy(update={"kind": "area"})
    name = quoted(spot.name) if spot.kind == "name" else spot.name
    if zone:
        name = f"zona {name}" if asked.language == "pt" else f"zone {name}"
    sentence = f"o que há sobre {name}" if asked.language == "pt" else f"what there is on {name}"
    return Reading(kind="lookup", places=(place,), sentence=sentence)
