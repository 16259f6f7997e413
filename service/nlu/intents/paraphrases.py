"""Ways to word a question that are put as another way words them, before any form reads it."""

from collections.abc import Sequence
from dataclasses import replace

from service.nlu.lexer.lexeme import Lexeme

_AMOUNTS = frozenset(("number", "numero", "quantity", "quantidade", "amount", "count", "total", "contagem"))
_HIGHER = frozenset(("higher", "larger", "greater", "bigger", "highest", "largest", "greatest", "biggest"))
_HIGHER |= {"maior", "superior", "mais alto", "mais alta", "mais elevado", "mais elevada"}
_LOWER = frozenset(("lower", "smaller", "lowest", "smallest", "lesser", "menor", "inferior"))
_LOWER |= {"mais baixo", "mais baixa"}
_PARTITIVE = frozenset(("of", "among"))
_ASKING = frozenset(("wh", "wh_or_that", "count"))
_WHICH = frozenset(("qual", "quais", "which", "que"))
_DENIES = frozenset(("not", "no", "without", "nor", "neither"))
_LACKS = frozenset(("lack", "lacks", "carecem", "carece", "falta", "faltam"))
_EVERY = frozenset(("each", "all", "both"))
_DISTANCES = frozenset(
    ("bound", "bound_strict", "bound_about", "bound_over", "bound_least", "radius", "dist", "in", "between")
)
_AFTER_EACH = frozenset(("to", "of", "pronoun", "stop", "det"))
_IDLE = frozenset(("filler", "det", "territory", "all"))
_NAMED = frozenset(("name", "id", "point", "near", "dist", "num"))


