"""Says a draft in one sentence, and what was assumed, in the question's language."""

from collections.abc import Iterator, Sequence

from queries.catalogue.catalogue import Language
from service.language.phrasing import given_metres, joined, kind_label, quoted
from service.language.tag_forms import Filter
from service.nlu.grammar.place_terms import is_street
from service.nlu.grammar.syntax import Clause, Draft, Kind, Kinds, Nearest, Relation, Spot
from service.nlu.kind_names import bare, many, one

_NOTES: dict[str, tuple[str, str]] = {
    "near": ("{word} é a até {far}", "{word} is within {far}"),
    "strict": ("{word} é lido como até {far}", "{word} is read as at most {far}"),
    "about": ("{word} é lido como até {far}", "{word} is read as at most {far}"),
    "bare": ("{word} é lido como até {far}", "{word} is read as at most {far}"),
    "metres": ("{word} são metros", "{word} is in metres"),
    "thousands": ("{word} é {far}", "{word} is {far}"),
    "decimals": ("{word} é {far}", "{word} is {far}"),
    "walk": ("{word} é {far} (80 m por minuto)", "{word} is {far} (80 m a minute)"),
    "far": ("{word} é a mais de {far}", "{word} is more than {far} away"),
    "least": ("{word} é lido como mais de {far}", "{word} is read as more than {far}"),
    "without": ("{word}: nenhum a até {far}", "{word}: none within {far}"),
}
# "1.500 km" is more likely a slip than fifteen hundred kilometres: above this the reading is said
_LIKELY_SLIP_M = 100_000.0


def say_draft(draft: Draft, language: Language) -> str:
    """Return the reading as a sentence: "cafés a até 150 m de uma fonte, em linha reta"."""
    # a tag said last would seem to hold for all
    kinds = sorted(draft.asked.kinds, key=lambda kind: not kind.filters)
    subject = joined([many(kind, language) for kind in kinds], language, any_of=True)
    if draft.asked.count:
        subject = f"número de {subject}" if language == "pt" else f"the number of {subject}"
    roots = [clause for clause in draft.clauses if clause.of is None and clause.relation is not None]
    conditions = [_say_clause(draft, clause, language) for clause in roots]
    inside = [c.spot for c in draft.clauses if c.relation is None and c.spot is not None]
    of_asked = len(inside) if draft.nearest is None else draft.nearest.at
    parts = [subject, *_say_inside(inside[:of_asked], draft, language)]
    if draft.nearest is not None:
        parts.append(_say_nearest(draft.nearest, language))
    parts += _say_inside(inside[of_asked:], draft, language)
    if conditions:
        parts.append(joined(conditions, language, any_of=draft.any_of))
    sentence = " ".join(parts)
    if roots or draft.nearest is not None:
        sentence += ", em linha reta" if language == "pt" else ", in a straight line"
    if draft.limit is not None:
        sentence += f", no máximo {draft.limit}" if language == "pt" else f", at most {draft.limit}"
    words = list(
        dict.fromkeys(word.text for kinds in _lists(draft) for kind in kinds.kinds for word in kind.words)
    )
    if words:
        said = joined([quoted(word) for word in words], language)
        sentence += f", por semelhança com {said}" if language == "pt" else f", by likeness to {said}"
    return sentence


def _say_inside(spots: Sequence[Spot], draft: Draft, language: Language) -> list[str]:
    said = [f"{'em' if language == 'pt' else 'in'} {_spot(spot)}" for spot in spots]
    return [joined(said, language, any_of=True)] if draft.any_of and said else said


def _say_nearest(nearest: Nearest, language: Language) -> str:
    if isinstance(nearest.target, Spot):
        of = _spot(nearest.target)
    else:
        labels = [bare(kind, language) for kind in nearest.target.kinds]
        of = ("cada " if language == "pt" else "each ") + joined(labels, language, any_of=True)
    return f"mais perto de {of}" if language == "pt" else f"nearest to {of}"


def say_assumptions(draft: Draft, language: Language) -> tuple[str, ...]:
    """Return what was assumed and not said by the question, each once."""
    return tuple(dict.fromkeys(_assumptions(draft, language)))


def say_aside(text: str, language: Language) -> str:
    """Say that words before the question ("I am a journalist") were left out."""
    return f"{quoted(text)}: " + ("não é condição" if language == "pt" else "it is no condition")


