"""What people say of themselves before they ask: "Sou jornalista e preciso saber …"; it is no condition."""

from collections.abc import Sequence

from service.lexemes import Lexeme

_OPENERS = frozenset(
    ("sou", "somos", "estou", "estamos", "trabalho", "trabalhamos", "moro", "moramos", "vivo")
)
_OPENERS |= frozenset(("vivemos", "i'm", "i am", "we're", "we are", "i", "we", "my", "our"))
_ASKS = frozenset(("filler", "wh", "count", "wh_or_that", "exists"))
# where one of these stands, the words may be a condition
_CONDITIONS = frozenset(
    ("svc", "num", "dist", "name", "point", "id", "near", "bound", "radius", "refuse", "filter")
) | {"not", "no", "nor", "without", "outside", "far", "nearest", "bound_over", "bound_least"}


def part_preamble(lexemes: Sequence[Lexeme]) -> tuple[list[Lexeme], list[Lexeme]]:
    """Part a question from what its asker says first, in the first person; the second list is that, or empty.

    It ends at a full stop or a colon, or at a comma or "and" before words that ask. Words that may be a
    condition ("moro perto de um parque") are no preamble.
    """
    everything = list(lexemes)
    if not everything or everything[0].text.casefold() not in _OPENERS:
        return everything, []
    for i, lexeme in enumerate(everything):
        if lexeme.kind in _CONDITIONS:
            break
        after = everything[i + 1 :]
        if not any(x.kind == "unknown" for x in everything[:i]):
            continue
        ends = lexeme.kind == "stop" or (lexeme.kind in ("comma", "and") and after and after[0].kind in _ASKS)
        if ends and any(x.kind == "svc" for x in after):
            return after, everything[:i]
    return everything, []
