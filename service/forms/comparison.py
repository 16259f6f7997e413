"""Comparisons: "more cafes in A or in B?", "A tem mais parques que B?", "mais cafés ou bares em A?"."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from queries.catalogue import Language
from service.cursor import SPOTS, Cursor
from service.drafts import to_reading
from service.forms.asked import IDLE, Asked, is_form, merge_names
from service.forms.zones import UNITS
from service.lexemes import Lexeme
from service.phrases import Clause, Draft, Kinds, Relation, Spot, Stuck
from service.reading import PlaceReading, Reading
from service.spots import is_street, say_place, to_place

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


@dataclass
class _Sides:
    """What is compared, as it is read: kinds of place, places, and conditions on the kinds."""

    kinds: list[Kinds] = field(default_factory=list)
    joints: list[Lexeme] = field(default_factory=list)
    spots: list[tuple[Relation | Lexeme | None, Spot]] = field(default_factory=list)
    conditions: list[Clause] = field(default_factory=list)
    # a nearness said before the second kind, if there is one, is said of the first only
    of_one: Relation | None = None
    nearby: Relation | None = None
    order: Literal["most", "fewest"] | None = None
    than: bool = False
    compared: bool = False
    which: bool = False

    @property
    def whether(self) -> bool:
        """Whether a yes or no is asked: "does A have more than B?"."""
        return self.than and not self.which and not self.compared


def read_comparison(asked: Asked) -> Reading | None:
    """Read a comparison of two places or of two kinds of place; None where it is none; raises Stuck."""
    lexemes = _with_names(asked)
    if not _compares(lexemes):
        return None
    cursor = asked.cursor(lexemes, keep=_KEPT)
    sides = _Sides()
    while (lexeme := cursor.peek()) is not None:
        if not _step(cursor, sides, lexeme):
            raise Stuck("compare", lexeme)
    return _to_reading(asked.language, sides, cursor)


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
    if any(is_form(x, *UNITS) or x.kind == "where" or is_form(x, "where_most") for x in lexemes):
        return (amount or than) and named > 1
    if any(is_form(x, "compare", "same") or (is_form(x, "than") and x.key not in _THAN) for x in lexemes):
        return True
    together = any(
        x.kind == "or" and [y.kind for y in lexemes[i - 1 : i + 2 : 2] if i] == ["svc", "svc"]
        for i, x in enumerate(lexemes)
    )
    two_kinds = kinds > 1 and (not asks or (kinds == 2 and together))
    return amount and (than or (either and (named > 1 or two_kinds)))


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
        x.kind in ("or", "and", "in", "with") or x.key == "que" or is_form(x, "than", "exceeds", *UNITS)
        for x in around
        if x is not lexeme
    )


def _step(cursor: Cursor, sides: _Sides, lexeme: Lexeme) -> bool:
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


def _place(cursor: Cursor, sides: _Sides, lexeme: Lexeme) -> bool:
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


def _nearness(cursor: Cursor, sides: _Sides) -> bool:
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


def _kinds(cursor: Cursor, sides: _Sides) -> bool:
    if not cursor.kind_starts():
        return False
    kinds = Kinds()
    cursor.read_kind(kinds)
    for lexeme in (kinds.limit_lexeme, kinds.number, kinds.every):
        if lexeme is not None:
            raise Stuck("quantity", lexeme)
    sides.kinds.append(kinds)
    return True


def _lead(cursor: Cursor, sides: _Sides, lexeme: Lexeme) -> bool:
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


def _settle_nearby(sides: _Sides) -> None:
    """Give the nearness of each place the distance that was said for both: "within 600 m, … near A or B"."""
    nearby = sides.nearby
    if nearby is None or not any(isinstance(relation, Relation) for relation, _ in sides.spots):
        return
    for i, (relation, spot) in enumerate(sides.spots):
        if isinstance(relation, Relation):
            if relation.given or not nearby.given:
                raise Stuck("compare", *nearby.lexemes)
            sides.spots[i] = (nearby, spot)
    sides.nearby = None


def _to_reading(language: Language, sides: _Sides, cursor: Cursor) -> Reading:
    everything = list(cursor.lexemes)
    _settle_nearby(sides)
    groups = {kinds.services for kinds in sides.kinds}
    if len(sides.spots) == 2 and sides.kinds:
        return _of_places(language, sides)
    if len(sides.kinds) == 2 and len(groups) == 2 and len(sides.spots) < 2:
        return _of_kinds(language, sides)
    raise Stuck("compare", *everything)


def _of_places(language: Language, sides: _Sides) -> Reading:
    """Compare two places by how many of one kind, or of several together, they have."""
    merged: list[Kinds] = []
    for kinds in sides.kinds:
        if all(kinds.services != other.services for other in merged):
            merged.append(kinds)
    if len(merged) > 1 and any(joint.kind not in ("and", "or") for joint in sides.joints[: len(merged) - 1]):
        raise Stuck("compare", *sides.joints)
    asked = Kinds([kind for kinds in merged for kind in kinds.kinds])
    first, second = (_place_of(relation, spot, sides) for relation, spot in sides.spots)
    given = sides.spots[0][0]
    if sides.spots[1][0] is None and isinstance(given, Relation):
        # "near A or B"
        second = to_place(sides.spots[1][1], "within", radius_m=given.radius_m)
    notes = [relation for relation, _ in sides.spots if isinstance(relation, Relation)]
    return _finish(
        language, sides, asked, (first, second), [*notes, *([sides.nearby] if sides.nearby else [])]
    )


def _place_of(relation: Relation | Lexeme | None, spot: Spot, sides: _Sides) -> PlaceReading:
    near = relation if isinstance(relation, Relation) else sides.nearby if relation is None else None
    if near is not None:
        if near.at_least_m:
            raise Stuck("compare", *near.lexemes)
        return to_place(spot, "within", radius_m=near.radius_m)
    along = isinstance(relation, Lexeme) and relation.kind != "in"
    return to_place(spot, "along" if along or is_street(spot) else "in")


def _of_kinds(language: Language, sides: _Sides) -> Reading:
    """Compare two kinds of place, which each are one service, by how many there are."""
    if sides.nearby is not None:
        raise Stuck("near_what", *sides.nearby.lexemes)
    if sides.of_one is not None:
        raise Stuck("compare", *sides.of_one.lexemes)
    for kinds in sides.kinds:
        if len(kinds.services) > 1:
            raise Stuck("sides", kinds.kinds[0].lexeme)
    asked = Kinds([kind for kinds in sides.kinds for kind in kinds.kinds])
    places = tuple(_place_of(relation, spot, sides) for relation, spot in sides.spots)
    notes = [relation for relation, _ in sides.spots if isinstance(relation, Relation)]
    return _finish(language, sides, asked, places, notes)


def _finish(
    language: Language,
    sides: _Sides,
    asked: Kinds,
    places: tuple[PlaceReading, ...],
    relations: Sequence[Relation],
) -> Reading:
    clauses = [*sides.conditions, *(Clause(r, spot=s) for r, s in sides.spots if isinstance(r, Relation))]
    if sides.nearby is not None:
        clauses += [Clause(sides.nearby, spot=spot) for _, spot in sides.spots]
    noted = to_reading(Draft(asked, clauses), language)
    found = to_reading(Draft(asked, sides.conditions), language)
    kinds = [asked] if len(places) > 1 else [Kinds([kind]) for kind in asked.kinds]
    sentences = [to_reading(Draft(kind, sides.conditions), language).sentence for kind in kinds]
    return found.model_copy(
        update={
            "kind": "compare",
            "places": places,
            "order": sides.order,
            "whether": sides.whether,
            "combine": "all",
            "assumptions": noted.assumptions,
            "sentence": _say(language, sides, sentences, places),
        }
    )


def _say(language: Language, sides: _Sides, sentences: Sequence[str], places: Sequence[PlaceReading]) -> str:
    """Say "more cafes in “A” than in “B”", "comparison of bars and cafes in “A”"."""
    pt = language == "pt"
    said = [say_place(place, language) for place in places]
    than, other = (" do que ", " ou ") if pt else (" than ", " or ")
    between = (" e " if pt else " and ") if sides.order is None else than if sides.whether else other
    order = {"most": ("mais", "more"), "fewest": ("menos", "fewer")}
    lead = ("comparação de" if pt else "comparison of") if sides.order is None else order[sides.order][not pt]
    if len(sentences) == 1:
        return f"{lead} {sentences[0]}{' ' if sides.whether else ': '}{between.join(said)}"
    return " ".join((lead, between.join(sentences), *said))
