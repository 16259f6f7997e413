"""Names of places in small letters, where a place must stand: "perto da torre dos clérigos"."""

from collections.abc import Sequence
from dataclasses import replace

from service.nlu.lexer.lexeme import Lexeme

_LONGEST_NAME = 6
_LEADS = frozenset(("near", "of", "to"))
# "perto da": the article is that of one place that has a name
_DEFINITE = frozenset(("do", "da", "dos", "das", "ao", "à", "aos", "às", "the"))
# these point to a place and do not name it; "nos", "num" lead to any of a kind
_POINTING = frozenset(
    ("daquele", "daquela", "aquele", "aquela", "desse", "dessa", "deste", "desta", "that", "this")
)
_ANY_IN = frozenset(("nos", "nas", "num", "numa", "at"))
_PARTS = frozenset(("unknown", "word"))
# what may follow a name
_ENDS = frozenset(
    ("", "stop", "comma", "paren", "and", "or", "but", "that", "where", "cop", "in", "near", "have")
)
_ENDS |= {"bound", "bound_strict", "bound_about", "bound_over", "bound_least", "radius", "not", "without"}


def settle_small_names(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Take several words that nothing explains, after "perto da", "near", "em" …, for a name.

    One word alone may as well be a kind of place that perto does not know, as may a plural: they are refused.
    """
    settled: list[Lexeme] = []
    i = 0
    while i < len(lexemes):
        end = _name_end(lexemes, i) if settled and _leads(settled) else i
        if end > i:
            text = " ".join(lexeme.text for lexeme in lexemes[i:end])
            named = replace(lexemes[i], kind="name", text=text, end=lexemes[end - 1].end, named=None)
            settled.append(named)
            i = end
        else:
            settled.append(lexemes[i])
            i += 1
    return settled


def _leads(before: Sequence[Lexeme]) -> bool:
    """Whether a place must stand after these words; after "a" or "um" it is any of a kind."""
    last = before[-1]
    if last.kind == "det":
        return len(before) > 1 and last.key in _DEFINITE | {"o", "os", "as"} and before[-2].kind in _LEADS
    return last.kind in _LEADS or (last.kind == "in" and last.key not in _ANY_IN)


def _name_end(lexemes: Sequence[Lexeme], i: int) -> int:
    """Return the index after the name that begins at i, i where none does."""
    end, unknown, words = i, 0, 0
    while end < len(lexemes) and end - i < _LONGEST_NAME:
        lexeme = lexemes[end]
        if lexeme.kind in _PARTS or (lexeme.kind == "svc" and (end == i or unknown > 0)):
            unknown += lexeme.kind == "unknown" and lexeme.text.replace("'", "").isalpha()
            words += 1
        elif lexeme.kind != "of" or end == i or not _goes_on(lexemes, end + 1):
            break
        end += 1
    after = lexemes[end].kind if end < len(lexemes) else ""
    return end if unknown and words > 1 and after in _ENDS and _is_one(lexemes, i, end) else i


def _goes_on(lexemes: Sequence[Lexeme], i: int) -> bool:
    return i < len(lexemes) and lexemes[i].kind in _PARTS


def _is_one(lexemes: Sequence[Lexeme], i: int, end: int) -> bool:
    """Whether the words may name one place: not "quantum portals", not "abandoned parks"."""
    if any(lexeme.key in _POINTING for lexeme in lexemes[i:end]):
        return False
    definite = any(lexeme.key.split(" ")[-1] in _DEFINITE for lexeme in lexemes[max(0, i - 2) : i])
    many = [x for x in lexemes[i:end] if x.named is not None and x.named.number == "many"]
    if many:
        return sum(x.kind == "unknown" for x in lexemes[i:end]) > 1
    return definite or not lexemes[end - 1].text.endswith("s")
