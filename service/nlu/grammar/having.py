"""What must be there, or must not: "with a fountain within 100 m", "sem lixeira", "have neither X nor Y"."""

from dataclasses import replace

from service.nlu.grammar.lists import ASKING, NEGATORS, denies_twice, read_kinds
from service.nlu.grammar.parse_state import Question
from service.nlu.grammar.relations import COUNTED, DEFAULT_RADIUS_M, deny
from service.nlu.grammar.syntax import Kinds, Relation, Stuck
from service.nlu.grammar.targets import read_relation_clause, read_target
from service.nlu.lexer.lexeme import Lexeme

_OPENERS = frozenset(("with", "without", "have", "exists", "no"))


def read_with(question: Question, lexeme: Lexeme) -> bool:
    """Read "com um ecoponto a até 300 m"; "com, a até 300 m, um ecoponto" is left to the relation."""
    cursor = question.cursor
    if lexeme.kind not in _OPENERS:
        return False
    if lexeme.kind in ("without", "no"):
        if lexeme.kind == "no" and question.asked is None:
            return False
        _chain(question, lexeme)
        question.cursor.at += lexeme.kind == "without"
        return read_having(question, lexeme, negated=True)
    denied = cursor.kind(1) in NEGATORS
    starts = question.asked is not None and (cursor.kind_starts(1) or denied)
    if lexeme.kind != "with" and not starts:
        return False
    _chain(question, lexeme)
    cursor.take()
    cursor.skip("comma", "both")
    if cursor.kind() in NEGATORS:
        return read_having(question, lexeme, negated=True)
    question.aside = cursor.relation_starts()
    return question.aside or read_having(question, lexeme, negated=False)


def read_denial(question: Question, lexeme: Lexeme) -> bool:
    """Read "not" and what it denies: "não ficam perto de X", "don't have X", "mas não de X"."""
    cursor = question.cursor
    if lexeme.kind not in ("not", "nor", "neither"):
        return False
    said = question.clauses.all[-1].relation if question.clauses.all else None
    if lexeme.kind == "nor" and (said is None or not said.negated):
        return False
    parted = cursor.kind(-1) == "comma" and question.clauses.relative is None
    cursor.take()
    if lexeme.kind == "nor":
        question.clauses.joint = lexeme
    elif lexeme.kind == "not" and parted and said is not None and cursor.relation_starts():
        # "near a park, not near a bar" is "but not near a bar"
        question.clauses.joint = question.clauses.joint or replace(lexeme, kind="but")
        question.clauses.comma = None
    cursor.skip("cop", "both", "nor" if lexeme.kind == "not" else "both")
    if read_relation_clause(question, cursor.peek() or lexeme, negated=True):
        return True
    if cursor.kind() in ("have", "exists") and question.asked is not None:
        _chain(question, lexeme)
        cursor.take()
        return read_having(question, lexeme, negated=True)
    ahead = 0
    while cursor.kind(ahead) in ("of", "to"):
        ahead += 1
    if question.clauses.joint is not None and said is not None:
        if question.with_last and cursor.kind_starts():
            return read_having(question, lexeme, negated=True)
        if _is_target(question, ahead):
            # "perto de um parque, mas não de uma fonte": at the same distance
            cursor.at += ahead
            return read_target(question, said if said.beyond else deny(said))
    but = [question.clauses.joint] if question.clauses.joint is not None else []
    inside = cursor.kind() == "in" and cursor.spot_starts(1)
    raise Stuck("outside" if inside else "negation", *but, lexeme)


def _is_target(question: Question, ahead: int) -> bool:
    """Whether "but not" leads to what it is not near; "cafes near a park but not restaurants" does not."""
    cursor = question.cursor
    if cursor.spot_starts(ahead):
        return True
    if not cursor.kind_starts(ahead):
        return False
    named = cursor.lexemes[cursor.at + ahead].named
    return ahead > 0 or (cursor.language == "en" and named is not None and named.number == "one")