def _assumptions(draft: Draft, language: Language) -> Iterator[str]:
    for kinds in _lists(draft):
        for kind in kinds.kinds:
            yield from _say_kind(kind, language)
    asked = draft.asked
    if len(asked.kinds) > 1 and asked.joint is not None and asked.joint.kind == "and":
        listed = joined([kind.lexeme.text for kind in asked.kinds], language)
        either = "lugares de qualquer um destes tipos" if language == "pt" else "places of any of these kinds"
        yield f"{quoted(listed)}: {either}"
    inside = [clause for clause in draft.clauses if clause.relation is None and clause.spot is not None]
    if any(clause.joint is not None and clause.joint.kind == "and" for clause in inside):
        listed = joined([_spot(clause.spot) for clause in inside if clause.spot is not None], language)
        yield f"{listed}: {'em qualquer um deles' if language == 'pt' else 'in any of them'}"
    for clause in draft.clauses:
        if clause.kinds is not None:
            for kind in clause.kinds.kinds:
                named = kind.lexeme.named
                if kind.lexeme.definite and named is not None and named.number == "one":
                    yield f"{quoted(kind.lexeme.text)}: " + (
                        "qualquer um" if language == "pt" else "any of them"
                    )
        if clause.relation is not None:
            yield from _say_relation(clause.relation, language)
    yield from _say_shared(draft, language)


def _say_kind(kind: Kind, language: Language) -> Iterator[str]:
    """Say what a group holds, and how a word was read that could mean something else."""
    named = kind.lexeme.named
    if named is None:
        return
    if named.group is not None:
        labels = [kind_label(service, language, plural=True) for service in named.services]
        yield f"{quoted(kind.lexeme.text)}: {joined(labels, language)}"
    if named.doubt is not None:
        yield f"{quoted(kind.lexeme.text)}: {named.doubt[language]}"


def _say_relation(relation: Relation, language: Language) -> Iterator[str]:
    far = given_metres(relation.radius_m, language)
    for note, word in relation.notes:
        if note == "thousands" and relation.radius_m < _LIKELY_SLIP_M:
            continue
        yield _NOTES[note][0 if language == "pt" else 1].format(word=quoted(word), far=far)


def _say_shared(draft: Draft, language: Language) -> Iterator[str]:
    """Say of which kinds a condition holds that was written once for several."""
    for kinds in _lists(draft):
        for filter_, lexeme in kinds.kinds[0].filters:
            having = [kind for kind in kinds.kinds if any(x is lexeme for _, x in kind.filters)]
            if len(having) > 1:
                meant: dict[Filter, list[str]] = {}
                for service in (service for kind in having for service in kind.services):
                    labels = meant.setdefault(filter_.meant(service), [])
                    labels.append(kind_label(service, language, plural=True))
                for tag, labels in meant.items():
                    yield f"{quoted(lexeme.text)} ({tag.key}={tag.value}): {joined(labels, language)}"


def _lists(draft: Draft) -> list[Kinds]:
    each = [] if draft.each is None else [draft.each]
    return [draft.asked, *each, *(clause.kinds for clause in draft.clauses if clause.kinds is not None)]


def _say_clause(draft: Draft, clause: Clause, language: Language) -> str:
    assert clause.relation is not None  # noqa: S101 - roots have one
    far = _say_far(clause.relation, language)
    if clause.spot is not None:
        return f"{far} {_spot(clause.spot)}"
    assert clause.kinds is not None  # noqa: S101 - a spot or kinds
    others = set(clause.kinds.services) == set((draft.asked if clause.of is None else clause.kinds).services)
    things = [one(kind, language, other=others and clause.of is None) for kind in clause.kinds.kinds]
    said = f"{far} {joined(things, language, any_of=True)}"
    index = draft.clauses.index(clause)
    chained = [_say_clause(draft, other, language) for other in draft.clauses if other.of == index]
    if chained:
        said += (" que fica " if language == "pt" else " that is ") + joined(chained, language)
    return said


def _spot(spot: Spot) -> str:
    if is_street(spot):
        return spot.name
    return quoted(spot.name) if spot.kind == "name" else spot.name.strip("() ")


def _say_far(relation: Relation, language: Language) -> str:
    far, least = given_metres(relation.radius_m, language), given_metres(relation.at_least_m, language)
    if relation.beyond:
        return f"a mais de {far} de" if language == "pt" else f"more than {far} from"
    if relation.at_least_m:
        return f"entre {least} e {far} de" if language == "pt" else f"between {least} and {far} from"
    return f"a até {far} de" if language == "pt" else f"within {far} of"
