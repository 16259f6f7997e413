"""What a comparison sets against each other: two places, or two kinds of place."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from queries.catalogue.catalogue import Language
from service.language.places import say_place
from service.nlu.drafts import to_reading
from service.nlu.grammar.cursor import Cursor
from service.nlu.grammar.place_terms import is_street, to_place
from service.nlu.grammar.syntax import Clause, Draft, Kinds, Relation, Spot, Stuck
from service.nlu.lexer.lexeme import Lexeme
from service.reading import PlaceReading, Reading

# which of two joints parts the sides: "cafes and bars or restaurants", "cafes or bars than restaurants"
_STRENGTH = {"and": 0, "or": 1}


@dataclass
class Sides:
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


def _settle_nearby(sides: Sides) -> None:
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


def _settle_sums(sides: Sides) -> None:
    """Join the kinds that count together: "more cafes and bars or more restaurants", "… than restaurants"."""
    if len(sides.kinds) < 3 or len(sides.spots) > 1 or len(sides.joints) != len(sides.kinds) - 1:
        return
    strength = [_STRENGTH.get(joint.kind, 2) for joint in sides.joints]
    parting = [i for i, one in enumerate(strength, 1) if one == max(strength)]
    if len(parting) != 1 or len(set(strength)) != 2:
        return
    halves = (sides.kinds[: parting[0]], sides.kinds[parting[0] :])
    joint = next(x for x, one in zip(sides.joints, strength, strict=True) if one == min(strength))
    sides.kinds = [
        Kinds([kind for kinds in half for kind in kinds.kinds], joint if len(half) > 1 else None)
        for half in halves
    ]
    sides.joints = [sides.joints[parting[0] - 1]]


def to_comparison(language: Language, sides: Sides, cursor: Cursor) -> Reading:
    """Return the reading of two places, or of two kinds of place; raises Stuck where they are not two."""
    everything = list(cursor.lexemes)
    _settle_nearby(sides)
    _settle_sums(sides)
    groups = {kinds.services for kinds in sides.kinds}
    if len(sides.spots) == 2 and sides.kinds:
        return _of_places(language, sides)
    if len(sides.kinds) == 2 and len(groups) == 2 and len(sides.spots) < 2:
        return _of_kinds(language, sides)
    raise Stuck("compare", *everything)


def _of_places(language: Language, sides: Sides) -> Reading:
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


def _place_of(relation: Relation | Lexeme | None, spot: Spot, sides: Sides) -> PlaceReading:
    near = relation if isinstance(relation, Relation) else sides.nearby if relation is None else None
    if near is not None:
        if near.at_least_m:
            raise Stuck("compare", *near.lexemes)
        return to_place(spot, "within", radius_m=near.radius_m)
    along = isinstance(relation, Lexeme) and relation.kind != "in"
    return to_place(spot, "along" if along or is_street(spot) else "in")


def _of_kinds(language: Language, sides: Sides) -> Reading:
    """Compare two kinds of place, each a service or several that count as one, by how many there are."""
    if sides.nearby is not None:
        raise Stuck("near_what", *sides.nearby.lexemes)
    if sides.of_one is not None:
        raise Stuck("compare", *sides.of_one.lexemes)
    asked = Kinds([kind for kinds in sides.kinds for kind in kinds.kinds])
    shared = set.intersection(*({*kinds.services} for kinds in sides.kinds))
    if shared and any(kind.filters for kind in asked.kinds):
        # a tag asked of one side would be asked of the other
        raise Stuck("compare", *(kind.lexeme for kind in asked.kinds))
    places = tuple(_place_of(relation, spot, sides) for relation, spot in sides.spots)
    notes = [relation for relation, _ in sides.spots if isinstance(relation, Relation)]
    found = _finish(language, sides, asked, places, notes)
    services = tuple(kinds.services for kinds in sides.kinds)
    return found.model_copy(update={"sides": services}) if any(len(s) > 1 for s in services) else found


def _finish(
    language: Language,
    sides: Sides,
    asked: Kinds,
    places: tuple[PlaceReading, ...],
    relations: Sequence[Relation],
) -> Reading:
    clauses = [*sides.conditions, *(Clause(r, spot=s) for r, s in sides.spots if isinstance(r, Relation))]
    if sides.nearby is not None:
        clauses += [Clause(sides.nearby, spot=spot) for _, spot in sides.spots]
    kinds = [asked] if len(places) > 1 else [Kinds(list(kinds.kinds)) for kinds in sides.kinds]
    # each side by itself, and first: of both together an adjective of one would be said of the other
    each = [to_reading(Draft(kind, sides.conditions), language) for kind in kinds]
    noted = [to_reading(Draft(kind, clauses), language) for kind in kinds]
    found = to_reading(Draft(asked, sides.conditions), language)
    sentences = [one.sentence for one in each]
    if len(places) < 2:
        # "more (cafes or bars) or restaurants"
        pairs = zip(kinds, sentences, strict=True)
        sentences = [f"({said})" if len(kind.kinds) > 1 else said for kind, said in pairs]
    return found.model_copy(
        update={
            "kind": "compare",
            "places": places,
            "order": sides.order,
            "whether": sides.whether,
            "combine": "all",
            "filters": tuple(dict.fromkeys(told for one in each for told in one.filters)),
            "assumptions": tuple(dict.fromkeys(said for one in noted for said in one.assumptions)),
            "sentence": _say(language, sides, sentences, places),
        }
    )


def _say(language: Language, sides: Sides, sentences: Sequence[str], places: Sequence[PlaceReading]) -> str:
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
