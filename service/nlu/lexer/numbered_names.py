"""Names with numbers that are no distance: "rua nove de abril", "Rua das Flores, nº 120", "12 Tower Road"."""

import re
from collections.abc import Sequence

from queries.catalogue.addresses import MARK, NUMBER
from queries.catalogue.number_names import MONTHS, is_ordinal, number_end
from service.language.street_words import ADDRESSED_FIRST, ADDRESSED_LAST, has_houses
from service.nlu.lexer.lexicon import Dictionary
from service.nlu.lexer.numbers import read_amount, read_range
from service.nlu.lexer.proper_names import find_name
from service.nlu.lexer.tokenizer import Token
from service.nlu.lexer.walking_time import read_walk

_TAIL = re.compile(rf"(?:\s*,\s*|\s+)(?P<mark>{MARK}\s*)?(?P<number>{NUMBER})", re.IGNORECASE)
_HEAD = re.compile(
    rf"(?P<mark>{MARK}\s*)?(?P<number>{NUMBER})(?P<link>\s+d[aeo]s?\b|\s+of\b(?:\s+the\b)?)?\s*,?\s*",
    re.IGNORECASE,
)
_LINKS = frozenset(("de", "da", "do", "dos", "das", "of"))
_ORDINAL_SIGNS = frozenset(("o", "a", "º", "ª", "°"))
_SUFFIXES = frozenset(("st", "nd", "rd", "th"))
# "the first road" is any, "sexta park" nothing
_LIKELY_NO_NAME = frozenset(("first", "second"))
_FIRST_TOO = frozenset(("park", "way", "walk", "close", "st", "rd"))
_MOST_WORDS = 6
# what may stand before a house number that comes first; "within 12 Tower Road" has its metres
_LEADS = frozenset(
    ("near", "of", "to", "in", "det", "and", "or", "cop", "form", "filler", "where", "between", "far", "stop")
) | {"comma", "nearest", "word"}
# what comes after a number that counts it, or is said of a distance
_COUNTED = frozenset(
    ("filter", "word", "other", "results", "refuse", "or_more", "bound", "bound_strict", "bound_about")
) | {"bound_over", "bound_least", "away", "radius", "first", "nearest"}


def find_numbered_name(
    text: str, tokens: Sequence[Token], i: int, dictionary: Dictionary, *, before: str, capitals: bool
) -> int | None:
    """Return the index after a name with a number that begins at token i; None where there is none.

    `before` is the kind of the lexeme before it, "" at the start; `capitals`: they tell names here.
    """
    # a name in small letters, with nothing that leads to it, may be any words of the other language
    led = before in _LEADS
    first = _after_house_number(text, tokens, i, dictionary)
    if first is not None and (led or not before):
        end = _street_end(text, tokens, first, dictionary, capitals=capitals, led=True)
        if (
            end is not None
            and _names_houses(text, tokens, first, end)
            and not _counts(tokens, end, dictionary)
        ):
            return end
    end = _street_end(text, tokens, i, dictionary, capitals=capitals, led=led)
    if end is None:
        return None
    end = _before_number(tokens, i, end)
    after = _after_tail(text, tokens, end, dictionary)
    if after is None:
        return end if dated_end(tokens, i, dictionary) or _nth_end(tokens, i) else None
    comma = text[tokens[end - 1].end : tokens[end].start].strip() == "" and tokens[end].key == ","
    return after if comma or _names_houses(text, tokens, i, end) else None


def dated_end(tokens: Sequence[Token], i: int, dictionary: Dictionary) -> int | None:
    """Return the index after "rua nove de abril" or "praça 7 de setembro": a place called after a day."""
    start = _head_end(tokens, i, dictionary)
    if start is None:
        return None
    keys = [token.key for token in tokens]
    start += start < len(keys) and keys[start] in _LINKS
    end = number_end(keys, start)
    if end is None:
        return None
    end += end < len(keys) and keys[end] in _ORDINAL_SIGNS and tokens[end].start == tokens[end - 1].end
    end += end < len(keys) and keys[end] in _LINKS
    return end + 1 if end < len(keys) and keys[end] in MONTHS else None


def _nth_end(tokens: Sequence[Token], i: int) -> int | None:
    """Return the index after "5th Avenue", "fifth avenue", "21st street": an English street with a number."""
    nth = [token.key for token in tokens[i : i + 3]]
    if len(nth) > 1 and is_ordinal(nth[0]) and nth[0] not in _LIKELY_NO_NAME:
        end = i + 1
    elif len(nth) > 2 and nth[0].isdecimal() and nth[1] in _SUFFIXES and tokens[i].end == tokens[i + 1].start:
        end = i + 2
    else:
        return None
    return end + 1 if tokens[end].key in ADDRESSED_LAST - _FIRST_TOO else None


def _head_end(tokens: Sequence[Token], i: int, dictionary: Dictionary) -> int | None:
    """Return the index after a word that says what has the name: "rua", "av.", "praça", "school"."""
    if tokens[i].key in ADDRESSED_FIRST:
        end = i + 1
        return end + (end < len(tokens) and tokens[end].key == "." and len(tokens[i].key) < 5)
    service = dictionary.service(tokens, i)
    return service[1] if service is not None and service[0].number == "one" else None


