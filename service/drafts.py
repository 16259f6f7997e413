"""From a draft to a reading: services, tags, places and what was assumed, checked to be expressible."""

from collections.abc import Iterator

from queries.catalogue import Language
from queries.position import Position
from service.lexemes import Lexeme
from service.phrases import Clause, Draft, Kind, Kinds, Stuck
from service.reading import FilterReading, PairReading, PlaceReading, Reading
from service.saying import say_assumptions, say_draft

MAX_LIMIT = 1_000_000


def to_reading(draft: Draft, language: Language) -> Reading:
    """Make the reading of a draft; raises Stuck where it holds what no reading can say."""
    _spread_filters(draft, language)
    _check(draft)
    pairs = tuple(
        PairReading(
            a=_source(draft, clause).services,
            b=clause.kinds.services,
            radius_m=clause.relation.radius_m,
            at_least_m=clause.relation.at_least_m,
        )
        for clause in draft.clauses
        if clause.kinds is not None and clause.relation is not None
    )
    places = tuple(_place(clause) for clause in draft.clauses if clause.spot is not None)
    return Reading(
        kind="count" if draft.asked.count else "pairs" if pairs else "places",
        services=draft.asked.services,
        pairs=pairs,
        places=places,
        filters=tuple(dict.fromkeys(_filters(draft))),
        combine="any" if draft.any_of else "all",
        limit=draft.limit,
        words=tuple(dict.fromkeys(word.text for kind in _kinds(draft) for word in kind.words)),
        assumptions=say_assumptions(draft, language),
        sentence=say_draft(draft, language),
    )


def _source(draft: Draft, clause: Clause) -> Kinds:
    """Return the kinds that a clause is said of."""
    if clause.of is None:
        return draft.asked
    kinds = draft.clauses[clause.of].kinds
    assert kinds is not None  # noqa: S101 - a chain starts at kinds
    return kinds


def _lists(draft: Draft) -> list[Kinds]:
    return [draft.asked, *(clause.kinds for clause in draft.clauses if clause.kinds is not None)]


def _kinds(draft: Draft) -> Iterator[Kind]:
    for kinds in _lists(draft):
        yield from kinds.kinds


def _filters(draft: Draft) -> Iterator[FilterReading]:
    for kind in _kinds(draft):
        for filter_, _ in kind.filters:
            for service in kind.services:
                yield FilterReading(service=service, key=filter_.key, value=filter_.value)


def _spread_filters(draft: Draft, language: Language) -> None:
    """Let an adjective after "cafés e restaurantes" (before, in English) hold for each kind of the list."""
    for kinds in _lists(draft):
        if len(kinds.kinds) < 2:
            continue
        first, last = kinds.kinds[0], kinds.kinds[-1]
        shared = [(f, x) for f, x in last.filters if x.start > last.lexeme.start]
        if language == "en":
            shared += [(f, x) for f, x in first.filters if x.start < first.lexeme.start]
        for filter_, lexeme in shared:
            if all(filter_.tells(kind.services) for kind in kinds.kinds):
                for kind in kinds.kinds:
                    if all(other.key != filter_.key for other, _ in kind.filters):
                        kind.filters.append((filter_, lexeme))


def _check(draft: Draft) -> None:
    """Raise Stuck where a filter, a chain, a limit or a place can't be put in a reading as it was meant."""
    lists = _lists(draft)
    _check_trailing(draft)
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
            keys = [filter_.key for filter_, _ in kind.filters]
            if len(set(keys)) < len(keys):
                raise Stuck("filter", *(lexeme for _, lexeme in kind.filters))
    for clause in draft.clauses:
        lexemes: tuple[Lexeme, ...] = clause.relation.lexemes if clause.relation else ()
        if clause.of is not None:
            same = [kinds for kinds in lists if set(kinds.services) == set(_source(draft, clause).services)]
            if len(same) > 1:
                raise Stuck("ambiguous", *lexemes)
        if clause.spot is not None and draft.any_of:
            raise Stuck("two_areas", clause.spot.lexeme)
        if clause.spot is not None and clause.relation is not None and clause.relation.at_least_m:
            raise Stuck("beyond", *lexemes)
    if draft.limit is not None and draft.limit > MAX_LIMIT:
        raise Stuck("quantity", draft.asked.limit_lexeme or draft.asked.kinds[0].lexeme)


def _check_trailing(draft: Draft) -> None:
    """Raise Stuck for "cafes near a library with wifi": either may have it.

    An adjective that agrees with the noun before it in number is that noun's own, as is "de comida …".
    """
    for clause in draft.clauses:
        kind = clause.kinds.kinds[-1] if clause.kinds is not None else None
        named = kind.lexeme.named if kind is not None else None
        if kind is None or named is None or clause.kinds is draft.asked:
            continue
        for filter_, lexeme in kind.filters:
            agrees = " " not in lexeme.key and (named.number == "many") == lexeme.key.endswith("s")
            own = agrees or lexeme.key.startswith("de ")
            trails = lexeme.start > kind.lexeme.start and not own
            if trails and any(filter_.tells(asked.services) for asked in draft.asked.kinds):
                raise Stuck("ambiguous", lexeme)


def _place(clause: Clause) -> PlaceReading:
    spot, relation = clause.spot, clause.relation
    assert spot is not None  # noqa: S101 - chosen so
    if spot.kind == "id" and "/" not in spot.name:
        if relation is not None:
            raise Stuck("zones", spot.lexeme)
        return PlaceReading(kind="zone", id=spot.name.lower(), name=spot.name, relation="in")
    if relation is None:
        return PlaceReading(kind="area", name=spot.name, relation="in")
    if spot.kind == "point":
        return PlaceReading(
            kind="point", name=_point(spot.lexeme), relation="within", radius_m=relation.radius_m
        )
    id_ = spot.name if spot.kind == "id" else None
    return PlaceReading(kind="poi", id=id_, name=spot.name, relation="within", radius_m=relation.radius_m)


def _point(lexeme: Lexeme) -> str:
    """Write coordinates as "latitude, longitude" in degrees; raises Stuck where there is no such point."""
    text = lexeme.text.strip("() ").replace("−", "-")
    parts = text.split(";") if ";" in text else text.split(",")
    try:
        position = Position(*(float(part.strip().replace(",", ".")) for part in parts))
    except (ValueError, TypeError) as error:
        raise Stuck("point", lexeme) from error
    return f"{position.latitude}, {position.longitude}"
