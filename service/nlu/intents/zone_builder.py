"""The reading of a question about zones or areas: what is looked for in them, where, and what they lack."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from queries.catalogue.catalogue import Language
from service.language.phrasing import joined
from service.language.places import say_place
from service.nlu.drafts import to_reading
from service.nlu.grammar.syntax import Draft, Kinds, Stuck
from service.nlu.intents.frame import Asked
from service.nlu.kind_names import many
from service.nlu.lexer.lexeme import Lexeme
from service.reading import Reading

Order = Literal["most", "fewest"]


@dataclass
class Ranked:
    """What a question about zones says beside what is looked for in them."""

    unit: Literal["zone", "area"]
    limit: int | None = None
    order: Order | None = None
    # "fewest first" is said last, and no other order may be
    ordered: bool = False
    where: list[Lexeme] = field(default_factory=list)
    without: list[Kinds] = field(default_factory=list)


def refuse_numbers(kinds: Kinds) -> None:
    """Raise Stuck where a number of places is a condition: "without 3 cafes"."""
    for lexeme in (kinds.limit_lexeme, kinds.number, kinds.every):
        if lexeme is not None:
            raise Stuck("quantity", lexeme)


def to_zone_reading(asked: Asked, ranked: Ranked, rest: list[Lexeme]) -> Reading:
    """Make the reading of what `ranked` holds and `rest`, what is looked for; raises Stuck."""
    language = asked.language
    found = Reading()
    only = [x for x in rest if x.kind == "only"]
    if only:
        raise Stuck("quantity", *only)
    where = ""
    if ranked.without and not any(x.kind == "svc" for x in rest) and (rest or ranked.where):
        found, where = _only_where(asked, ranked, rest)
    elif rest:
        draft = asked.draft([*rest, *ranked.where])
        draft.asked.count = False
        refuse_numbers(draft.asked)
        if draft.limit is not None:
            raise Stuck("quantity", draft.asked.kinds[0].lexeme)
        found = to_reading(draft, language)
        both = [tags.joint for kind in draft.asked.kinds for tags in kind.tag_lists if tags.alike]
        if ranked.order is None and any(joint.kind == "and" for joint in both):
            # "zones with Italian and Japanese restaurants" hold one of each
            raise Stuck("either", *both)
        if found.order is not None or found.each:
            raise Stuck("zones", *rest)
        combine = found.combine if found.pairs else _combine(draft, ranked, len(found.places))
        if combine == "all" and len(draft.asked.kinds) > 1:
            found = _each_kind(draft, found, language)
        found = found.model_copy(update={"combine": combine})
    elif ranked.where:
        raise Stuck("zones", *ranked.where)
    if ranked.limit is not None and not ranked.without:
        ranked.order = ranked.order or "most"
    absent = [to_reading(Draft(kinds, []), language) for kinds in ranked.without]
    without = tuple(dict.fromkeys(service for reading in absent for service in reading.services))
    if not (found.services or found.pairs or without):
        # "where fewer?" names no kind of place
        raise Stuck("zones", *asked.lexemes)
    twice = set(without) & set(found.services)
    if twice:
        raise Stuck("twice", *(kind.lexeme for kinds in ranked.without for kind in kinds.kinds))
    notes = [note for reading in (found, *absent) for note in reading.assumptions]
    return found.model_copy(
        update={
            "kind": "zones",
            "unit": ranked.unit,
            "order": ranked.order,
            "limit": ranked.limit,
            "without": without,
            "filters": tuple(dict.fromkeys(f for reading in (found, *absent) for f in reading.filters)),
            "assumptions": tuple(dict.fromkeys(notes)),
            "sentence": _say(ranked, found.sentence, where, language),
        }
    )


def _only_where(asked: Asked, ranked: Ranked, rest: Sequence[Lexeme]) -> tuple[Reading, str]:
    """Read "in Malta" where nothing is looked for: "districts in Malta without pharmacies"."""
    lacking = ranked.without[0].kinds[0].lexeme
    draft = asked.draft([lacking, *ranked.where, *rest])
    found = to_reading(Draft(Kinds(draft.asked.kinds), draft.clauses, draft.any_of), asked.language)
    if found.pairs or found.kind != "places" or draft.nearest is not None or draft.limit is not None:
        raise Stuck("ambiguous", *ranked.where, *rest)
    if vague := [word for kind in draft.asked.kinds for word in kind.words]:
        # what zones are like is told by what is in them
        raise Stuck("leftover", *vague)
    said = [say_place(place, asked.language) for place in found.places]
    reading = Reading(places=found.places, combine=found.combine, assumptions=found.assumptions)
    return reading, joined(said, asked.language, any_of=found.combine == "any")


def _combine(draft: Draft, ranked: Ranked, places: int) -> Literal["all", "any"]:
    """Say whether a zone must have all of the kinds ("parks and cafes") or any (a group, "or", a sum).

    Raises Stuck where that would say of several places too that any will do, or that all must hold.
    """
    said = _combine_kinds(draft, ranked)
    if places < 2:
        return said
    of_places: Literal["all", "any"] = "any" if draft.any_of else "all"
    if len(draft.asked.services) > 1 and said != of_places:
        raise Stuck("mixed", *(kind.lexeme for kind in draft.asked.kinds))
    return of_places


def _combine_kinds(draft: Draft, ranked: Ranked) -> Literal["all", "any"]:
    kinds, joint = draft.asked.kinds, draft.asked.joint
    grouped = [kind for kind in kinds if len(kind.services) > 1]
    if len(kinds) > 1 and joint is not None and joint.kind == "and" and ranked.order is None:
        if grouped:
            raise Stuck("mixed", *(kind.lexeme for kind in grouped))
        return "all"
    return "any" if len(kinds) > 1 or grouped else "all"


def _each_kind(draft: Draft, found: Reading, language: Language) -> Reading:
    """Say of kinds that must all be there each by itself: "parks and recycling points"."""
    if found.pairs:
        return found
    each = [to_reading(Draft(Kinds([kind]), draft.clauses), language) for kind in draft.asked.kinds]
    notes = dict.fromkeys(note for reading in each for note in reading.assumptions)
    return found.model_copy(
        update={
            "sentence": joined([reading.sentence for reading in each], language),
            "assumptions": tuple(notes),
        }
    )


def _say(ranked: Ranked, sentence: str, where: str, language: Language) -> str:
    pt = language == "pt"
    unit = {"zone": ("zonas", "zones"), "area": ("bairros", "districts")}[ranked.unit][0 if pt else 1]
    parts = [unit if ranked.limit is None else f"{ranked.limit} {unit}"]
    if where:
        parts.append(where)
    if sentence:
        order = {"most": ("mais", "most"), "fewest": ("menos", "fewest")}
        more = f"{order[ranked.order][0 if pt else 1]} " if ranked.order else ""
        parts.append(f"{'com' if pt else 'with'} {more}{sentence}")
    if ranked.without:
        labels = [many(kind, language) for kinds in ranked.without for kind in kinds.kinds]
        said = f"sem {' nem '.join(labels)}" if pt else f"without {joined(labels, language, any_of=True)}"
        return f"{' '.join(parts)}, {said}" if sentence else f"{' '.join(parts)} {said}"
    return " ".join(parts)
