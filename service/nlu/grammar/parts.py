"""What a place is tagged with and what is a place as well: "paragens com abrigo", "banks with an ATM"."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from queries.catalogue.catalogue import Language
from service.language.tag_forms import Filter, load_tags
from service.nlu.grammar.cursor import Cursor
from service.nlu.grammar.syntax import Stuck
from service.nlu.lexer.lexeme import Lexeme

_DENIERS = frozenset(("without", "no", "not", "nor", "neither"))
_OPENERS = frozenset(("with", "without", "have"))
_LED = frozenset(("that", "wh_or_that", "not", "cop", "filler"))
_BETWEEN = frozenset(("det", "no", "not", "neither", "both"))
_JOINTS = frozenset(("and", "or", "nor", "but", "comma"))
# a "banco" that stops and viewpoints have is a bench
_BANKS = frozenset(("banco", "bancos"))


def settle_parts(lexemes: Sequence[Lexeme], language: Language) -> list[Lexeme]:
    """Read "with a shelter" right behind a stop as its tag; with metres of its own it is a place near."""
    settled: list[Lexeme] = []
    # the kinds of place of which the last tag was said, and whether it was denied
    said: tuple[Sequence[str], bool] | None = None
    for i, lexeme in enumerate(lexemes):
        had = _services_of(lexeme)
        found = _open(settled, said) if had else None
        if found is not None:
            start, owner, denied = found
            filter_ = _find(owner, had, lexeme, denied=denied)
            if filter_ is not None and not _has_metres(lexemes, i, language):
                joints = [x for x in settled[start:] if x.kind in _JOINTS][:1]
                words = [x for x in settled[start:] if x not in joints] + [lexeme]
                del settled[start:]
                # "but without a bench" and "nor a bench" go on as "and" does
                settled += [
                    replace(x, kind="and") if x.kind in ("but", "nor", "comma") else x for x in joints
                ]
                text = " ".join(x.text for x in words)
                key = " ".join(x.key for x in words)
                whole = Lexeme("filter", text, words[0].start, lexeme.end, key)
                settled.append(replace(whole, filter=filter_))
                said = owner, denied
                continue
        if lexeme.kind not in (*_JOINTS, *_LED, *_OPENERS, *_BETWEEN):
            said = None
        settled.append(lexeme)
    return settled


def _open(
    before: Sequence[Lexeme], said: tuple[Sequence[str], bool] | None
) -> tuple[int, Sequence[str], bool] | None:
    """Return where "with a", "that have no" begins, of what kinds it is said, and whether it denies."""
    i = len(before)
    while i and before[i - 1].kind in _BETWEEN:
        i -= 1
    opened = i > 0 and before[i - 1].kind in _OPENERS
    if opened:
        i -= 1
        while i and before[i - 1].kind in _LED:
            i -= 1
    denied = any(x.kind in _DENIERS for x in before[i:])
    joined = i > 0 and before[i - 1].kind in _JOINTS
    if joined and said is not None:
        owner, also = said
        nor = before[i - 1].kind == "nor"
        return i - 1, owner, (denied if opened else also or denied) or nor
    if not opened or joined:
        return None
    owner = ()
    j = i
    while j and before[j - 1].kind in ("filter", "word"):
        j -= 1
    owner = _services_of(before[j - 1]) if j else ()
    return (i, owner, denied) if owner else None


def _services_of(lexeme: Lexeme) -> Sequence[str]:
    return lexeme.named.services if lexeme.kind == "svc" and lexeme.named is not None else ()


def _find(owner: Sequence[str], had: Sequence[str], lexeme: Lexeme, *, denied: bool) -> Filter | None:
    """Return the tag that tells of all kinds of place whether they have what is had; None without such."""
    if lexeme.named is not None and lexeme.named.filter is not None:
        return None
    for filter_, has in _parts():
        meant = set(had) <= set(has) or ("bench" in has and lexeme.key in _BANKS)
        if meant and (filter_.value == "no") == denied and filter_.tells(owner):
            return filter_
    return None


@cache
def _parts() -> tuple[tuple[Filter, tuple[str, ...]], ...]:
    return tuple((words.filter, words.has) for words in load_tags() if words.has)


def _has_metres(lexemes: Sequence[Lexeme], i: int, language: Language) -> bool:
    """Whether metres follow that are said of what is had: "a bench within 100 m", no "bench near a park"."""
    # "casa de banho gratuita até 60 m": what is said of it stands between
    after = [x for x in lexemes[i + 1 :] if x.kind not in ("det", "filler")]
    while after and after[0].kind in ("filter", "word"):
        after = after[1:]
    while len(after) > 1 and after[0].kind in _JOINTS and after[1].kind == "svc":
        # "a bench and a park within 100 m": the metres are those of all
        after = after[2:]
    cursor = Cursor(after, language)
    cursor.skip("comma", "that", "cop")
    if not cursor.relation_starts():
        return cursor.kind() in ("dist", "radius")
    try:
        cursor.read_relation()
    except Stuck:
        return True
    return not (cursor.kind_starts() or cursor.spot_starts())
