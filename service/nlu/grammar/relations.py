"""How near, how far: the words of a distance as one relation, and what may not go together."""

from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from itertools import pairwise

from service.nlu.grammar.syntax import Relation, Stuck
from service.nlu.lexer.lexeme import Lexeme

# what "near" means where no distance is said; whoever reads a question sets it
DEFAULT_RADIUS_M: ContextVar[float] = ContextVar("default_radius_m", default=500.0)

BOUNDS = frozenset(("bound", "bound_strict", "bound_about", "bound_over", "bound_least", "radius", "between"))
# before a number these can count places too: "at least 3 cafes"
COUNTED = BOUNDS - {"radius", "between"}
# without a distance these mean the inside of a place
INSIDE = frozenset(("dentro", "dentro de", "within"))
_DISTANT = ("distan", "afastad", "apartad", "distant")
_OVER = frozenset(("bound_over", "bound_least", "or_more", "outside", "far"))
_UPTO = frozenset(("bound", "bound_strict", "between"))


@dataclass(slots=True)
class Distance:
    """One distance with the words said of it, before it and after it; `denied`: a "not" stands before."""

    amount: Lexeme | None = None
    words: list[Lexeme] = field(default_factory=list)
    denied: bool = False

    @property
    def beyond(self) -> bool:
        """Whether it is a least distance; raises Stuck where the words say both."""
        over = [word for word in self.words if word.kind in _OVER and not self._is_neutral(word)]
        upto = [word for word in self.words if word.kind in _UPTO or _is_or_less(word)]
        near = [word for word in self.words if word.kind == "near" and word.key != "around"]
        outside = any(word.kind == "outside" for word in over)
        if over and (near or (upto and not outside)):
            raise Stuck("ambiguous", *over, *upto, *near)
        return bool(over) != self.denied

    def _is_neutral(self, word: Lexeme) -> bool:
        """Whether "distante" only goes with the metres said, as "away" does: "distantes até 300 m"."""
        return word.kind == "far" and self.amount is not None and word.key.startswith(_DISTANT)


def make_relation(taken: Sequence[Lexeme], distances: Sequence[Distance], *, negated: bool) -> Relation:
    """Make the relation of the words taken; two distances, a least and a most, are a range.

    Raises Stuck where the words need a distance and have none, or contradict each other.
    """
    _share_unit(distances)
    first = distances[0]
    if first.amount is None:
        return _without_distance(tuple(taken), first, negated=negated)
    relation = _with_distance(first, tuple(taken))
    for other in distances[1:]:
        relation = combine(relation, _with_distance(other, tuple(taken)))
    return deny(relation) if negated else relation


def _share_unit(distances: Sequence[Distance]) -> None:
    """Give "at least 200 but no more than 500 m" its unit twice."""
    for one, other in pairwise(distances):
        first, second = one.amount, other.amount
        if first is None or second is None or first.amount is None or second.amount is None:
            continue
        if second.amount.unit and not first.amount.unit:
            metres = first.amount.metres * second.amount.factor
            amount = replace(first.amount, metres=metres, unit=True, factor=second.amount.factor)
            one.amount = replace(first, amount=amount)


def deny(relation: Relation) -> Relation:
    """Turn a relation round: "near" with "neither" or "no" after it."""
    if relation.at_least_m:
        raise Stuck("negation", *relation.lexemes)
    return replace(relation, beyond=not relation.beyond, negated=True)


def combine(one: Relation, other: Relation) -> Relation:
    """Make a range of a most and a least distance; raises Stuck where they are no range."""
    if one.beyond == other.beyond or one.at_least_m or other.at_least_m:
        raise Stuck("ambiguous", *one.lexemes, *other.lexemes)
    upto, least = (other, one) if one.beyond else (one, other)
    if least.radius_m >= upto.radius_m:
        raise Stuck("backwards", *one.lexemes, *other.lexemes)
    notes = tuple(dict.fromkeys((*one.notes, *other.notes)))
    return replace(upto, at_least_m=least.radius_m, notes=notes, negated=False)


def refine(said: Relation, relation: Relation) -> Relation | None:
    """Return the nearness `said` without a distance with that of `relation`, None where it can't be meant."""
    if said.given:
        return combine(said, relation) if said.beyond != relation.beyond and not said.negated else None
    if said.negated:
        return replace(relation, beyond=True, negated=True) if not relation.beyond else None
    return relation if said.beyond == relation.beyond else None


def _without_distance(taken: tuple[Lexeme, ...], said: Distance, *, negated: bool) -> Relation:
    bounds = [word for word in said.words if word.kind in BOUNDS or word.kind == "outside"]
    near = [word for word in said.words if word.kind in ("near", "far")]
    if not near and said.words and said.words[0].kind == "away":
        near = [said.words[0]]
        said = Distance(None, [replace(said.words[0], kind="far")])
    if bounds or not near:
        between = any(word.kind == "between" for word in bounds)
        inside = bool(bounds) and all(word.key in INSIDE for word in bounds)
        raise Stuck("between" if between else "containment" if inside else "no_number", *taken)
    beyond = said.beyond != negated
    note = "far" if beyond else "near"
    word = near[0].text
    return Relation(DEFAULT_RADIUS_M.get(), 0.0, taken, ((note, word),), False, beyond, negated)


def _with_distance(said: Distance, taken: tuple[Lexeme, ...]) -> Relation:
    assert said.amount is not None  # noqa: S101 - the caller saw to it
    assert said.amount.amount is not None  # noqa: S101 - dist and num carry their amount
    amount = said.amount.amount
    if amount.wrong is not None:
        raise Stuck(amount.wrong, said.amount)
    if amount.at_least_m and said.beyond:
        raise Stuck("negation" if said.denied else "ambiguous", *taken)
    if any(word.kind == "between" for word in said.words) and not amount.at_least_m:
        raise Stuck("between", *taken)
    notes = tuple(_notes(said, said.amount, taken))
    return Relation(amount.metres, amount.at_least_m, taken, notes, beyond=said.beyond, negated=said.denied)


def _notes(said: Distance, amount: Lexeme, taken: Sequence[Lexeme]) -> Iterator[tuple[str, str]]:
    """Yield what the answer says of how the distance was read."""
    kinds = {word.kind for word in said.words}
    before = [word for word in said.words if word.kind in BOUNDS and word.start < amount.start]
    written = " ".join(word.text for word in (*before, amount))
    about = any(w.kind == "near" and w.key == "around" and w.start < amount.start for w in said.words)
    assert amount.amount is not None  # noqa: S101 - dist and num carry their amount
    if "bound_strict" in kinds:
        yield "strict", written
    elif "bound_about" in kinds or about:
        yield "about", written
    elif kinds & {"bound_least", "or_more"}:
        yield "least", written
    elif not kinds & {*BOUNDS, "near", *_OVER} and not amount.amount.at_least_m and taken[0].kind != "in":
        yield "bare", amount.text
    if not amount.amount.unit:
        yield "metres", amount.text
    if amount.amount.note is not None:
        yield amount.amount.note, amount.text


def _is_or_less(word: Lexeme) -> bool:
    return word.kind == "away" and word.key.split(" ")[0] in ("or", "ou")
