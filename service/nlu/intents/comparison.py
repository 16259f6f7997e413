"""Comparisons: "more cafes in A or in B?", "A tem mais parques que B?", "mais cafés ou bares em A?"."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal

from service.nlu.grammar.cursor import SPOTS, Cursor
from service.nlu.grammar.syntax import Clause, Kinds, Stuck
from service.nlu.intents.frame import IDLE, Asked, is_form, merge_names
from service.nlu.intents.sides import Sides, to_comparison
from service.nlu.intents.zones import UNITS
from service.nlu.lexer.lexeme import Lexeme
from service.reading import Reading

_ORDERS: dict[str, Literal["most", "fewest"]] = {
    "more": "most", "most": "most", "where_most": "most", "exceeds": "most",
    "fewer": "fewest", "fewest": "fewest", "where_fewest": "fewest", "falls_short": "fewest",
}  # fmt: skip
_EXCEEDS = ("exceeds", "falls_short")
_KEPT = (*_ORDERS, *UNITS, "than", "compare", "along", "what_in", "what_is", "which")
_KEPT += ("by_number", "numerous", "same", "strength", "in_unit", "contains")
_LEAD = frozenset(("exists", "have", "cop", "comma", "paren", "stop", "wh", "both", "where", "count"))
_THAN = frozenset(("que", "than", "do que"))
_SIDE = frozenset(("name", "svc", "det", "in", "id", "point", "area", "unknown", "word", "near", "form"))
_WHO = frozenset(("quem", "who", "que", "what", "which", "o que"))


def read_comparison(asked: Asked) -> Reading | None:
    """Read a comparison of two places or of two kinds of place; None where it is none; raises Stuck."""
    lexemes = _with_names(asked)
    if not _compares(lexemes):
        return None
    # "a freguesia com mais cafés, Bonfim ou Cedofeita"
    ahead = [*lexemes[1:], None]
    lexemes = [x for x, y in zip(lexemes, ahead, strict=True) if x.kind != "with" or not _orders(y)]
    cursor = asked.cursor(lexemes, keep=_KEPT)
    sides = Sides()
    while (lexeme := cursor.peek()) is not None:
        if not _step(cursor, sides, lexeme):
            raise Stuck("compare", lexeme)
    return to_comparison(asked.language, sides, cursor)


def _compares(lexemes: Sequence[Lexeme]) -> bool:
    """Whether two things are set against each other, and not zones or places ranked."""
    amount = any(is_form(x, *_ORDERS) and not _of_distance(lexemes, i) for i, x in enumerate(lexemes))
    named = sum(x.kind in SPOTS for x in lexemes)
    kinds = sum(x.kind == "svc" for x in lexemes)
    if not kinds or any(x.kind == "nearest" for x in lexemes):
        return False
    than = any(_is_than(lexemes, i) or is_form(lexemes[i], *_EXCEEDS) for i in range(len(lexemes)))
    asks = any(x.kind in ("wh", "wh_or_that") or is_form(x, "which") for x in lexemes)
    either = any(
        x.kind in ("or", "or_more") or (x.kind == "and" and asks) or x.kind == "between" for x in lexemes
    )
    plural = any(is_form(x, *UNITS) and x.key.split()[0].endswith("s") for x in lexemes)
    if not than and plural and _led_by_in(lexemes):
        # "which zones in Sliema or Valletta have most cafes" ranks the zones
        return False
    if any(is_form(x, *UNITS) or x.kind == "where" or is_form(x, "where_most") for x in lexemes):
        return (amount or than) and named > 1
    if _lists_places(lexemes):
        return True
    if any(is_form(x, "compare", "same") or (is_form(x, "than") and x.key not in _THAN) for x in lexemes):
        return True
    together = any(
        x.kind == "or" and [y.kind for y in lexemes[i - 1 : i + 2 : 2] if i] == ["svc", "svc"]
        for i, x in enumerate(lexemes)
    )
    two_kinds = kinds > 1 and (not asks or (kinds == 2 and together))
    return amount and (than or (either and (named > 1 or two_kinds)))


def _led_by_in(lexemes: Sequence[Lexeme]) -> bool:
    said = [x for x in lexemes if x.kind != "det"]
    return any(x.kind in ("in", "of") and y.kind in SPOTS for x, y in pairwise(said))


def _orders(lexeme: Lexeme | None) -> bool:
    return lexeme is not None and is_form(lexeme, *_ORDERS)


def _lists_places(lexemes: Sequence[Lexeme]) -> bool:
    """Whether this is "bars: Kallio or Kamppi?": a kind of place, and two places to choose from."""
    said = [x.kind if x.text != ":" else ":" for x in lexemes if x.kind not in IDLE]
    while said and said[-1] == "stop":
        said.pop()
    colon = said.index(":") if ":" in said else 0
    places = [kind for kind in said[colon + 1 :] if kind != "in"]
    counted = all(kind in ("svc", "count", "word", "filter") for kind in said[:colon])
    return (
        colon > 0 and counted and len(places) == 3 and places[0] == places[2] == "name" and places[1] == "or"
    )


def _of_distance(lexemes: Sequence[Lexeme], i: int) -> bool:
    """Whether "greater than" is said of metres."""
    return i + 1 < len(lexemes) and lexemes[i + 1].kind in ("dist", "num")


def _is_than(lexemes: Sequence[Lexeme], i: int) -> bool:
    """Whether this is "than", or "que" after "mais parques"; "que ficam perto" goes on about the parks."""
    lexeme = lexemes[i]
    if is_form(lexeme, "than"):
        return True
    if lexeme.key != "que" or not any(is_form(x, *_ORDERS) for x in lexemes[:i]):
        return False
    after = lexemes[i + 1] if i + 1 < len(lexemes) else None
    return after is not None and after.kind in _SIDE


def _with_names(asked: Asked) -> list[Lexeme]:
    """Take for names what stands where only a place can: before "has more", and words with capitals."""
    lexemes = [x for x in asked.lexemes if x.kind not in ("filler", "territory")]
    more = next((i for i, x in enumerate(lexemes) if is_form(x, *_ORDERS, "same")), None)
    if more is not None:
        start = next((i for i, x in enumerate(lexemes) if x.kind != "det"), 0)
        has = next((i for i in range(start + 1, more) if lexemes[i].kind == "have"), None)
        named = has is not None and not any(is_form(x, "which") for x in lexemes[start:has])
        spot = asked.spot(lexemes[start:has]) if named else None
        if has is not None and spot is not None:
            name = replace(
                lexemes[start], kind=spot.kind, text=spot.name, end=lexemes[has - 1].end, key="slot"
            )
            lexemes = [name, *lexemes[has:]]
    if not any(is_form(x, "same") for x in lexemes):
        # "as many as" has its "as"; alone it is anything
        lexemes = [replace(x, kind="unknown") if x.key == "as" and is_form(x, "than") else x for x in lexemes]
    merged = merge_names(lexemes, asked.text)
    loose = [x for x in merged if x.kind != "det"]
    for i, lexeme in enumerate(loose):
        if lexeme.key == "merged" and not _may_name(loose[max(0, i - 1) : i + 2], lexeme):
            return lexemes
    return merged


def _may_name(around: Sequence[Lexeme], lexeme: Lexeme) -> bool:
    """Whether words that nothing explains may name a place here: beside "or", "than", after "in".

    A first word has its capital anyway: it needs such a neighbour too.
    """
    return (lexeme.start > 0 and lexeme.text[:1].isupper()) or any(
        x.kind in ("or", "and", "in", "with")
        or x.key == "que"
        or x.text == ":"
        or is_form(x, "than", "exceeds", *UNITS)
        for x in around
        if x is not lexeme
    )


def _step(cursor: Cursor, sides: Sides, lexeme: Lexeme) -> bool:
    """Read the part that begins here; False where none can."""
    if is_form(lexeme, *_ORDERS):
        order = _ORDERS[cursor.take().theme]
        again = sides.order is not None
        if sides.order not in (None, order) or (again and not cursor.kind_starts()):
            raise Stuck("compare", lexeme)
        sides.order = order
        if not (is_form(lexeme, *_EXCEEDS) or cursor.kind_starts() or _goes_on(cursor)):
            raise Stuck("compare", lexeme)
        if is_form(lexeme, *_EXCEEDS):
            sides.than = True
            sides.joints.append(lexeme)
        # "more of", "more numerous"
        while (cursor.kind() in ("of", "in") and not cursor.spot_starts(1)) or _is_numerous(cursor):
            cursor.take()
        return True
    if lexeme.kind == "or_more":
        # "mais fontes ou mais bebedouros": of the same order, or it makes no sense
        more = lexeme.key.split()[-1] in ("mais", "more")
        if sides.order != ("most" if more else "fewest"):
            raise Stuck("compare", lexeme)
        sides.joints.append(replace(cursor.take(), kind="or"))
        return True
    if is_form(lexeme, "compare", "same"):
        sides.compared = True
        cursor.take()
        return True
    joins = lexeme.kind in ("and", "or") or (
        sides.compared and (lexeme.kind == "with" or lexeme.key in ("como", "quanto"))
    )
    if is_form(lexeme, "than") or joins or _is_than(cursor.lexemes, cursor.at):
        sides.than = sides.than or not joins
        sides.compared = sides.compared or (is_form(lexeme, "than") and lexeme.key not in _THAN)
        sides.joints.append(cursor.take())
        return True
    return (
        _place(cursor, sides, lexeme)
        or _nearness(cursor, sides)
        or _kinds(cursor, sides)
        or _lead(cursor, sides, lexeme)
    )


def _goes_on(cursor: Cursor) -> bool:
    """Whether "more" goes on: "more of", "more numerous", "maior número, bares ou cafés"."""
    after = cursor.peek()
    than = after is not None and is_form(after, "than")
    return than or cursor.kind() in ("of", "in", "comma", "or", "and", "", "stop") or _is_numerous(cursor)


def _is_numerous(cursor: Cursor) -> bool:
    lexeme = cursor.peek()
    return lexeme is not None and is_form(lexeme, "numerous")


def _place(cursor: Cursor, sides: Sides, lexeme: Lexeme) -> bool:
    """Read "in A", "on Rua B", or a bare name."""
    relation: Lexeme | None = None
    leads = lexeme.kind == "in" or is_form(lexeme, "along") or lexeme.key == "on"
    ahead = 1 if leads or lexeme.kind in ("of", "to") else 0
    while (after := cursor.peek(ahead)) is not None and (is_form(after, *UNITS) or after.kind == "area"):
        ahead += 2 if cursor.kind(ahead + 1) == "of" else 1
    if not cursor.spot_starts(ahead):
        return False
    relation = lexeme if leads else None
    cursor.at += ahead
    spot = cursor.read_spot()
    if spot is None:
        return False
    sides.spots.append((relation, spot))
    if (after := cursor.peek()) is not None and is_form(after, *UNITS):
        # "the Kamppi district"
        cursor.take()
    return True


def _nearness(cursor: Cursor, sides: Sides) -> bool:
    """Read "near A", "within 300 m of parks", or "nearby", which is said of the places."""
    if not cursor.relation_starts() or (cursor.kind() == "between" and cursor.spot_starts(1)):
        return False
    relation = cursor.read_relation()
    if relation.beyond:
        raise Stuck("compare", *relation.lexemes)
    cursor.skip("pronoun")
    if cursor.spot_starts():
        spot = cursor.read_spot()
        if spot is None:
            return False
        sides.spots.append((relation, spot))
    elif cursor.kind_starts():
        kinds = Kinds()
        cursor.read_kind(kinds)
        sides.conditions.append(Clause(relation, kinds=kinds))
        sides.of_one = sides.of_one or (relation if len(sides.kinds) == 1 else None)
    elif sides.nearby is not None:
        raise Stuck("compare", *relation.lexemes)
    else:
        sides.nearby = relation
    return True


def _kinds(cursor: Cursor, sides: Sides) -> bool:
    if not cursor.kind_starts():
        return False
    kinds = Kinds()
    cursor.read_kind(kinds)
    for lexeme in (kinds.limit_lexeme, kinds.number, kinds.every):
        if lexeme is not None:
            raise Stuck("quantity", lexeme)
    sides.kinds.append(kinds)
    return True


def _lead(cursor: Cursor, sides: Sides, lexeme: Lexeme) -> bool:
    """Step past what asks: "which neighbourhood has", "are there", "o que tem"."""
    asks = (
        lexeme.key in _WHO
        or lexeme.kind in ("wh", "where", "wh_or_that", "that")
        or is_form(lexeme, *UNITS, "what_in", "what_is", "which", "strength")
    )
    if asks and sides.spots and sides.kinds and cursor.kind(-1) not in ("stop", "comma", "with", "and"):
        return False
    in_which = lexeme.kind in ("in", "of") and cursor.kind(1) in ("wh", "wh_or_that", "that", "form")
    in_kinds = lexeme.kind in ("in", "of", "between") and (
        (len(sides.spots) == 2 and cursor.kind_starts(1)) or cursor.spot_starts(1)
    )
    aside = (
        is_form(lexeme, "by_number", "in_unit", "contains")
        or lexeme.kind == "for"
        or in_which
        or in_kinds
        or (lexeme.kind == "in" and not sides.spots and not sides.kinds)
        or (lexeme.kind in ("away", "or_more") and sides.compared and cursor.kind(1) in ("", "stop"))
        or (lexeme.kind in ("of", "between", "in") and sides.compared)
    )
    if not asks and not aside and lexeme.kind not in _LEAD | IDLE:
        return False
    sides.which = sides.which or asks
    cursor.take()
    return True
