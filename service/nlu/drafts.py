"""From a draft to a reading: services, tags, places and what was assumed, checked to be expressible."""

from collections.abc import Iterator, Sequence
from typing import Literal

from queries.catalogue.catalogue import Language
from queries.catalogue.when import KEY as OPENING
from queries.geometry.radius import HALF_EARTH_M
from service.nlu.grammar.place_terms import to_place
from service.nlu.grammar.syntax import Clause, Draft, Kinds, Spot, Stuck
from service.nlu.grammar.syntax import Kind as KindOfPlace
from service.nlu.grammar.tag_lists import check_tag_lists, has_rivals, merge_alike
from service.nlu.lexer.lexeme import Lexeme
from service.nlu.opening.phrases import find_number
from service.nlu.read_back import say_assumptions, say_draft
from service.reading import FilterReading, Kind, PairReading, PlaceReading, Reading

MAX_LIMIT = 1_000_000


def to_reading(draft: Draft, language: Language) -> Reading:
    """Make the reading of a draft; raises Stuck where it holds what no reading can say."""
    for kinds in _lists(draft):
        merge_alike(kinds)
    _settle_trailing(draft)
    _spread_filters(draft, language)
    _check(draft)
    pairs = (*_each_pair(draft), *_pairs(draft))
    return Reading(
        kind=_kind(draft, pairs),
        services=draft.asked.services,
        pairs=pairs,
        places=tuple(_places(draft)),
        filters=tuple(dict.fromkeys(_filters(draft))),
        combine="any" if draft.any_of else "all",
        order=None if draft.nearest is None else "nearest",
        each=draft.each is not None,
        limit=draft.limit,
        words=tuple(dict.fromkeys(word.text for kind in _kinds(draft) for word in kind.words)),
        assumptions=say_assumptions(draft, language),
        sentence=say_draft(draft, language),
    )


def _kind(draft: Draft, pairs: Sequence[PairReading]) -> Kind:
    if draft.nearest is not None:
        return "nearest"
    if draft.asked.count:
        return "count"
    if any(pair.relation == "beyond" for pair in pairs):
        return "absence"
    return "pairs" if pairs else "places"


def _pairs(draft: Draft) -> Iterator[PairReading]:
    for clause in draft.clauses:
        relation = clause.relation
        if clause.kinds is not None and relation is not None:
            yield PairReading(
                a=_source(draft, clause).services,
                b=clause.kinds.services,
                relation="beyond" if relation.beyond else "within",
                radius_m=relation.radius_m,
                at_least_m=relation.at_least_m,
            )


def _each_pair(draft: Draft) -> Iterator[PairReading]:
    """Yield the pair of "the hospital nearest to each school": a row for each school, at any distance."""
    if draft.each is not None:
        yield PairReading(a=draft.each.services, b=draft.asked.services, radius_m=HALF_EARTH_M)


def _source(draft: Draft, clause: Clause) -> Kinds:
    """Return the kinds that a clause is said of."""
    if clause.of is None:
        return draft.asked
    kinds = draft.clauses[clause.of].kinds
    assert kinds is not None  # noqa: S101 - a chain starts at kinds
    return kinds


def _lists(draft: Draft) -> list[Kinds]:
    each = [] if draft.each is None else [draft.each]
    return [draft.asked, *each, *(clause.kinds for clause in draft.clauses if clause.kinds is not None)]


def _kinds(draft: Draft) -> Iterator[KindOfPlace]:
    for kinds in _lists(draft):
        yield from kinds.kinds


def _filters(draft: Draft) -> Iterator[FilterReading]:
    for kind in _kinds(draft):
        for filter_, _ in kind.filters:
            for service in kind.services:
                tag = filter_.meant(service)
                yield FilterReading(service=service, key=tag.key, value=tag.value)


