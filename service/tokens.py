"""A question as tokens: words, numbers, quoted names, coordinates, signs; and what is no question at all."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from queries.names import fold
from service.errors import QuestionError
from service.words import EH

MAX_QUESTION = 2_000

TokenKind = Literal["word", "number", "quoted", "point", "id", "sign"]

# no pattern here can backtrack over more than a bounded stretch, so the time is linear in the question
_TOKEN = re.compile(
    r"""
      (?P<point>  (?<![\w.,]) \(?\s? [-+−]?\d{1,3}\.\d{1,12} \s?[,;]\s? [-+−]?\d{1,3}\.\d{1,12} \s?\)?
                  (?! [\d.,]* \s? (?:km|m|mi|ft|metros?|metres?|meters?|miles?|milhas?|quil|kilom)\b ) (?!\w)
                | (?<![\w.,]) [-+−]?\d{1,3},\d{1,12} \s?;\s? [-+−]?\d{1,3},\d{1,12} (?!\w) )
    | (?P<id>     (?<!\w) (?:node|way|relation)/[1-9][0-9]{0,18} (?!\w) | (?<!\w) 8[0-9a-fA-F]{14} (?!\w) )
    | (?P<quoted> "[^"]{1,200}" | “[^”]{1,200}” | «[^»]{1,200}» | (?<!\w)['‘][^'’]{1,200}['’](?!\w) )
    | (?P<odd>    [0-9]{1,20}[^\W\d_]{1,20}[0-9]\w{0,40} )
    | (?P<number> (?: (?<![\w.,]) [-−] )?
                  (?: [0-9]{1,3}(?:[ \u00a0\u202f][0-9]{3}){1,4}(?![0-9])(?:[.,][0-9]{1,12})?
                    | [0-9]{1,30}(?:[.,][0-9]{1,30}){0,6} | [.,][0-9]{1,12} ) (?: \s?[½¼¾] )?
                | [½¼¾] )
    | (?P<word>   [^\W\d_]{1,60}(?:['’][^\W\d_]{1,60}){0,4} )
    | (?P<sign>   <= | >= | =< | [^\s] )
    """,
    re.VERBOSE,
)
# signs of direction and of no width: the first can hide what a text says, the second vanish
_BIDI = {*range(0x202A, 0x202F), *range(0x2066, 0x206A)}


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the question: as written, folded, and where it stands."""

    kind: TokenKind
    text: str
    key: str
    start: int
    end: int

    @property
    def capital(self) -> bool:
        """Whether it is a word that begins with a capital letter."""
        return self.kind == "word" and self.text[0].isupper()


def check_question(question: str) -> str:
    """Return the question as it is read: composed characters, no marks of zero width, white space as spaces.

    Raises QuestionError where it is empty, longer than 2,000 characters or holds control characters.
    """
    if len(question) > MAX_QUESTION:
        raise QuestionError(f"the question has {len(question):,} characters; ask in at most {MAX_QUESTION:,}")
    kept: list[str] = []
    for char in question:
        category = unicodedata.category(char)
        if char in "\t\n\r" or category in ("Zs", "Zl", "Zp"):
            kept.append(" ")
        elif category in ("Cc", "Cs") or ord(char) in _BIDI:
            raise QuestionError(f"the question holds a control character (U+{ord(char):04X}); leave it out")
        elif category != "Cf":
            kept.append(char)
    text = unicodedata.normalize("NFC", "".join(kept)).strip()
    if not text:
        raise QuestionError("the question is empty")
    return text


def tokenize(text: str) -> list[Token]:
    """Return the tokens of a checked question; a hyphen between two letters only parts the words."""
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or "sign"
        written = match.group()
        if kind == "sign" and written in "-‐‑" and _joins_letters(text, match.start(), match.end()):
            continue
        if kind == "odd":
            kind = "word"
        tokens.append(Token(_KINDS[kind], written, _key(written), match.start(), match.end()))
    return tokens


_KINDS: dict[str, TokenKind] = {
    "point": "point", "id": "id", "quoted": "quoted", "number": "number", "word": "word", "sign": "sign",
}  # fmt: skip


def _key(written: str) -> str:
    return EH if written.casefold() == EH else fold(written.replace("’", "'"))


def _joins_letters(text: str, start: int, end: int) -> bool:
    return start > 0 and end < len(text) and text[start - 1].isalnum() and text[end].isalpha()
