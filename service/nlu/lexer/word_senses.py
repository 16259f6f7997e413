"""Which "bancos" a question means: what a park has are benches, elsewhere they are banks."""

from collections.abc import Sequence
from dataclasses import replace

from queries.catalogue.catalogue import Language
from service.nlu.lexer.lexeme import Lexeme
from service.nlu.lexer.lexicon import Lexicon, Named

_BENCHES = frozenset(("banco", "bancos"))
_BENCH = ("banco", "de", "jardim")
# one sits there, and no bank has its branch there
_OUTDOORS = frozenset(
    ("park", "garden", "square", "playground", "beach", "viewpoint", "dog_park", "nature_reserve", "common")
) | {"recreation_ground", "wood", "grass", "botanical_garden", "picnic_site", "cemetery", "promenade"}
_HAVING = frozenset(("with", "without", "have", "exists"))
_LISTED = frozenset(("svc", "det", "and", "or", "nor", "comma", "no", "not", "word", "filter", "num", "both"))
_BEFORE_HAVING = frozenset(("that", "wh_or_that", "where", "not", "cop", "word", "filter", "det", "nor"))
_DOUBT: dict[Language, str] = {
    "pt": "bancos de sentar, não agências bancárias",
    "en": "benches, not banks",
}


def settle_benches(lexemes: Sequence[Lexeme], lexicon: Lexicon) -> list[Lexeme]:
    """Read "parques com bancos" as parks with benches; the answer says so."""
    bench = lexicon.names["pt"].get(_BENCH)
    if bench is None:
        return list(lexemes)
    return [
        replace(x, named=Named(bench.services, doubt=_DOUBT, number=x.named.number))
        if x.named is not None and x.key in _BENCHES and _is_had_outdoors(lexemes, i)
        else x
        for i, x in enumerate(lexemes)
    ]


def _is_had_outdoors(lexemes: Sequence[Lexeme], i: int) -> bool:
    """Whether a list with lexeme i in it is what a park or the like has, or lacks."""
    before = list(lexemes[:i])
    while before and before[-1].kind in _LISTED:
        before.pop()
    having = before.pop() if before else None
    if having is None or having.kind not in _HAVING:
        return False
    while before and before[-1].kind in _BEFORE_HAVING | _HAVING:
        before.pop()
    owner = before[-1].named if before else None
    return owner is not None and set(owner.services) <= _OUTDOORS