def _spread_filters(draft: Draft, language: Language) -> None:
    """Let an adjective after "cafés e restaurantes" (before, in English) hold for each kind of the list."""
    for kinds in _lists(draft):
        if len(kinds.kinds) < 2:
            continue
        first, last = kinds.kinds[0], kinds.kinds[-1]
        shared = [(f, x) for f, x in last.filters if x.start > last.lexeme.start]
        if language == "en":
            shared += [(f, x) for f, x in first.filters if x.start < first.lexeme.start]
        said = {id(kind): {filter_.key for filter_, _ in kind.filters} for kind in kinds.kinds}
        for filter_, lexeme in shared:
            if all(filter_.tells(kind.services) for kind in kinds.kinds):
                for kind in kinds.kinds:
                    if filter_.key not in said[id(kind)]:
                        kind.filters.append((filter_, lexeme))
        joined = [tags for kind in (first, last) for tags in kind.tag_lists if tags.tags[0] in shared]
        for kind in kinds.kinds:
            held = [tags for tags in joined if all(tag in kind.filters for tag in tags.tags)]
            kind.tag_lists += [tags for tags in held if tags not in kind.tag_lists]


def _settle_trailing(draft: Draft) -> None:
    """Give "cafes near parks with outdoor seating" to the cafes, which alone can have it; never an adjective.

    Raises Stuck where it may be said of some of what is asked for, or of more than that.
    """
    for clause in draft.clauses:
        last = clause.kinds.kinds[-1] if clause.kinds is not None else None
        if last is None or clause.kinds is draft.asked:
            continue
        for filter_, lexeme in list(last.filters):
            if _is_of_asked(draft, last, lexeme):
                last.filters.remove((filter_, lexeme))
                for kind in draft.asked.kinds:
                    kind.filters.append((filter_, lexeme))
                continue
            phrase = " " in lexeme.key and lexeme.start > last.lexeme.start
            if filter_.tells(last.services) or not phrase:
                continue
            able = [kind for kind in _kinds(draft) if filter_.tells(kind.services)]
            if not able or able != draft.asked.kinds:
                raise Stuck("ambiguous" if able else "filter", lexeme)
            last.filters.remove((filter_, lexeme))
            moved = [tags for tags in last.tag_lists if (filter_, lexeme) in tags.tags]
            for kind in able:
                kind.filters.append((filter_, lexeme))
                kind.tag_lists += [tags for tags in moved if tags not in kind.tag_lists]


def _check(draft: Draft) -> None:
    """Raise Stuck where a filter, a chain, a limit or a place can't be put in a reading as it was meant."""
    lists = _lists(draft)
    _check_trailing(draft)
    check_tag_lists(lists, draft.asked)
    for kinds in lists:
        for kind in kinds.kinds:
            for filter_, lexeme in kind.filters:
                elsewhere = [
                    other
                    for other in _kinds(draft)
                    if other is not kind
                    and set(other.services) & set(kind.services)
                    and filter_ not in (f for f, _ in other.filters)
                ]
                if not filter_.tells(kind.services):
                    raise Stuck("filter", lexeme)
                if elsewhere:
                    raise Stuck("twice", lexeme)
            if has_rivals(kind):
                raise Stuck("filter", *(lexeme for _, lexeme in kind.filters))
    for clause in draft.clauses:
        lexemes: tuple[Lexeme, ...] = clause.relation.lexemes if clause.relation else ()
        if clause.of is not None:
            same = [kinds for kinds in lists if set(kinds.services) == set(_source(draft, clause).services)]
            parent = draft.clauses[clause.of].relation
            if len(same) > 1 or (parent is not None and parent.beyond):
                raise Stuck("ambiguous", *lexemes)
    _check_spots(draft)
    if draft.limit is not None and draft.limit > MAX_LIMIT:
        raise Stuck("quantity", draft.asked.limit_lexeme or draft.asked.kinds[0].lexeme)


