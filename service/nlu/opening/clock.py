"""Times of the day in questions: "22:00", "22h30", "8 da manhã", "10 pm", "meia-noite"."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from queries.catalogue.catalogue import Language
from service.nlu.lexer.numbers import UNITS, read_number
from service.nlu.lexer.tokenizer import Token

NOON, MIDNIGHT = 12 * 60, 24 * 60
_HALF = 30

_NAMED: dict[tuple[str, ...], int] = {
    ("meia", "noite"): MIDNIGHT, ("meio", "dia"): NOON, ("midnight",): MIDNIGHT, ("noon",): NOON,
    ("midday",): NOON,
}  # fmt: skip
_HOURS = frozenset(("h", "hs", "hr", "hrs", "hora", "horas"))
_MINUTES = frozenset(("m", "min", "mins", "minutos"))
_JOINED = re.compile(r"(\d{1,2})h(\d{2})(?:m|min)?")
# what tells the half of the day: whether the afternoon or night may be meant
_HALVES: Mapping[tuple[str, ...], str] = {
    ("am",): "am", ("a", "m"): "am", ("pm",): "pm", ("p", "m"): "pm",
    ("a", ".", "m"): "am", ("p", ".", "m"): "pm", ("a", ".", "m", "."): "am", ("p", ".", "m", "."): "pm",
    ("da", "manha"): "am", ("da", "madrugada"): "am", ("da", "tarde"): "pm", ("da", "noite"): "night",
    ("in", "the", "morning"): "am", ("in", "the", "afternoon"): "pm", ("in", "the", "evening"): "pm",
    ("at", "night"): "night",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Clock:
    """A time in minutes after midnight, and the index after it; midnight is 24:00.

    `doubt`: it may be of the morning or of the evening. `plain`: a bare number, that may be no time at all.
    """

    minutes: int
    end: int
    doubt: bool = False
    plain: bool = False


def read_clock(tokens: Sequence[Token], i: int, language: Language) -> Clock | None:
    """Read the time of the day at token i; None where there is none, as with a distance: "22 m"."""
    for words, minutes in _NAMED.items():
        if _keys(tokens, i, len(words)) == words:
            return Clock(minutes, i + len(words))
    found = _read_digits(tokens, i) or _read_words(tokens, i, language)
    if found is None:
        return None
    hour, minute, end, exact = found
    if _keys(tokens, end, 2) == ("e", "meia"):
        minute, end = minute + _HALF, end + 2
    spoken = _keys(tokens, end, 1) == ("o'clock",)
    end += spoken
    # the longest first: "p.m." ends at its second point
    half = next((w for w in sorted(_HALVES, key=len, reverse=True) if _keys(tokens, end, len(w)) == w), None)
    if half is not None:
        at = _of_half(hour, _HALVES[half])
        return None if at is None or minute > 59 else Clock(at * 60 + minute, end + len(half))
    if minute > 59 or hour * 60 + minute > MIDNIGHT or (not exact and _key(tokens, end) in UNITS):
        return None
    plain = not exact and not spoken
    return Clock(hour * 60 + minute, end, doubt=not exact and 0 < hour <= 12, plain=plain)


def _read_digits(tokens: Sequence[Token], i: int) -> tuple[int, int, int, bool] | None:
    """Return hour, minute, the index after them, and whether it is written as a time."""
    joined = _JOINED.fullmatch(_key(tokens, i))
    if joined is not None:
        return int(joined[1]), int(joined[2]), i + 1, True
    if not _is_number(tokens, i, 2):
        return None
    hour, end = int(tokens[i].text), i + 1
    if _key(tokens, end) == ":" and re.fullmatch(r"\d\d", _key(tokens, end + 1)):
        minute, end = int(tokens[end + 1].text), end + 2
        return hour, minute, end + (_key(tokens, end) in _HOURS), True
    if _key(tokens, end) not in _HOURS:
        return hour, 0, end, False
    end += 1
    if len(_key(tokens, end)) == 2 and _is_number(tokens, end, 2):
        return hour, int(tokens[end].text), end + 1 + (_key(tokens, end + 1) in _MINUTES), True
    return hour, 0, end, True


def _is_number(tokens: Sequence[Token], i: int, most: int) -> bool:
    return i < len(tokens) and re.fullmatch(rf"[0-9]{{1,{most}}}", tokens[i].text) is not None


def _read_words(tokens: Sequence[Token], i: int, language: Language) -> tuple[int, int, int, bool] | None:
    """Read "oito", "ten": an hour in words."""
    if i >= len(tokens) or tokens[i].kind != "word":
        return None
    number = read_number(tokens, i, language)
    if number is None or number.wrong or number.value != int(number.value) or number.value > 24:
        return None
    end = number.end
    exact = _key(tokens, end) in _HOURS
    return int(number.value), 0, end + exact, exact


def _of_half(hour: int, half: str) -> int | None:
    """Return the hour of the day of "8 pm", None where there is none such: "15 am"."""
    if half == "am":
        # "12 am" is midnight
        return None if hour > 12 else 24 if hour == 12 else hour
    if hour > 12:
        return hour if half == "night" and 18 <= hour <= 24 else hour if half == "pm" and hour < 24 else None
    if half == "night" and 1 <= hour <= 4:
        return None
    return (24 if half == "night" else 12) if hour == 12 else hour + 12


def _keys(tokens: Sequence[Token], i: int, count: int) -> tuple[str, ...]:
    return tuple(token.key for token in tokens[i : i + count])


def _key(tokens: Sequence[Token], i: int) -> str:
    return tokens[i].key if i < len(tokens) else ""
