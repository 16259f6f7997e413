"""A question as tokens: words, numbers, quoted names, coordinates, signs; and what is no question at all."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from queries.catalogue.catalogue import Language
from queries.catalogue.folding import fold
from service.nlu.lexer.coordinates import PATTERN
from service.nlu.lexer.vocabulary import EH

MAX_QUESTION = 2_000
# of a question that is too long, to tell which
_PART_CHARACTERS = 60

TokenKind = Literal["word", "number", "quoted", "point", "id", "tag", "sign"]

# vowel signs of writing that has them beside the letters; Devanagari and its kin are whole blocks
_VOWELS = (
    "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0dff\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
    "\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f71-\u0f84\u102b-\u103e\u17b4-\u17d3\u3099\u309a"
)
# no pattern here can backtrack over more than a bounded stretch, so the time is linear in the question
_TOKEN = re.compile(
    rf"(?P<point>{PATTERN})"
    r"""
    | (?P<id>     (?<!\w) (?:node|way|relation)/[1-9][0-9]{0,18} (?!\w) | (?<!\w) 8[0-9a-fA-F]{14} (?!\w) )
    | (?P<tag>    (?<![\w:]) [a-z][a-z_:]{0,40} =
                  (?: "[^"]{1,100}" | “[^”]{1,100}” | \* | \w[\w.:+'’/-]{0,100}(?<![.:'’/-]) ) )
    | (?P<quoted> "[^"]{1,200}" | “[^”]{1,200}” | «[^»]{1,200}» | (?<!\w)['‘][^'’]{1,200}['’](?!\w) )
    | (?P<odd>    [0-9]{1,20}[^\W\d_]{1,20}[0-9]\w{0,40} )
    | (?P<number> (?: (?<![\w.,]) [-−] )?
                  (?: [0-9]{1,3}(?:[ \u00a0\u202f][0-9]{3}){1,4}(?![0-9])(?:[.,][0-9]{1,12})?
                    | [0-9]{1,30}(?:[.,][0-9]{1,30}){0,6} | [.,][0-9]{1,12} ) (?: \s?[½¼¾] )?
                | [½¼¾] )
    | (?P<word>   LETTERS(?:['’]LETTERS){0,4} )
    | (?P<sign>   <= | >= | =< | [^\s] )
    """.replace("LETTERS", rf"[^\W\d_](?:[^\W\d_]|[{_VOWELS}]){{0,59}}"),
    re.VERBOSE,
)
_LATIN, _LATER_SIGNS = "\u024f", "\u218f"
_JOINING = "-‐‑・·"
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
        return self.kind == "word" and starts_name(self.text)


class Unreadable(Exception):
    """Text that can't be read at all: which part of it, and why, in both languages."""

    def __init__(self, part: str, *, pt: str, en: str) -> None:
        super().__init__(en)
        self.part = part
        self.reasons: dict[Language, str] = {"pt": pt, "en": en}


def starts_name(text: str) -> bool:
    """Whether text begins as names do: with a capital, a letter of writing without capitals, or an emoji.

    Neither language has words of such letters, so that only a name can be written in them.

    >>> [starts_name(text) for text in ("Kiasma", "灯台", "☕", "café", "ª")]
    [True, True, True, False, False]
    """
    first = text[:1]
    if not first or first.isupper():
        return bool(first)
    return (unicodedata.category(first) == "Lo" and first > _LATIN) or is_emoji(first)


def is_emoji(char: str) -> bool:
    """Whether a sign is a picture, which names on the map hold: no degree, copyright or number sign."""
    return char > _LATER_SIGNS and unicodedata.category(char) in ("So", "Sk")


def check_question(question: str) -> str:
    """Return the question as it is read: composed characters, no marks of zero width, white space as spaces.

    Raises Unreadable where it is empty, longer than 2,000 characters or holds control characters.
    """
    if len(question) > MAX_QUESTION:
        given, most = f"{len(question):,}", f"{MAX_QUESTION:,}"
        raise Unreadable(
            question[:_PART_CHARACTERS] + "…",
            pt=f"a pergunta tem {given} caracteres e perto lê até {most}".replace(",", "."),
            en=f"the question has {given} characters, and perto reads up to {most}",
        )
    for char in question:
        if _is_control(char):
            code = f"U+{ord(char):04X}"
            raise Unreadable(
                code, pt="é um carácter de controlo; retire-o", en="it is a control character; leave it out"
            )
    text = _visible(question)
    if not text:
        raise Unreadable("…", pt="a pergunta está vazia", en="the question is empty")
    return text


def legible(question: str) -> str:
    """Return what can be read of any text, cut where it is too long, to tell its language."""
    return _visible("".join(char for char in question[:MAX_QUESTION] if not _is_control(char)))


def quotable(question: str) -> str:
    """Return a question as an answer repeats it: cut where it is too long, without what UTF-8 can't hold."""
    cut = question if len(question) <= MAX_QUESTION else question[:MAX_QUESTION] + "…"
    return cut.encode("utf-8", "replace").decode("utf-8")


def _is_control(char: str) -> bool:
    return char not in "\t\n\r" and (unicodedata.category(char) in ("Cc", "Cs") or ord(char) in _BIDI)


def _visible(text: str) -> str:
    kept: list[str] = []
    for char in text:
        category = unicodedata.category(char)
        if char in "\t\n\r" or category in ("Zs", "Zl", "Zp"):
            kept.append(" ")
        elif category != "Cf" and char not in "\ufe0e\ufe0f":  # they choose between pictures of one sign
            kept.append(char)
    return unicodedata.normalize("NFC", "".join(kept)).strip()


def tokenize(text: str) -> list[Token]:
    """Return the tokens of a checked question; a hyphen between two letters only parts the words."""
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or "sign"
        written = match.group()
        if kind == "sign" and written in _JOINING and _joins_letters(text, match.start(), match.end()):
            continue
        if kind == "odd" or (kind == "sign" and is_emoji(written)):
            kind = "word"
        tokens.append(Token(_KINDS[kind], written, _key(written), match.start(), match.end()))
    return _join_points(tokens)


def _join_points(tokens: list[Token]) -> list[Token]:
    """Take two numbers that end a question after "of", "perto de" … for a point: "within 2 km of 60, 25"."""
    end = len(tokens)
    while end and tokens[end - 1].kind == "sign" and tokens[end - 1].key in ".?!":
        end -= 1
    first = end - 3
    if first < 1 or [t.kind for t in tokens[first:end]] != ["number", "sign", "number"]:
        return tokens
    one, comma, other = tokens[first:end]
    if comma.key != "," or tokens[first - 1].key not in _BEFORE_POINT:
        return tokens
    if not all(_DEGREES.fullmatch(number.text) for number in (one, other)):
        return tokens
    text = f"{one.text}, {other.text}"
    return [*tokens[:first], Token("point", text, text, one.start, other.end), *tokens[end:]]


_DEGREES = re.compile(r"[-−]?[0-9]{1,3}(?:\.[0-9]{1,12})?")
_BEFORE_POINT = frozenset(("of", "to", "from", "near", "around", "at", "de", "em", "a"))
_KINDS: dict[str, TokenKind] = {
    "point": "point", "id": "id", "tag": "tag",
    "quoted": "quoted", "number": "number", "word": "word", "sign": "sign",
}  # fmt: skip


def _key(written: str) -> str:
    return EH if written.casefold() == EH else fold(written.replace("’", "'"))


def _joins_letters(text: str, start: int, end: int) -> bool:
    return start > 0 and end < len(text) and text[start - 1].isalnum() and text[end].isalpha()