def rank_numbers(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Read "the number of cafes is higher in A than in B" as more cafes in A than in B."""
    if not any(_is_amount(x) for x in lexemes):
        return list(lexemes)
    ranked: list[Lexeme] = []
    for i, lexeme in enumerate(lexemes):
        alone = lexeme.kind in ("unknown", "refuse") or (
            lexeme.kind == "form" and lexeme.theme == "cluster_size"
        )
        bound = i + 1 < len(lexemes) and lexemes[i + 1].kind in ("dist", "num", "svc")
        theme = "more" if lexeme.key in _HIGHER else "fewer" if lexeme.key in _LOWER else ""
        if alone and theme and not bound:
            ranked.append(replace(lexeme, kind="form", theme=theme))
        else:
            ranked.append(lexeme)
    return ranked


def _is_amount(lexeme: Lexeme) -> bool:
    counts = lexeme.kind in ("count", "unknown") or (lexeme.kind == "form" and lexeme.theme == "strength")
    return counts and bool(_AMOUNTS & set(lexeme.key.split()))


def front_partitive(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Read "of the parks, which have a fountain?" as which parks have one."""
    start = next((i for i, x in enumerate(lexemes) if x.kind not in _IDLE), len(lexemes))
    comma = next((i for i, x in enumerate(lexemes) if x.kind == "comma"), None)
    if comma is None or start >= comma or lexemes[start].kind not in _PARTITIVE:
        return list(lexemes)
    kinds = [x for x in lexemes[start + 1 : comma] if x.kind not in _IDLE | _PARTITIVE]
    asks = comma + 1
    while asks < len(lexemes) and lexemes[asks].kind in _IDLE and lexemes[asks].key not in _WHICH:
        asks += 1
    if not kinds or asks == len(lexemes) or any(x.kind in _NAMED for x in kinds):
        return list(lexemes)
    asking = lexemes[asks]
    if not (asking.kind in _ASKING or asking.key in _WHICH):
        return list(lexemes)
    after = asks + 1
    while after < len(lexemes) and lexemes[after].kind in ("of", "pronoun"):
        after += 1
    which = asking if asking.kind == "count" else replace(asking, kind="wh", theme="")
    return [*lexemes[:start], which, *kinds, *lexemes[after:]]


def without_concession(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Read "with no recycling although they have parks" as with parks but no recycling.

    What is conceded holds too; what is denied is said last, as after "but".
    """
    at = next((i for i, x in enumerate(lexemes) if _concedes(x)), None)
    if at is None:
        return list(lexemes)
    but = replace(lexemes[at], kind="but", theme="", key="but")
    before, after = list(lexemes[:at]), list(lexemes[at + 1 :])
    while after and after[0].kind == "form" and after[0].theme == "they":
        after.pop(0)
    if all(x.kind in _IDLE for x in before):
        # "despite having parks, which zones have no recycling?"
        comma = next((i for i, x in enumerate(after) if x.kind == "comma"), None)
        if comma is None:
            return list(lexemes)
        before, after = after[comma + 1 :], after[:comma]
    while before and before[-1].kind in ("comma", "stop", "and", "but"):
        before.pop()
    while after and after[-1].kind in ("comma", "stop"):
        after.pop()
    denial = next((i for i, x in enumerate(before) if _denies(x)), None)
    if denial is None or any(_denies(x) for x in after):
        return [*before, but, *after]
    while denial and (
        before[denial - 1].kind in ("have", "exists", "with", "that", "wh_or_that", "and", "but")
    ):
        denial -= 1
    joint = [] if before[denial].kind in ("and", "but") else [but]
    return [
        *before[:denial],
        replace(but, kind="with", key="with"),
        *_having(after),
        *joint,
        *before[denial:],
    ]


def _having(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Leave out "they have", "having" before what is conceded."""
    start = 0
    while start < len(lexemes) and (
        lexemes[start].kind in (*_IDLE, "have", "exists", "with", "pronoun")
        or (lexemes[start].kind == "form" and lexemes[start].theme in ("they", "contains"))
    ):
        start += 1
    return list(lexemes[start:])


def _concedes(lexeme: Lexeme) -> bool:
    return lexeme.kind == "form" and lexeme.theme == "despite"


def _denies(lexeme: Lexeme) -> bool:
    return lexeme.kind in _DENIES or bool(_LACKS & set(lexeme.key.split()))


def share_distance(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Read "with a bench and a fountain, each within 100 m" as without "each": the distance is of both."""
    if any(x.kind == "nearest" or x.theme == "nearest" for x in lexemes):
        return list(lexemes)
    at = next((i for i, x in enumerate(lexemes) if _is_share(lexemes, i) and x.kind in _EVERY), None)
    if at is None:
        return list(lexemes)
    start, end = at, at + 1
    while end < len(lexemes) and lexemes[end].kind in ("of", "pronoun", "that", "wh_or_that", "cop"):
        end += 1
    while start and lexemes[start - 1].kind in ("comma", "paren"):
        start -= 1
    kinds = [i for i, x in enumerate(lexemes[:start]) if x.kind == "svc"]
    listed = len(kinds) > 1 and "and" in [x.kind for x in lexemes[kinds[-2] : kinds[-1]]]
    near = any(x.kind == "near" for x in lexemes[: kinds[-1]]) if kinds else False
    # "near a park and a museum, each within 300 m" gives a nearness its distance
    comma = [x for x in lexemes[start:at] if x.kind == "comma"] if near else []
    return [*lexemes[:start], *comma, *lexemes[end:]] if listed else list(lexemes)


def _is_share(lexemes: Sequence[Lexeme], i: int) -> bool:
    """Whether a distance follows, said of each of what stands before."""
    after = [x.kind for x in lexemes[i + 1 :] if x.kind not in ("of", "pronoun", "that", "wh_or_that", "cop")]
    before = lexemes[i - 1].kind if i else ""
    return before in ("comma", "svc", "word", "filter", "paren") and bool(after) and after[0] in _DISTANCES


def turn_each(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Read "for all schools: which park is closest to each?", "which park has each school nearest?"."""
    each = next((i for i, x in enumerate(lexemes) if x.kind == "each"), None)
    near = next((i for i, x in enumerate(lexemes) if x.kind == "nearest"), None)
    if each is None or near is None:
        return list(lexemes)
    after = [x for x in lexemes[each + 1 :] if x.kind not in ("det", "filler")]
    every = next((i for i, x in enumerate(lexemes[:each]) if x.kind == "all"), None)
    if every is not None and all(x.kind in _AFTER_EACH for x in after):
        start = each
        while start and lexemes[start - 1].kind in ("to", "of", "det"):
            start -= 1
        said = replace(lexemes[each], start=lexemes[every].start, end=lexemes[every].end)
        return [*lexemes[:every], said, *lexemes[every + 1 : start]]
    has = any(x.kind == "have" for x in lexemes[:each])
    kinds = [x.kind for x in after if x.kind not in _AFTER_EACH]
    if kinds != (["svc", "nearest"] if has else ["svc", "have", "nearest"]):
        return list(lexemes)
    of = replace(lexemes[near], kind="of", key="of")
    before = [x for x in lexemes[:each] if x.kind not in ("filler", "have")]
    return [*before, lexemes[near], of, lexemes[each], after[0]]
