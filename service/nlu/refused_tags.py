"""Conditions on tags that can't be read: of which place they are said, and denials that no tag can tell."""

from collections.abc import Sequence

from queries.catalogue.catalogue import Language
from service.nlu.grammar.syntax import Stuck
from service.nlu.lexer.lexeme import Lexeme

# of "not Italian", "sem comida japonesa"
NO_DENIAL: dict[Language, str] = {
    "pt": "o mapa só diz o que há, nunca que não é assim; pergunte pelos que são",
    "en": "the map tells only what there is, never that it is not so; ask for those that are",
}
_PASSED = frozenset(("cop", "det", "have", "filler"))


def tell_apart(text: str, tag: Lexeme, language: Language) -> list[str]:
    """Return the question with words that tell of which place a tag is said: the last, the first."""
    verbs = ("que está", "que estão") if language == "pt" else ("that is", "that are")
    return [f"{text[: tag.start]}{verb} {text[tag.start :]}" for verb in verbs]


def find_denied(stuck: Stuck, lexemes: Sequence[Lexeme]) -> list[Lexeme] | None:
    """Return "not" and the tag that it denies, where no tag says that it is not so; else None."""
    last = stuck.lexemes[-1] if stuck.lexemes else None
    after = [x for x in lexemes if last is not None and x.start >= last.end and x.kind not in _PASSED]
    if last is None or last.kind not in ("not", "no", "without") or not after or after[0].filter is None:
        return None
    return [last, after[0]]