def _street_end(
    text: str, tokens: Sequence[Token], i: int, dictionary: Dictionary, *, capitals: bool, led: bool
) -> int | None:
    """Return the index after what may be the name of a street (or place) at token i, without a number."""
    if i >= len(tokens) or tokens[i].kind not in ("word", "number"):
        return None
    if numbered := dated_end(tokens, i, dictionary) or _nth_end(tokens, i):
        return numbered
    if capitals and tokens[i].capital and (end := find_name(tokens, i, dictionary)) is not None:
        return end
    small = _small_end(tokens, i, dictionary) if led or tokens[i].key in ADDRESSED_FIRST else None
    if small is None and tokens[i].key in ADDRESSED_FIRST and capitals:
        # "rua Flores", "r. do Bom Jesus"
        start = _head_end(tokens, i, dictionary) or i + 1
        while start < len(tokens) and tokens[start].key in _LINKS:
            start += 1
        if start < len(tokens) and tokens[start].capital:
            return find_name(tokens, start, dictionary) or start + 1
    return small


def _small_end(tokens: Sequence[Token], i: int, dictionary: Dictionary) -> int | None:
    """Return the index after "rua das flores", "tower road": words nothing explains, and that of a street."""
    first = tokens[i].key in ADDRESSED_FIRST
    j = (_head_end(tokens, i, dictionary) or i + 1) if first else i
    words = 0
    while j < len(tokens) and words < _MOST_WORDS and tokens[j].kind == "word":
        key = tokens[j].key
        if not first and words and key in ADDRESSED_LAST:
            return j + 1
        if key in _LINKS and first:
            j += 1
            continue
        role = dictionary.role(tokens[: j + 1], j)
        after_link = first and tokens[j - 1].key in _LINKS
        known = role is not None and not (first and role[0].kind in ("word", "filter"))
        if known or (dictionary.service(tokens[: j + 1], j) is not None and not (after_link or not first)):
            break
        words, j = words + 1, j + 1
    if not first or not words:
        return None
    while tokens[j - 1].key in _LINKS:
        j -= 1
    return j


def _before_number(tokens: Sequence[Token], i: int, end: int) -> int:
    """Return the index of the house number that a name with capitals ends with ("120 A"), else its end."""
    back = end - 1
    if back > i + 1 and len(tokens[back].text) == 1 and tokens[back].capital:
        back -= 1
    return back if back > i and tokens[back].kind == "number" else end


def _names_houses(text: str, tokens: Sequence[Token], i: int, end: int) -> bool:
    return has_houses(text[tokens[i].start : tokens[end - 1].end])


def _after_tail(text: str, tokens: Sequence[Token], end: int, dictionary: Dictionary) -> int | None:
    """Return the index after a house number that follows a name, None where none does."""
    if end >= len(tokens):
        return None
    found = _TAIL.match(text, tokens[end - 1].end)
    return None if found is None else _number_end(tokens, found, dictionary, leads=False)


def _after_house_number(text: str, tokens: Sequence[Token], i: int, dictionary: Dictionary) -> int | None:
    """Return the index of what follows "12 ", "12, ", "nº 12 da ", "number 12 of the "; None without one."""
    found = _HEAD.match(text, tokens[i].start)
    if found is None or (found["link"] and not found["mark"]):
        return None
    if _number_end(tokens, found, dictionary, leads=True) is None:
        return None
    return next((k for k in range(i, len(tokens)) if tokens[k].start >= found.end()), None)


def _number_end(
    tokens: Sequence[Token], found: re.Match[str], dictionary: Dictionary, *, leads: bool
) -> int | None:
    """Return the index after the tokens of a house number; None where it is a distance, or counts places.

    A small letter of its own is the number's only at the end: "120 a 300 m" is a range.
    """
    begin, stop = found.start("number"), found.end("number")
    inside = [k for k, token in enumerate(tokens) if begin <= token.start < stop]
    if not inside or tokens[inside[0]].start != begin:
        return None
    first, end = inside[0], inside[-1] + 1
    letter = tokens[end - 1]
    if len(inside) > 1 and letter.kind == "word" and letter.start > tokens[end - 2].end:
        alone = end == len(tokens) or tokens[end].kind == "sign"
        if not letter.capital and not alone:
            end -= 1
    if tokens[end - 1].end > stop or _is_distance(tokens, first, dictionary):
        return None
    return None if not leads and _counts(tokens, end, dictionary) else end


def _is_distance(tokens: Sequence[Token], k: int, dictionary: Dictionary) -> bool:
    language = dictionary.language
    read = (read_range(tokens, k, language), read_amount(tokens, k, language))
    return read_walk(tokens, k, language) is not None or any(one is not None and one.unit for one in read)


def _counts(tokens: Sequence[Token], end: int, dictionary: Dictionary) -> bool:
    """Whether what follows a number is counted by it or said of its metres: "3 cafés", "300 no máximo"."""
    if end >= len(tokens):
        return False
    role, service = dictionary.role(tokens, end), dictionary.service(tokens, end)
    return service is not None or (role is not None and role[0].kind in _COUNTED)
