"""What people say of themselves or of their purpose beside the question: "Sou jornalista e preciso saber …",
"for my thesis"; it is no condition."""

from collections.abc import Sequence

from service.nlu.lexer.lexeme import Lexeme

_OPENERS = frozenset(
    ("sou", "somos", "estou", "estamos", "trabalho", "trabalhamos", "moro", "moramos", "vivo")
)
_OPENERS |= frozenset(("vivemos", "i'm", "i am", "we're", "we are", "i", "we", "my", "our"))
_ASKS = frozenset(("filler", "wh", "count", "wh_or_that", "exists"))
_FOR = frozenset(("for", "para", "pra"))
# what a question may be asked for; a place that has a name is none of these
_PURPOSES = frozenset(
    ("thesis", "dissertation", "essay", "article", "report", "story", "assignment", "homework")
) | {"blog", "project", "study", "research", "survey", "coursework", "curiosity"}
_PURPOSES |= {"tese", "dissertacao", "artigo", "reportagem", "materia", "relatorio", "trabalho", "projeto"}
_PURPOSES |= {"projecto", "estudo", "pesquisa", "investigacao", "blogue", "curiosidade"}
_PURPOSES |= {"mestrado", "doutoramento", "doutorado", "inquerito", "levantamento"}
_BESIDE_PURPOSE = frozenset(("unknown", "det", "of", "word", "filler"))
_MINE = frozenset(("my", "our", "a", "an", "minha", "meu", "nossa", "nosso"))
_LONGEST_PURPOSE = 7
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
    lead = next((i for i, x in enumerate(everything) if x.kind != "filler"), 0)
    end = _purpose_end(everything, lead)
    if end and any(x.kind == "svc" for x in everything[end:]):
        return everything[end:], everything[:end]
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


def part_purpose(lexemes: Sequence[Lexeme]) -> tuple[list[Lexeme], list[Lexeme]]:
    """Part a question from what it is asked for, said last: "…, for my thesis"; the second list is that."""
    everything = list(lexemes)
    for i in range(1, len(everything)):
        # "recycling for paper" says what is recycled
        mine = i + 1 < len(everything) and everything[i + 1].key.partition(" ")[0] in _MINE | {
            "um",
            "uma",
            "o",
        }
        end = _purpose_end(everything, i) if mine else 0
        if end and all(x.kind in ("stop", "filler") for x in everything[end:]):
            return everything[:i], everything[i:]
    return everything, []


def _purpose_end(lexemes: Sequence[Lexeme], i: int) -> int:
    """Return the index after "for my thesis," at i; 0 where it is anything else."""
    if i >= len(lexemes) or lexemes[i].key not in _FOR:
        return 0
    end, purpose = i + 1, False
    while end < len(lexemes) and end - i < _LONGEST_PURPOSE:
        lexeme = lexemes[end]
        words = set(lexeme.key.split())
        if lexeme.text[:1].isupper():
            break
        beside = lexeme.kind in _BESIDE_PURPOSE and not (purpose and lexeme.kind == "filler")
        if not (words & _PURPOSES or beside or words <= _MINE):
            break
        purpose = purpose or bool(words & _PURPOSES)
        end += 1
    if not purpose:
        return 0
    rest = lexemes[end:]
    if rest and rest[0].kind == "comma":
        return end + 1
    return end if not rest or rest[0].kind in (*_ASKS, "stop") else 0
