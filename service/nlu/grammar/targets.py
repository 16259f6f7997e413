"""What something is near to, or far from: "a até 300 m de um parque", "not near Kamppi", "uns dos outros"."""

from service.nlu.grammar.lists import read_kinds
from service.nlu.grammar.parse_state import Question
from service.nlu.grammar.relations import INSIDE, deny
from service.nlu.grammar.syntax import Clause, Kind, Kinds, Relation, Stuck
from service.nlu.lexer.lexeme import Lexeme

_DENIERS = frozenset(("neither", "nor", "no"))


def read_relation_clause(question: Question, lexeme: Lexeme, *, negated: bool = False) -> bool:
    """Read "a até 300 m de um parque", "near Kamppi", "perto uns dos outros"; False where none begins."""
    cursor, clauses = question.cursor, question.clauses
    if not cursor.relation_starts() or is_within_spot(question, lexeme):
        return False
    relation = cursor.read_relation(negated=negated)
    if cursor.kind() in _DENIERS and not (relation.negated and cursor.language == "en"):
        # "near neither a park nor a fountain"; in Portuguese "não … de nenhum" denies once
        relation = relation if relation.negated else deny(relation)
        cursor.at += 1
        cursor.skip("of", "to")
    if cursor.kind() == "each_other" or (cursor.kind() == "other" and not cursor.kind_starts()):
        return _read_each_other(question, relation)
    cursor.skip("both", "comma" if question.asked is None or question.aside else "both")
    question.aside = False
    if read_target(question, relation):
        return True
    if clauses.refine(relation):
        cursor.skip("pronoun")
        return True
    if cursor.kind() == "each":
        raise Stuck("each", cursor.take())
    wrong = [cursor.take()] if cursor.kind() not in ("", "stop", "comma") else []
    raise Stuck("near_what", *relation.lexemes, *wrong)


def read_target(question: Question, relation: Relation) -> bool:
    """Read the kinds or the named places that a relation is to; False where there are none."""
    cursor = question.cursor
    if cursor.spot_starts():
        _add_spot(question, relation)
    elif cursor.kind_starts():
        _add_kinds(question, relation, commas=question.asked is not None)
    else:
        return False
    _read_more(question, relation)
    return True


def is_within_spot(question: Question, lexeme: Lexeme) -> bool:
    """Whether this is the "within" of "within Kallio"."""
    return lexeme.key in INSIDE and question.cursor.kind(1) == "name"


def _add_kinds(question: Question, relation: Relation, *, commas: bool) -> None:
    kinds = read_kinds(question.cursor, commas=commas, negated=relation.negated)
    if kinds.nearest is not None and (not relation.given or question.cursor.kind() in ("of", "to")):
        # "near the cafe that is nearest to Kamppi" would be near one cafe only
        raise Stuck("nearest", kinds.nearest)
    question.clauses.add_kinds(relation, kinds)
    question.with_last = False


def _add_spot(question: Question, relation: Relation) -> None:
    spot = question.cursor.read_spot()
    assert spot is not None  # noqa: S101 - one starts here
    question.clauses.add(Clause(relation, spot=spot))
    question.with_last = False


def _read_more(question: Question, relation: Relation) -> None:
    """Read what "and" or "or" joins to the target just read, under the same relation."""
    cursor = question.cursor
    while True:
        ahead = 1
        while cursor.kind(ahead - 1) == "comma" and cursor.kind(ahead) in ("and", "or", "nor"):
            ahead += 1
        joint = cursor.peek(ahead - 1)
        while cursor.kind(ahead) in ("of", "to"):
            ahead += 1
        spot = cursor.spot_starts(ahead)
        joints = ("and", "or", "nor") if relation.negated else ("and", "or")
        if joint is None or joint.kind not in joints or not (spot or cursor.kind_starts(ahead)):
            return
        cursor.at += ahead
        question.clauses.joint = joint
        if spot:
            _add_spot(question, relation)
        else:
            _add_kinds(question, relation, commas=True)


def _read_each_other(question: Question, relation: Relation) -> bool:
    """Read "cafés perto uns dos outros" and "cafes and parks within 100 m of each other"."""
    lexeme, asked = question.cursor.take(), question.asked
    if asked is None or question.clauses.all:
        raise Stuck("each_other", lexeme)
    kinds = asked.kinds
    if len(kinds) == 1:
        near = Kinds([Kind(kinds[0].lexeme, kinds[0].services, list(kinds[0].filters))], other=True)
    elif len(kinds) == 2 and asked.joint is not None and asked.joint.kind == "and":
        near = Kinds([kinds.pop()])
        asked.joint = None
    else:
        raise Stuck("each_other", lexeme)
    question.clauses.add_kinds(relation, near)
    question.with_last = False
    return True
