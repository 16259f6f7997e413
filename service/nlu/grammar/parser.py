"""The grammar of questions: lexemes to a draft; every lexeme is used, or the reader is stuck at it."""

from collections.abc import Sequence
from dataclasses import replace

from queries.catalogue.catalogue import Language
from service.nlu.grammar.cursor import SPOTS, Cursor
from service.nlu.grammar.having import read_denial, read_having, read_with
from service.nlu.grammar.lists import read_kinds
from service.nlu.grammar.parse_state import Question
from service.nlu.grammar.place_terms import is_street
from service.nlu.grammar.quantifiers import PARTICIPLES
from service.nlu.grammar.relations import COUNTED
from service.nlu.grammar.superlatives import read_nearest, split_each
from service.nlu.grammar.syntax import Clause, Draft, Kinds, Nearest, Stuck
from service.nlu.grammar.tag_lists import make_tag_list
from service.nlu.grammar.targets import is_within_spot, read_relation_clause
from service.nlu.lexer.lexeme import Lexeme

# what may stand before the kind of place that is asked for, and adds nothing
_LEAD = frozenset(("only", "both", "where", "that", "wh", "wh_or_that", "results"))
# a second sentence of these asks for what the answer shows anyway: "Which ones?", "Show them."
_ITSELF = frozenset(("itself", "themselves", "si"))
_THAT = frozenset(("that", "where", "wh_or_that"))
_ECHO = frozenset(("pronoun", "wh", "wh_or_that", "where", "that", "stop", "cop", "comma"))
_NEGATION = frozenset(("not", "no", "neither", "nor", "without", "but", "outside"))


def read_draft(lexemes: Sequence[Lexeme], language: Language) -> Draft:
    """Read the lexemes of a question; raises Stuck at the first that has no place in it."""
    question = Question(Cursor(lexemes, language))
    cursor = question.cursor
    while (lexeme := cursor.peek()) is not None:
        if not any(reader(question, lexeme) for reader in _READERS):
            raise Stuck(_why_stuck(question, lexeme), lexeme)
    if question.asked is None:
        spots = any(clause.spot for clause in question.clauses.all)
        raise Stuck("lookup" if spots else "no_kind", *cursor.lexemes)
    question.clauses.close()
    return _finish(question, question.asked)


def _why_stuck(question: Question, lexeme: Lexeme) -> str:
    if lexeme.kind in SPOTS and question.asked is None and not question.clauses.all:
        return "lookup"
    if lexeme.kind == "outside" and question.asked is not None:
        return "outside"
    if lexeme.kind in _NEGATION:
        return "negation"
    return {"all": "general", "nearest": "nearest", "each": "each"}.get(lexeme.kind, "leftover")


def _stop(question: Question, lexeme: Lexeme) -> bool:
    """Read the end of a sentence; after a question there may not be another."""
    cursor = question.cursor
    if lexeme.kind != "stop":
        return False
    cursor.skip("stop", "comma", "paren")
    rest = cursor.lexemes[cursor.at :]
    if lexeme.text == ":" and rest and (question.asked is None or not question.clauses.all):
        # "within 300 m of a park: cafes", "cafes: how many near a park"
        question.clauses.comma = None
        return True
    if rest and (question.asked is not None or question.clauses.all):
        if question.asked is None or any(x.kind not in _ECHO for x in rest):
            raise Stuck("two_questions", *rest)
        cursor.at = len(cursor.lexemes)
    return True


def _in_clause(question: Question, lexeme: Lexeme) -> bool:
    """Read "em Boa Viagem", "in Kallio", "parques de Lisboa"; "in Kallio or Kamppi" is either."""
    cursor, clauses = question.cursor, question.clauses
    # "farmácias da freguesia de Cedofeita" has left "of of Cedofeita"
    of_name = lexeme.kind == "of" and cursor.kind(2 if cursor.kind(1) == "of" else 1) in SPOTS
    if not (lexeme.kind == "in" or of_name or is_within_spot(question, lexeme)):
        return False
    cursor.take()
    cursor.skip("of", "both")
    both = cursor.peek(-1)
    if cursor.kind() == "street":
        raise Stuck("along", cursor.take())
    spot = cursor.read_spot()
    if spot is None:
        inside = cursor.lexemes[cursor.at : cursor.at + 1]
        raise Stuck("containment" if cursor.kind_starts() else "leftover", lexeme, *inside)
    if spot.kind == "point":
        raise Stuck("containment", lexeme, spot.lexeme)
    if is_street(spot):
        raise Stuck("along", spot.lexeme)
    if lexeme.key == "no" and question.asked is None and cursor.kind() == "svc":
        # "no Gozo hostels" may be English
        raise Stuck("ambiguous", lexeme)
    clauses.add(Clause(None, spot=spot))
    question.with_last = False
    if both is not None and both.kind == "both" and cursor.kind() == "and":
        # "in both Kallio and Kamppi" may ask for what is in the two at once
        raise Stuck("two_areas", both, spot.lexeme)
    return _more_inside(question)


