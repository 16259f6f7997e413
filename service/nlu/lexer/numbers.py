"""Numbers and distances in questions: digits, words, decimals and thousands by language, units to metres."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from queries.catalogue.catalogue import Language
from queries.geometry.radius import HALF_EARTH_M
from service.nlu.lexer.tokenizer import Token
from service.nlu.lexer.vocabulary import EH

Wrong = Literal["zero", "negative", "too_far", "malformed", "backwards"]
NumberNote = Literal["thousands", "decimals", "walk"]

_FOOT_M = 0.3048
UNITS: Mapping[str, float] = {
    **dict.fromkeys(("m", "mt", "mts", "metro", "metros", "metre", "metres", "meter", "meters"), 1.0),
    **dict.fromkeys(
        ("km", "kms", "quilometro", "quilometros", "kilometre", "kilometres", "kilometer"), 1000.0
    ),
    **dict.fromkeys(("kilometers", "kilometro", "kilometros"), 1000.0),
    **dict.fromkeys(("mi", "mile", "miles", "milha", "milhas"), 1609.344),
    **dict.fromkeys(("ft", "foot", "feet", "pe", "pes"), _FOOT_M),
    **dict.fromkeys(("yd", "yds", "yard", "yards", "jarda", "jardas"), 0.9144),
    **dict.fromkeys(("cm", "centimetro", "centimetros", "centimetre", "centimetres"), 0.01),
    **dict.fromkeys(("centimeter", "centimeters"), 0.01),
}
_ONES: dict[Language, dict[str, int]] = {
    "pt": {
        "um": 1, "uma": 1, "dois": 2, "duas": 2, "tres": 3, "quatro": 4, "cinco": 5, "seis": 6, "sete": 7,
        "oito": 8, "nove": 9, "dez": 10, "onze": 11, "doze": 12, "treze": 13, "quatorze": 14, "catorze": 14,
        "quinze": 15, "dezesseis": 16, "dezasseis": 16, "dezessete": 17, "dezassete": 17, "dezoito": 18,
        "dezenove": 19, "dezanove": 19, "vinte": 20, "trinta": 30, "quarenta": 40, "cinquenta": 50,
        "cinqüenta": 50, "sessenta": 60, "setenta": 70, "oitenta": 80, "noventa": 90, "cem": 100,
        "cento": 100, "duzentos": 200, "duzentas": 200, "trezentos": 300, "trezentas": 300,
        "quatrocentos": 400, "quatrocentas": 400, "quinhentos": 500, "quinhentas": 500, "seiscentos": 600,
        "seiscentas": 600, "setecentos": 700, "setecentas": 700, "oitocentos": 800, "oitocentas": 800,
        "novecentos": 900, "novecentas": 900,
    },
    "en": {
        "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
        "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
        "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40,
        "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
    },
}  # fmt: skip
_SCALES: dict[Language, dict[str, int]] = {
    "pt": {"mil": 1000},
    "en": {"hundred": 100, "hundreds": 100, "thousand": 1000, "thousands": 1000},
}
_AND: dict[Language, str] = {"pt": "e", "en": "and"}
_ARTICLES = ("a", "an", "um", "uma", "one")
_HALVES = {"meio": 0.5, "meia": 0.5, "half": 0.5, "quarter": 0.25, "quarto": 0.25}
_QUARTERS = (("three", "quarters"), ("tres", "quartos"))
_FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75}
_RANGE_SIGNS = ("-", "–", "—")
_RANGE_WORDS: dict[Language, tuple[str, ...]] = {"pt": ("a", "ate", "e"), "en": ("to", "and", "through")}
_GROUPED = re.compile(r"\d{1,3}([.,])\d{3}(?:\1\d{3})*")


@dataclass(frozen=True, slots=True)
class Number:
    """A number; `end` is the index of the token after it."""

    value: float
    end: int
    wrong: Wrong | None = None
    note: NumberNote | None = None


@dataclass(frozen=True, slots=True)
class Amount:
    """A distance in metres, or a range; `unit` False where none was written, else `factor` is its metres.

    `end` as in Number.
    """

    metres: float
    end: int
    at_least_m: float = 0.0
    unit: bool = True
    factor: float = 1.0
    wrong: Wrong | None = None
    note: NumberNote | None = None


def read_range(
    tokens: Sequence[Token], i: int, language: Language, units: Mapping[str, float] = UNITS
) -> Amount | None:
    """Read "200 a 500 m" or "half a mile and 1 km"; None where no range begins at i."""
    low = _fraction(tokens, i) or _one(tokens, i, units) or read_number(tokens, i, language)
    if low is None:
        return None
    low_unit, after = _unit(tokens, low.end, units)
    key = tokens[after].key if after < len(tokens) else ""
    if key not in (*_RANGE_SIGNS, *_RANGE_WORDS[language]):
        return None
    after += 1
    # "entre os 100 e os 300 metros"
    after += after < len(tokens) and tokens[after].key in ("os", "the")
    high = read_amount(tokens, after, language, units)
    if high is None or (not high.unit and low_unit is not None):
        return None
    # the unit written once, at the end, is that of both
    at_least = low.value * (low_unit if low_unit is not None else high.factor)
    wrong = low.wrong or high.wrong
    if wrong is None and at_least >= high.metres:
        wrong = "backwards"
    return replace(high, at_least_m=at_least, wrong=wrong, note=low.note or high.note)


def read_amount(
    tokens: Sequence[Token], i: int, language: Language, units: Mapping[str, float] = UNITS
) -> Amount | None:
    """Read "300 m", "meio quilômetro", "one and a half miles" or a bare number; None where there is none."""
    fraction = _fraction(tokens, i) or _one(tokens, i, units)
    number = fraction or read_number(tokens, i, language)
    if number is None:
        return None
    factor, end = _unit(tokens, number.end, units)
    if factor is None:
        # "a" and "um" before anything but a unit are articles, not numbers
        if fraction is not None or (number.end == i + 1 and tokens[i].key in _ARTICLES):
            return None
        return Amount(
            number.value, number.end, unit=False, wrong=number.wrong or _wrong(number.value), note=number.note
        )
    value = number.value
    if _keys(tokens, end, 2) in (("e", "meio"), ("e", "meia")):
        value, end = value + 0.5, end + 2
    elif _keys(tokens, end, 3) == ("and", "a", "half"):
        value, end = value + 0.5, end + 3
    metres = value * factor
    return Amount(metres, end, wrong=number.wrong or _wrong(metres), note=number.note, factor=factor)


def read_number(tokens: Sequence[Token], i: int, language: Language) -> Number | None:
    """Read digits or number words; in Portuguese 1.500 is a thousand and more, in English 1,500 is."""
    if i >= len(tokens):
        return None
    if tokens[i].kind != "number":
        return _number_words(tokens, i, language)
    number = replace(_digits(tokens[i].text, language), end=i + 1)
    scale = _SCALES[language].get(tokens[i + 1].key) if i + 1 < len(tokens) else None
    if scale is not None:
        return replace(number, value=number.value * scale, end=i + 2)
    if _keys(tokens, i + 1, 3) == ("and", "a", "half"):
        return replace(number, value=number.value + 0.5, end=i + 4)
    return number


def _digits(written: str, language: Language) -> Number:
    text = "".join(written.replace("−", "-").split())
    negative, text = text.startswith("-"), text.lstrip("-")
    extra = _FRACTIONS.get(text[-1:], 0.0)
    if extra:
        text = text[:-1] or "0"
    signs = {c for c in text if c in ".,"}
    wrong: Wrong | None = None
    note: NumberNote | None = None
    thousands = "." if language == "pt" else ","
    if len(signs) == 2:
        last = max(text.rfind("."), text.rfind(","))
        whole, decimals = text[:last], text[last + 1 :]
        if not _GROUPED.fullmatch(whole) or text[last] in whole:
            wrong = "malformed"
        text = whole.replace(".", "").replace(",", "") + "." + decimals
    elif signs:
        sign = signs.pop()
        grouped = _GROUPED.fullmatch(text) is not None and not text.startswith("0")
        if text.count(sign) > 1:
            wrong = None if grouped else "malformed"
            text = text.replace(sign, "")
        elif grouped and sign == thousands:
            text, note = text.replace(sign, ""), "thousands"
        else:
            note = "decimals" if grouped else None
            text = text.replace(",", ".")
    try:
        value = float(text) + extra
    except ValueError:
        return Number(math.nan, 0, "malformed")
    if negative:
        return Number(-value, 0, "negative")
    return Number(value, 0, wrong, note)


def _number_words(tokens: Sequence[Token], i: int, language: Language) -> Number | None:
    """Add up number words: "mil e duzentos", "two thousand five hundred"."""
    ones, scales, total, current, j, last = _ONES[language], _SCALES[language], 0.0, 0.0, i, i
    while j < len(tokens):
        key = tokens[j].key
        if key in ones:
            # "cinco dez" are two numbers: each word must be smaller than the one before
            if current and current % _magnitude(ones[key]) != 0:
                break
            current += ones[key]
        elif key in scales:
            if scales[key] == 100:
                current = (current or 1) * 100
            else:
                total, current = total + (current or 1) * scales[key], 0.0
        elif j == i and key in _ARTICLES and _next_in(tokens, j + 1, scales):
            pass
        elif (
            j > i
            and key == _AND[language]
            and (_next_in(tokens, j + 1, ones) or _next_in(tokens, j + 1, scales))
        ):
            j += 1
            continue
        else:
            break
        j += 1
        last = j
    if last == i:
        return None
    value = total + current
    if _keys(tokens, last, 3) == ("and", "a", "half"):
        return Number(value + 0.5, last + 3)
    return Number(value, last)


def _fraction(tokens: Sequence[Token], i: int) -> Number | None:
    """Read "meio", "half a", "a quarter of a", "1/2": only the part before the unit."""
    if _keys(tokens, i, 2) in _QUARTERS:
        return Number(0.75, i + (4 if _keys(tokens, i + 2, 2) in (("of", "a"), ("de", "um")) else 3))
    skip = 1 if _keys(tokens, i, 1)[:1] and tokens[i].key in _ARTICLES else 0
    keys = _keys(tokens, i + skip, 1)
    if keys and keys[0] in _HALVES:
        end = i + skip + 1
        if _keys(tokens, end, 1) in (("of",), ("de",)):
            end += 1
        if end < len(tokens) and tokens[end].key in _ARTICLES:
            end += 1
        return Number(_HALVES[keys[0]], end)
    keys = _keys(tokens, i, 3)
    if (
        len(keys) == 3
        and keys[1] in ("/", "⁄")
        and keys[0].isdecimal()
        and keys[2].isdecimal()
        and int(keys[2])
    ):
        end = i + 3
        if _keys(tokens, end, 2) in (("of", "a"), ("de", "um")):
            end += 2
        elif end < len(tokens) and tokens[end].key in ("of", "de"):
            end += 1
        return Number(int(keys[0]) / int(keys[2]), end)
    return None


def _one(tokens: Sequence[Token], i: int, units: Mapping[str, float]) -> Number | None:
    """Read the "a" of "a mile"; abbreviations ("a m") are no such thing, nor is "a metro station"."""
    if _keys(tokens, i, 1) not in (("a",), ("an",)) or i + 1 == len(tokens):
        return None
    unit = tokens[i + 1].key
    return Number(1.0, i + 1) if unit in units and len(unit) > 3 and unit != "metro" else None


def _unit(tokens: Sequence[Token], i: int, units: Mapping[str, float]) -> tuple[float | None, int]:
    """Return the metres of the unit at i (None: there is none) and the index after it."""
    if i < len(tokens) and tokens[i].text.casefold() != EH:
        key, skip = tokens[i].key, 1
        # "300-metre" keeps its hyphen between a digit and a letter
        if key in ("-", "‑") and i + 1 < len(tokens):
            key, skip = tokens[i + 1].key, 2
        if key in units:
            # "10 km²" or "m2" is an area
            return units[key], i + skip
    return None, i


def _wrong(metres: float) -> Wrong | None:
    if metres == 0:
        return "zero"
    if metres < 0:
        return "negative"
    return None if metres <= HALF_EARTH_M else "too_far"


def _magnitude(value: int) -> int:
    return 100 if value < 100 and value >= 10 else 10 if value < 10 else 1000


def _keys(tokens: Sequence[Token], i: int, count: int) -> tuple[str, ...]:
    return tuple(token.key for token in tokens[i : i + count])


def _next_in(tokens: Sequence[Token], i: int, words: dict[str, int]) -> bool:
    return i < len(tokens) and tokens[i].key in words
