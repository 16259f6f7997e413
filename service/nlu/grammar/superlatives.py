"""The nearest of something: "the 3 nearest toilets to X", "o hospital mais próximo de cada escola"."""

from service.nlu.grammar.cursor import SPOTS
from service.nlu.grammar.lists import read_kinds
from service.nlu.grammar.parse_state import Question
from service.nlu.grammar.syntax import Kinds, Nearest, Stuck
from service.nlu.lexer.lexeme import Lexeme

_LINKS = frozenset(("of", "to", "for"))
# said of one place after the other; "all of them" would be one answer for all
_EVERY = frozenset(("every", "todo", "toda"))


def read_nearest(question: Question, lexeme: Lexeme) -> bool:
    """Read "nearest" after a verb ("which is nearest to X"), or what the nearest is sought of."""
    cursor, asked = question.cursor, question.asked
    if lexeme.kind == "nearest" and asked is not None and not cursor.kind_starts():
        if asked.nearest is not None or any(clause.kinds is not None for clause in question.clauses.all):
            raise Stuck("ambiguous", lexeme)
        asked.kinds[-1].nearest = cursor.take()
        question.clauses.relative = None
        return True
    if question.nearest is not None and (asked is not None or lexeme.kind != "nearest"):
        return asked is not None and _read_back(question)
    if asked is None:
        return _read_fronted(question, lexeme)
    return asked.nearest is not None and _read_target(question)


def _leads_to_nearest(question: Question) -> bool:
    """Whether "every school and its nearest hospital" begins here."""
    cursor, ahead = question.cursor, 2
    while cursor.kind(ahead) in ("and", "with"):
        ahead += 1
    if ahead == 2 and question.cursor.lexemes[cursor.at].key not in _EVERY:
        return False
    rest = cursor.lexemes[cursor.at + ahead :]
    before = [x.kind for x in rest[: next((i for i, x in enumerate(rest) if x.kind == "svc"), 0)]]
    after = [x.kind for x in rest[len(before) + 1 : len(before) + 2]]
    return "nearest" in before or (bool(rest) and rest[len(before)].kind == "svc" and after == ["nearest"])


def _read_back(question: Question) -> bool:
    """Step past what points back to "each": "each school and the bus stop nearest to it"."""
    cursor, ahead = question.cursor, 0
    while cursor.kind(ahead) in _LINKS:
        ahead += 1
    if cursor.kind(ahead) != "pronoun" or cursor.kind(-1) not in ("nearest", "svc"):
        return False
    cursor.at += ahead + 1
    return True


def _read_fronted(question: Question, lexeme: Lexeme) -> bool:
    """Read "for each school, …", "from Kiasma, …" before what is asked for."""
    cursor = question.cursor
    ahead = 1 if lexeme.kind in ("for", "of", "to") else 0
    every = lexeme.kind == "all" and cursor.kind(1) == "svc" and _leads_to_nearest(question)
    if every or cursor.kind(ahead) == "each" or (lexeme.kind == "for" and cursor.kind(ahead) == "all"):
        cursor.at += ahead + 1
        question.nearest = Nearest(_read_each(question, cursor.lexemes[cursor.at - 1]))
        cursor.skip("comma", "and", "with", "to", "of")
        return True
    if lexeme.kind == "nearest" and not cursor.kind_starts() and question.front is None:
        # "each school is nearest to which hospital?"
        question.front = cursor.take()
        if question.nearest is None:
            return _read_target(question)
        cursor.skip(*_LINKS)
        return True
    if lexeme.kind in ("for", "of") and cursor.kind(1) in SPOTS:
        before = cursor.at
        cursor.take()
        spot = cursor.read_spot()
        if spot is not None and (cursor.kind() == "comma" or lexeme.kind == "for"):
            question.nearest = Nearest(spot)
            cursor.skip("comma")
            return True
        cursor.at = before
    return False


def _read_target(question: Question) -> bool:
    """Read what stands after the nearest: "to Kiasma", "de cada escola"."""
    cursor, ahead = question.cursor, 0
    while cursor.kind(ahead) in _LINKS | {"near", "bound_least"}:
        ahead += 1
    links = {cursor.kind(i) for i in range(ahead)}
    target = cursor.peek(ahead)
    if target is None or (not ahead and cursor.kind(-1) != "nearest" and target.kind != "each"):
        return False
    if not links <= _LINKS and target.kind not in ("each", *SPOTS):
        # "the nearest cafes near a park"
        return False
    at = len(question.clauses.all)
    if target.kind == "each" or (target.kind == "all" and target.key in _EVERY):
        cursor.at += ahead + 1
        question.nearest = Nearest(_read_each(question, target), at)
        return True
    if cursor.spot_starts(ahead):
        cursor.at += ahead
        spot = cursor.read_spot()
        assert spot is not None  # noqa: S101 - one starts here
        question.nearest = Nearest(spot, at)
        if cursor.kind() in ("and", "or") and cursor.spot_starts(1):
            raise Stuck("two_areas", cursor.take(), cursor.take())
        return True
    if cursor.kind_starts(ahead):
        raise Stuck("nearest", *cursor.lexemes[cursor.at - 1 : cursor.at + ahead + 1])
    return False


def _read_each(question: Question, each: Lexeme) -> Kinds:
    """Read the kind after "each"; "de cada uma" is said of the kind named before."""
    cursor, asked = question.cursor, question.asked
    if cursor.kind_starts():
        if asked is None:
            kinds = Kinds()
            cursor.read_kind(kinds)
        else:
            kinds = read_kinds(cursor, commas=False)
        if kinds.limit_lexeme is not None or kinds.nearest is not None:
            raise Stuck("each", each, *(kind.lexeme for kind in kinds.kinds))
        return kinds
    if asked is not None and len(asked.kinds) > 1:
        cursor.skip("of", "pronoun")
        return split_each(asked)
    raise Stuck("each", each)


def split_each(asked: Kinds) -> Kinds:
    """Part "schools and their nearest hospital": the schools are returned, the hospital stays asked for."""
    each = [kind for kind in asked.kinds if kind.nearest is None]
    asked.kinds = [kind for kind in asked.kinds if kind.nearest is not None]
    asked.joint = None
    return Kinds(each, asked=asked.asked)