def _more_inside(question: Question) -> bool:
    """Read the places that "and", "or" and commas join to the one just read: any of them will do."""
    cursor, clauses = question.cursor, question.clauses
    ahead = 0
    while cursor.kind(ahead) == "comma" and cursor.kind(ahead + 1) in SPOTS:
        ahead += 2
    ahead += ahead > 0 and cursor.kind(ahead) == "comma"
    joint = cursor.peek(ahead)
    after = cursor.kind(ahead + 1)
    if joint is None or joint.kind not in ("and", "or") or not (after in SPOTS or after == "in"):
        return True
    if joint.kind == "and" and any(clause.relation is not None for clause in clauses.all):
        raise Stuck("two_areas", joint, *cursor.lexemes[cursor.at + ahead + 1 :][:1])
    end = cursor.at + ahead
    while cursor.at < end:
        cursor.skip("comma")
        if cursor.at < end:
            _add_inside(question, joint)
    cursor.take()
    if cursor.kind() != "in":
        _add_inside(question, joint)
        return True
    # no place is in both: what is in "Kallio and Kamppi" is in either
    clauses.joint = replace(joint, kind="or")
    read = _in_clause(question, cursor.lexemes[cursor.at])
    clauses.all[-1].joint = joint
    return read


def _add_inside(question: Question, joint: Lexeme) -> None:
    spot = question.cursor.read_spot()
    if spot is None or is_street(spot) or spot.kind == "point":
        raise Stuck("two_areas", joint)
    question.clauses.joint = replace(joint, kind="or")
    question.clauses.add(Clause(None, spot=spot, joint=joint))


def _owner(question: Question, lexeme: Lexeme) -> bool:
    """Read a place that has what is asked for: "Does Kallio have bars", "Gozo hostels", "Porto: cafés"."""
    cursor = question.cursor
    if lexeme.kind == "have" and cursor.kind(1) == "name" and cursor.kind(2) in ("", "stop"):
        # "quantos parques tem o Porto?"
        cursor.take()
        return question.asked is not None and _owner_is(question)
    if lexeme.kind != "name" or any(clause.spot is not None for clause in question.clauses.all):
        return False
    before = cursor.at
    spot = cursor.read_spot()
    after = cursor.peek()
    first = question.asked is None and not question.clauses.all
    owns = (
        after is not None
        and after.kind == "have"
        and (cursor.kind_starts(1) if first else not cursor.kind(2))
    )
    named = after.named if after is not None else None
    heads = after is not None and after.text == ":" and cursor.kind_starts(1)
    many = cursor.language == "en" and named is not None and named.number == "many"
    if not owns and not (first and (heads or many)):
        cursor.at = before
        return False
    if not many:
        cursor.take()
    question.clauses.add(Clause(None, spot=spot))
    return True


def _owner_is(question: Question) -> bool:
    question.clauses.add(Clause(None, spot=question.cursor.read_spot()))
    return True


def _late_bound(question: Question, lexeme: Lexeme) -> bool:
    """Read "at most" after what the distance is from: "600 m from Kiasma, at the most"."""
    clauses, cursor = question.clauses.all, question.cursor
    last = clauses[-1] if clauses else None
    relation = last.relation if last is not None else None
    if lexeme.kind not in ("bound", "bound_least") or cursor.kind(1) not in ("", "stop"):
        return False
    if last is None or relation is None or not relation.given or relation.beyond or relation.at_least_m:
        return False
    cursor.take()
    question.clauses.comma = None
    last.relation = replace(relation, beyond=lexeme.kind == "bound_least")
    return True


