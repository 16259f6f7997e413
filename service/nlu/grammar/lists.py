"""Kinds of place joined in a list: "cafés, bares e restaurantes", "neither a bin nor a bench"."""

from collections.abc import Sequence

from queries.catalogue.catalogue import Language
from service.nlu.grammar.cursor import Cursor
from service.nlu.grammar.syntax import Kinds, Stuck
from service.nlu.lexer.lexeme import Lexeme

NEGATORS = frozenset(("no", "not", "neither", "nor", "without"))
ASKING = frozenset(("wh", "that", "wh_or_that", "count"))
_DENYING_ALONE = frozenset(("not", "without"))


def denies_twice(deniers: Sequence[Lexeme], language: Language) -> bool:
    """Whether two denials could mean either; in Portuguese "não … nenhum" and "não … nem" are one."""
    after = deniers[1:]
    return bool(after) if language == "en" else any(x.kind in _DENYING_ALONE for x in after)


def read_kinds(cursor: Cursor, *, commas: bool, negated: bool = False) -> Kinds:
    """Read kinds joined by "and" or "or", and by commas where these may be; raises Stuck where none begins.

    `negated`: the list is of what there must not be; then "nor", "and no", "and without" join too.
    """
    kinds = Kinds()
    if not cursor.read_kind(kinds):
        raise Stuck("no_kind", *cursor.lexemes[cursor.at : cursor.at + 1])
    while (joint := cursor.peek()) is not None and joint.kind in ("and", "or", "nor", "comma"):
        ahead = 1
        if joint.kind == "comma" and cursor.kind(1) in ("and", "or", "nor"):
            joint, ahead = cursor.peek(1) or joint, 2
        ahead = _start_of_next(cursor, joint, ahead, negated=negated)
        if not ahead or not cursor.kind_starts(ahead) or (joint.kind == "comma" and not commas):
            break
        if cursor.spot_starts(ahead) or cursor.kind(ahead) in ASKING:
            break
        if joint.kind != "comma":
            if kinds.joint is not None and (kinds.joint.kind == "and") != (joint.kind == "and"):
                raise Stuck("mixed", kinds.joint, joint)
            kinds.joint = joint
        cursor.at += ahead
        cursor.read_kind(kinds)
    return kinds


def _start_of_next(cursor: Cursor, joint: Lexeme, ahead: int, *, negated: bool) -> int:
    """Return where the next kind of the list would begin, 0 where the list ends before it."""
    deniers = [joint] if joint.kind == "nor" else []
    while cursor.kind(ahead) in NEGATORS or (deniers and cursor.kind(ahead) in ("have", "exists")):
        lexeme = cursor.lexemes[cursor.at + ahead]
        deniers += [lexeme] if lexeme.kind in NEGATORS else []
        ahead += 1
    if deniers and (not negated or denies_twice(deniers, cursor.language)):
        return 0
    while cursor.kind(ahead) in ("of", "to", "both"):
        ahead += 1
    return ahead
