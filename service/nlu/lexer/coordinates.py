"""Coordinates as people write them: "60.17, 24.94", "8,06° S, 34,87° O", "60°10'N 24°56'E", "lat 60 lon 25".

PATTERN finds them in a question, read_coordinates reads them.
"""

import re

from queries.geometry.position import Position

_NUMBER = r"\d{1,3}(?:[.,]\d{1,12})?"
_SIXTIETHS = r"\d{1,2}(?:[.,]\d{1,12})?"
# degrees, minutes and seconds
_ANGLE = rf"{_NUMBER}\s?(?:[°º]\s?(?:{_SIXTIETHS}\s?['’′]\s?(?:{_SIXTIETHS}\s?(?:[\"”″]|''|’’|′′)\s?)?)?)?"
_DEGREES = rf"{_NUMBER}\s?[°º]\s?(?:{_SIXTIETHS}\s?['’′]\s?(?:{_SIXTIETHS}\s?(?:[\"”″]|''|’’|′′)\s?)?)?"
_SIGNED = r"[-+−]?\d{1,3}(?:\.\d{1,12})?"
# O is oeste, west in Portuguese, and L leste
_AFTER = rf"{_ANGLE}[NSEWLO]"
_BEFORE = rf"[NSEWLO]\s?{_DEGREES}"
_PARTED = r"\s?[,;/]?\s?"

# every alternative is bounded, so that reading stays linear in the text
PATTERN = rf"""
      (?<![\w.,]) \(?\s? [-+−]?\d{{1,3}}\.\d{{1,12}} \s?[,;]\s? [-+−]?\d{{1,3}}\.\d{{1,12}} \s?\)?
        (?! [\d.,]* \s? (?:km|m|mi|ft|metros?|metres?|meters?|miles?|milhas?|quil|kilom)\b ) (?!\w)
    | (?<![\w.,]) [-+−]?\d{{1,3}},\d{{1,12}} \s?;\s? [-+−]?\d{{1,3}},\d{{1,12}} (?!\w)
    | (?<![\w.,]) {_AFTER}{_PARTED}{_AFTER} (?!\w)
    | (?<!\w) {_BEFORE}{_PARTED}{_BEFORE} (?![\w°º])
    | (?<![\w.,]) [-+−]?{_DEGREES}{_PARTED}[-+−]?{_DEGREES} (?![\w'’′])
    | (?<!\w) [Ll]at(?:itude)?\s?[:=]?\s?{_SIGNED}\s?[,;]?\s?[Ll]on(?:g|gitude)?\s?[:=]?\s?{_SIGNED} (?!\w)
"""
_PART = re.compile(
    rf"([-+−]?)({_NUMBER})\s?(?:[°º]\s?(?:({_SIXTIETHS})\s?['’′]\s?(?:({_SIXTIETHS})\s?(?:[\"”″]|''|’’|′′)\s?)?)?)?"
)
_LETTER = re.compile(r"(?<![a-z])[NSEWLO](?![a-z])")
_SIGN = {"N": 1, "S": -1, "E": 1, "L": 1, "W": -1, "O": -1}
_WORDS = re.compile(r"[A-Za-z]{3,}\s?[:=]?")
_FINE = 7


def read_coordinates(text: str) -> Position:
    """Return the position that coordinates stand for; raises ValueError where they stand for none.

    Latitude comes first, save where letters say otherwise. Minutes and seconds are told to 1 cm.
    """
    plain = _WORDS.sub(" ", text.strip("() "))
    letters = _LETTER.findall(plain)
    plain = _LETTER.sub(" ", plain)
    # a comma parts the two where there are decimal points
    plain = plain.replace(",", " ") if "." in plain and ";" not in plain else plain
    degrees = [_degrees(match) for match in _PART.finditer(plain)]
    if len(degrees) != 2 or len(letters) not in (0, 2):
        raise ValueError(f"{text!r} is no pair of coordinates")
    sides = letters or ["N", "E"]
    first, second = (_SIGN[side] * value + 0.0 for side, value in zip(sides, degrees, strict=True))
    axes = [side in "NS" for side in sides]
    if axes[0] == axes[1]:
        raise ValueError(f"{text!r} says one axis twice")
    return Position(first, second) if axes[0] else Position(second, first)


def _degrees(part: "re.Match[str]") -> float:
    sign, degrees, minutes, seconds = part.groups()
    sixtieths = [float((text or "0").replace(",", ".")) for text in (minutes, seconds)]
    if any(value >= 60 for value in sixtieths):
        raise ValueError(f"{part[0]!r} has 60 minutes or seconds")
    value = float(degrees.replace(",", "."))
    if minutes:
        value = round(value + sixtieths[0] / 60 + sixtieths[1] / 3600, _FINE)
    return -value if sign in ("-", "−") else value