def _list_limit(question: Question, lexeme: Lexeme) -> bool:
    """Read "limite 10", "5 resultados"; or pass "no máximo" before "5 cafés"."""
    cursor = question.cursor
    if lexeme.kind == "bound" and cursor.kind(1) == "num" and question.asked is None:
        cursor.take()
        return cursor.kind_starts()
    if lexeme.kind in COUNTED and cursor.kind(1) == "num":
        # "more than 3 cafes"
        raise Stuck("quantity", cursor.take(), cursor.take())
    first = lexeme.kind == "first" and cursor.kind(1) == "num" and not cursor.kind_starts()
    if not first and [lexeme.kind, cursor.kind(1)] != ["num", "results"]:
        return False
    taken = (cursor.take(), cursor.take())
    cursor.skip("results", "of")
    number = taken[1 if first else 0].amount
    if number is None or number.wrong or number.metres != int(number.metres) or question.limit is not None:
        raise Stuck("quantity", *taken)
    question.limit = int(number.metres)
    return True


def _kinds_here(question: Question, lexeme: Lexeme) -> bool:
    """Read what is asked for, or, after "with X within 100 m and", the next thing it must have."""
    cursor = question.cursor
    if not cursor.kind_starts():
        return False
    if question.asked is None:
        question.asked = read_kinds(cursor, commas=True)
        if cursor.kind() in SPOTS and question.asked.nearest is None and cursor.kind(1) != "have":
            raise Stuck("lookup", lexeme, cursor.take())
        return True
    clauses = question.clauses
    where = clauses.relative is not None and clauses.relative.kind == "where"
    if where or (question.with_last and clauses.joint is not None):
        return read_having(question, lexeme, negated=False)
    return False


def _late_word(question: Question, lexeme: Lexeme) -> bool:
    """Read a filter or meaning word after a clause: said of the nearest kind that it can tell of."""
    if lexeme.kind not in ("filter", "word") or question.asked is None:
        return False
    said = question.copula is not None or question.cursor.kind(-1) == "cop"
    if lexeme.kind == "word" and said and question.clauses.relative is None:
        # "are the cafes in Kallio quiet?" asks whether they are
        raise Stuck("leftover", lexeme)
    question.cursor.take()
    joint = question.clauses.joint
    if joint is not None and (joint.kind != "and" or lexeme.filter is None):
        raise Stuck("leftover", joint, lexeme)
    if joint is not None and lexeme.filter is not None:
        # "near a cinema and that have outdoor seating": what is asked for has it
        question.clauses.joint = None
        if not lexeme.filter.tells(question.asked.kinds[-1].services):
            raise Stuck("filter", lexeme)
        question.asked.kinds[-1].filters.append((lexeme.filter, lexeme))
        return True
    lists = [question.asked, *(c.kinds for c in question.clauses.all if c.kinds is not None)]
    run = [lexeme] if lexeme.filter is None else question.cursor.read_tags(lexeme) or [lexeme]
    tags = [(x.filter, x) for x in run if x.filter is not None]
    for kinds in reversed(lists):
        kind = kinds.kinds[-1]
        if lexeme.filter is None:
            kind.words.append(lexeme)
            return True
        if all(filter_.tells(kind.services) for filter_, _ in tags):
            kind.filters += tags
            if (tag_list := make_tag_list(run)) is not None:
                # "near a park that are Italian or Japanese"
                kind.tag_lists.append(tag_list)
            return True
    raise Stuck("filter", *run)


def _joint(question: Question, lexeme: Lexeme) -> bool:
    clauses, cursor = question.clauses, question.cursor
    if lexeme.kind not in ("and", "or", "but") or question.asked is None or clauses.joint is not None:
        return False
    rest = cursor.lexemes[cursor.at + 1 :]
    if lexeme.kind == "or" and not clauses.all and any(other.kind == "or" for other in rest):
        # "ou perto de um parque ou perto de um museu"
        cursor.take()
        return True
    clauses.joint = cursor.take()
    return True