def _chain(question: Question, lexeme: Lexeme) -> None:
    """Let "with" say something of the kind just named, as "that has" would, where nothing parts them."""
    clauses = question.clauses
    if clauses.all and clauses.joint is None and clauses.comma is None:
        clauses.relative = clauses.relative or lexeme


def read_having(question: Question, lexeme: Lexeme, *, negated: bool) -> bool:
    """Read what must be there, or must not (`negated`), and how near: "a fountain within 100 m of it"."""
    cursor = question.cursor
    deniers: list[Lexeme] = []
    while cursor.kind() in NEGATORS:
        deniers.append(cursor.take())
    said = [lexeme, *deniers] if lexeme.kind in NEGATORS and lexeme not in deniers else deniers
    if denies_twice(said, cursor.language) or len([x for x in deniers if x.kind != "neither"]) > 1:
        raise Stuck("negation", lexeme, *deniers)
    if cursor.kind() in COUNTED and cursor.kind(1) == "num":
        # "with at least two benches"
        raise Stuck("quantity", cursor.take(), cursor.take())
    if cursor.spot_starts() or not cursor.kind_starts():
        raise Stuck("leftover", lexeme, *cursor.lexemes[cursor.at : cursor.at + 1])
    kinds = read_kinds(cursor, commas=True, negated=negated)
    relation = _read_distance(question, kinds, lexeme, negated=negated)
    if relation is None:
        return True
    if question.having is not None:
        joint, question.clauses.joint = question.clauses.joint, None
        positive, question.having = question.having, None
        near = replace(relation, beyond=False, negated=False)
        question.clauses.add_kinds(near, positive)
        question.clauses.joint = joint
    question.clauses.add_kinds(relation, kinds)
    question.with_last = True
    return True


def _read_distance(question: Question, kinds: Kinds, lexeme: Lexeme, *, negated: bool) -> Relation | None:
    """Read how near it must be, or must not; None where the next part is to say so."""
    cursor, start = question.cursor, question.cursor.at
    parted = cursor.kind() == "comma"
    cursor.skip("comma", "that", "cop")
    said = cursor.relation_starts()
    relation = cursor.read_relation() if said else None
    if relation is not None:
        cursor.skip("pronoun")
        fronted = question.asked is None and cursor.kind() in ASKING
        target = cursor.kind_starts() or cursor.spot_starts() or cursor.kind() == "each_other"
        if not fronted and target and negated and parted:
            relation = None
        elif not fronted and target:
            raise Stuck("ambiguous", *relation.lexemes, cursor.take())
    if relation is not None:
        return _turned(relation, kinds, lexeme, negated=negated)
    cursor.at = start
    if negated:
        word = f"{lexeme.text} {kinds.kinds[0].lexeme.text}"
        return Relation(DEFAULT_RADIUS_M.get(), 0.0, (lexeme,), (("without", word),), False, True, True)
    if _denial_follows(question):
        question.having = kinds
        return None
    raise Stuck("containment", lexeme, *(kind.lexeme for kind in kinds.kinds))


def _turned(relation: Relation, kinds: Kinds, lexeme: Lexeme, *, negated: bool) -> Relation:
    """Return the relation of what must be there; with a "no" before it, that of what must not."""
    if negated and (relation.beyond or kinds.nearest is not None):
        raise Stuck("negation", lexeme, *relation.lexemes)
    if relation.beyond and kinds.nearest is None:
        # "with a cafe more than 300 m away" says nothing of the cafes that are nearer
        raise Stuck("ambiguous", *relation.lexemes)
    return deny(relation) if negated else relation


def _denial_follows(question: Question) -> bool:
    """Whether "but no Y" or "and with Y" follows the "with X" just read: one distance is said of both."""
    cursor, clauses = question.cursor, question.clauses
    ahead = 0
    while cursor.kind(ahead) in ("comma", "and", "but"):
        ahead += 1
    follows = cursor.kind(ahead) in NEGATORS | {"with", "have"}
    return ahead > 0 and follows and clauses.joint is None and question.having is None
