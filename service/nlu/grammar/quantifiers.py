"""Questions whether all of a kind of place have something: refused, unlike lists of all that have it."""

from collections.abc import Sequence

from service.nlu.grammar.syntax import Stuck
from service.nlu.lexer.lexeme import Lexeme

_EVERY = frozenset(("all", "each"))
# of what "any school has" says that all have; "any" alone may also ask whether one has
_ANY = frozenset(("qualquer", "quaisquer"))
_ASKING = frozenset(("wh", "wh_or_that", "count", "where"))
_RELATIVE = frozenset(("that", "wh_or_that", "where", "wh"))
_JOINTS = frozenset(("and", "or", "but"))
_BEFORE_NOUN = frozenset(("det", "filler", "territory", "of", "pronoun", "word", "filter", "other", "num"))
_BETWEEN = frozenset(("det", "filler", "pronoun", "not"))
# "located within 300 m" says no more than "within 300 m"
PARTICIPLES = (
    "situad", "localizad", "instalad", "posicionad", "colocad", "dispost", "encontrad", "achad", "implantad",
    "estabelecid", "sediad", "located", "situated", "placed", "positioned", "found", "lying", "sitting",
    "standing", "being", "based", "sited", "set",
)  # fmt: skip
_NO_VERB = ("ndo", "ing", "ter", "terem", "ser", "serem", "estar", "ficar")
_HAS = frozenset(("tem", "possuem", "possui", "oferecem", "oferece", "dispoem", "dispoe", "contam", "conta"))
_HAS |= {"have", "has", "offer", "offers", "provide", "provides", "serve", "serves", "servem"}


def refuse_universal(lexemes: Sequence[Lexeme]) -> None:
    """Raise Stuck at the "all" of "do all schools have a park nearby?"; "all that have one" is a list."""
    if any(x.kind == "nearest" for x in lexemes) and not {"have", "dist"} <= {x.kind for x in lexemes}:
        # "each school has which nearest hospital?"
        return
    for i, lexeme in enumerate(lexemes):
        if lexeme.kind in _ASKING:
            return
        noun = _noun_after(lexemes, i) if lexeme.kind in _EVERY or lexeme.key in _ANY else None
        if noun is None:
            continue
        if lexeme.kind in _EVERY and _counts_for(lexemes, i, noun):
            raise Stuck("each", lexeme)
        if _leads(lexemes, i) or _has_verb(lexemes[noun + 1 :]):
            raise Stuck("universal", lexeme)


def _noun_after(lexemes: Sequence[Lexeme], every: int) -> int | None:
    """Return where the kind of place is of which all are meant."""
    for i, lexeme in enumerate(lexemes[every + 1 :], every + 1):
        if lexeme.kind == "svc" or lexeme.theme == "zones":
            return i
        if lexeme.kind not in _BEFORE_NOUN:
            return None
    return None


def _counts_for(lexemes: Sequence[Lexeme], every: int, noun: int) -> bool:
    """Whether "for each hospital, how many pharmacies" asks for a number of each."""
    before = [x.kind for x in lexemes[:every] if x.kind not in ("det", "filler")]
    of = before[-1:] == ["for"] or (lexemes[every - 1].key == "para" if every else False)
    return of and any(x.kind == "count" for x in lexemes[noun + 1 :])


def _leads(lexemes: Sequence[Lexeme], every: int) -> bool:
    """Whether a verb opens the question before "all": "has every school a park?"."""
    before = [x for x in lexemes[:every] if x.kind not in ("det", "filler")]
    return len(before) == 1 and before[0].kind in ("have", "cop") and _is_verb(before[0])


def _has_verb(lexemes: Sequence[Lexeme]) -> bool:
    """Whether a verb is said of all, not of those "that …": in "that have A and have B" neither is."""
    relative = within = joined = False
    for lexeme in lexemes:
        if lexeme.kind in ("stop", "count"):
            return False
        if lexeme.kind in _RELATIVE:
            relative = True
        elif _is_verb(lexeme):
            if not relative and not (within and joined):
                return True
            relative, within = False, True
        joined = lexeme.kind in _JOINTS or (joined and lexeme.kind in _BETWEEN)
    return False


def _is_verb(lexeme: Lexeme) -> bool:
    if lexeme.kind == "filter":
        return lexeme.key.split(" ")[0] in _HAS
    verb = lexeme.kind == "have" or (lexeme.kind == "cop" and not lexeme.key.startswith(PARTICIPLES))
    return verb and not lexeme.key.endswith(_NO_VERB)