def _loose(question: Question, lexeme: Lexeme) -> bool:
    """Step past what only joins: commas, "que", "onde", forms of to be; what it may mean is kept."""
    kind, asked, clauses = lexeme.kind, question.asked, question.clauses
    if kind == "comma":
        # "a park that, in turn, is near a school"
        clauses.comma = lexeme if clauses.relative is None else clauses.comma
    elif kind in ("that", "where", "wh_or_that") and asked is not None:
        clauses.relative = lexeme
    elif kind == "cop":
        if lexeme.key.startswith(PARTICIPLES) and clauses.joint is None and clauses.comma is None:
            # "near a park situated within 100 m of a school"
            clauses.relative = clauses.relative or (lexeme if clauses.all else None)
        if not clauses.all and clauses.relative is None and not lexeme.key.startswith(PARTICIPLES):
            question.copula = lexeme
    elif kind in ("exists", "have"):
        question.exists_first = question.exists_first or asked is None
    elif kind in ("wh", "count") and asked is not None and not clauses.all and not asked.count:
        # "pharmacies: how many near a school", "dentre as praias, quais …"
        asked.asked, asked.count = lexeme, kind == "count"
        clauses.comma = None
    elif kind == "pronoun" and question.cursor.kind(-1) in {"svc", *_THAT} and lexeme.key in _ITSELF:
        # "a canal which itself is near a museum"
        clauses.relative = clauses.relative or lexeme
    elif kind == "only" and question.cursor.kind(1) in ("without", "not"):
        # "museums, but only those without a cafe"
        pass
    elif kind == "among" and asked is None:
        pass
    elif kind != "paren" and (kind not in _LEAD or (asked is not None and kind != "both")):
        return False
    question.cursor.take()
    return True


_READERS = (
    _stop, _owner, _late_bound, read_denial, read_nearest, read_relation_clause, read_with, _in_clause,
    _list_limit, _kinds_here, _late_word, _joint, _loose,
)  # fmt: skip


def _finish(question: Question, asked: Kinds) -> Draft:
    """Check what only the whole question tells, and turn it where the kind asked for came second."""
    clauses = question.clauses.all
    if question.having is not None:
        raise Stuck("containment", *(kind.lexeme for kind in question.having.kinds))
    turned = [c.kinds for c in clauses if c.kinds is not None and c.kinds.asked is not None]
    if turned and asked.asked is None:
        # "perto de quais parques há fontes?" asks for parks; nearness goes both ways, farness does not
        far = any(clause.relation is not None and clause.relation.beyond for clause in clauses)
        if far or len(clauses) > 1 or asked.joint is not None or asked.limit is not None:
            raise Stuck("ambiguous", *(kinds.asked for kinds in turned if kinds.asked is not None))
        clauses[0].kinds, asked = asked, turned[0]
    elif any(kinds.count for kinds in turned):
        raise Stuck("quantity", *(kinds.asked for kinds in turned if kinds.asked is not None))
    if asked.limit_lexeme is not None and (
        asked.count or asked.limit == 0 or (question.exists_first and asked.asked is None)
    ):
        # "há 3 cafés perto de um parque?" asks whether there are three
        raise Stuck("quantity", asked.limit_lexeme)
    if question.limit == 0 or (question.limit is not None and (asked.limit is not None or asked.count)):
        raise Stuck("quantity", asked.kinds[0].lexeme)
    if asked.every is not None and asked.asked is None and question.copula is not None:
        raise Stuck("universal", asked.every)
    if question.front is not None and asked.nearest is None:
        asked.kinds[-1].nearest = question.front
    _settle_nearest(question, asked)
    each = question.nearest is not None and isinstance(question.nearest.target, Kinds)
    limit = question.limit if asked.limit is None or each else asked.limit
    return Draft(asked, clauses, bool(question.clauses.any_of), limit, question.nearest)


def _settle_nearest(question: Question, asked: Kinds) -> None:
    """Raise Stuck where "nearest" has nothing to be near to, or what it is near to has no "nearest"."""
    if asked.nearest is not None and question.nearest is None:
        if len(asked.kinds) == 1 or asked.kinds[0].nearest is not None:
            raise Stuck("nearest", asked.nearest)
        question.nearest = Nearest(split_each(asked))
    if question.nearest is None:
        return
    target = question.nearest.target
    lexemes = [kind.lexeme for kind in target.kinds] if isinstance(target, Kinds) else [target.lexeme]
    if asked.nearest is None:
        raise Stuck("each" if isinstance(target, Kinds) else "leftover", *lexemes)
    if asked.count:
        raise Stuck("quantity", asked.nearest)
    if isinstance(target, Kinds) and asked.limit_lexeme is not None and asked.limit != 1:
        raise Stuck("each", asked.limit_lexeme)
    first = asked.kinds[0].lexeme.named
    if asked.joint is not None and asked.joint.kind == "and" and first is not None and first.number == "one":
        # "the nearest cafe and bar" are two answers
        raise Stuck("ambiguous", asked.nearest)