def _check_spots(draft: Draft) -> None:
    """Raise Stuck where "any of" would not hold between places of one sort alone."""
    for clause in draft.clauses:
        if clause.spot is None or not draft.any_of:
            continue
        if draft.each is not None:
            # its pair counts as a condition beside the places, and all conditions would have to hold
            raise Stuck("two_areas", clause.spot.lexeme)
        alike = all(
            other.spot is not None and (other.relation is None) == (clause.relation is None)
            for other in draft.clauses
        )
        if not alike or (clause.relation is not None and clause.relation.at_least_m):
            raise Stuck("two_areas", clause.spot.lexeme)


def _check_trailing(draft: Draft) -> None:
    """Raise Stuck for "cafes near a library with wifi": either may have it.

    An adjective that agrees with the noun before it in number is that noun's own, as is "de comida …".
    """
    each = draft.each.kinds[-1] if draft.each is not None else None
    for filter_, lexeme in each.filters if each is not None else ():
        trails = each is not None and lexeme.start > each.lexeme.start and filter_.key == OPENING
        if each is not None and trails and find_number(lexeme) not in _numbers([each]):
            # "the cafes nearest to each museum open on Sundays"
            raise Stuck("ambiguous", lexeme)
    for clause in draft.clauses:
        kind = clause.kinds.kinds[-1] if clause.kinds is not None else None
        named = kind.lexeme.named if kind is not None else None
        if kind is None or named is None or clause.kinds is draft.asked:
            continue
        for filter_, lexeme in kind.filters:
            agrees = " " not in lexeme.key and (named.number == "many") == lexeme.key.endswith("s")
            own = agrees or lexeme.key.startswith("de ") or _is_own(draft, kind, lexeme)
            own = own or _is_enclosed(clause, lexeme)
            trails = lexeme.start > kind.lexeme.start and not own
            if trails and any(filter_.tells(asked.services) for asked in draft.asked.kinds):
                raise Stuck("ambiguous", lexeme)


def _is_of_asked(draft: Draft, last: KindOfPlace, lexeme: Lexeme) -> bool:
    """Whether a phrase after one place is said of the many asked for: "near a park that are open now"."""
    told, there = find_number(lexeme), _numbers([last])
    clauses = [clause for clause in draft.clauses if clause.kinds is not None]
    return (
        told is not None and told not in there and {told} == _numbers(draft.asked.kinds) and len(clauses) == 1
    )


def _is_own(draft: Draft, last: KindOfPlace, lexeme: Lexeme) -> bool:
    """Whether a phrase can't be said of what is asked for: "pharmacies near a café that is open now"."""
    told = find_number(lexeme)
    return told is not None and {told} == _numbers([last]) and told not in _numbers(draft.asked.kinds)


def _is_enclosed(clause: Clause, lexeme: Lexeme) -> bool:
    """Whether metres follow: "without a pharmacy open on Sunday within 500 m" parts it from what is asked."""
    relation = clause.relation
    return relation is not None and any(x.start > lexeme.start and x.kind == "dist" for x in relation.lexemes)


def _numbers(kinds: Sequence[KindOfPlace]) -> set[str]:
    """Return "one" or "many", or both, as the kinds are named."""
    return {kind.lexeme.named.number for kind in kinds if kind.lexeme.named is not None}


def _places(draft: Draft) -> Iterator[PlaceReading]:
    """Yield the places that limit the answer; a range is two of one place, within and beyond."""
    nearest = draft.nearest
    if nearest is not None and isinstance(nearest.target, Spot):
        yield to_place(nearest.target, "from")
    for i, clause in enumerate(draft.clauses):
        spot, relation = clause.spot, clause.relation
        if spot is None:
            continue
        # "the nearest hospital in Kallio to each school": the hospital is in Kallio, not the school
        of: Literal["a", "b"] = (
            "b" if draft.each is not None and nearest is not None and i < nearest.at else "a"
        )
        if relation is None:
            found = [to_place(spot, "in")]
        else:
            found = [to_place(spot, "beyond" if relation.beyond else "within", radius_m=relation.radius_m)]
            if relation.at_least_m:
                found.append(to_place(spot, "beyond", radius_m=relation.at_least_m))
        yield from (place.model_copy(update={"of": of}) for place in found)
