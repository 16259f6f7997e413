"""Addresses as people and maps write them: a street, a house number, and where it is; pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from queries.catalogue.folding import bounded, fold, forgive

# "nº 120", "n.º 120", "number 120", "no. 12", "# 12"
MARK = r"(?:n\.?\s?[ºo°](?!\w)\.?|n[ºo°]\.?(?=\d)|n\.|n[uú]m(?:ero\b|\.)|number\b|nr\b\.?|№|\#)"
# "120", "120A", "120 A", "120 bis", "120-122", "120-A", "12/3"; "s/n" is "without a number"
_LETTER = r"(?:bis|ter|quater|[A-Za-z])"
NUMBER = rf"(?:\d{{1,5}}(?:\s?[-–/]\s?(?:\d{{1,5}}|{_LETTER}))?(?:\s?{_LETTER})?|[sS]\s?/\s?[nN])(?!\w)"
_NUMBER = re.compile(rf"(?:{MARK}\s*)?({NUMBER})", re.IGNORECASE)
_TRAILING = re.compile(rf"(.*?\S)\s+(?:{MARK}\s*)?({NUMBER})", re.IGNORECASE)
_LEADING = re.compile(rf"(?:{MARK}\s*)?({NUMBER})\s+(?:d[aeo]s?\s+|of\s+(?:the\s+)?)?(\S.*)", re.IGNORECASE)
_RANGE = re.compile(r"(\d{1,5})([a-z]?)-(\d{0,5})([a-z]?)")
# a range of more houses is none
_MOST = 100
_WITHOUT = re.compile(r"s ?/ ?n\W?o?|sn|sem numero|no number")
_LIST = re.compile(r"[;,]")
NO_NUMBER = "s/n"


@dataclass(frozen=True, slots=True)
class AddressName:
    """What an address says: the street (or place), the house number as written, and where that is."""

    street: str
    number: str
    where: tuple[str, ...] = ()


def split_address(text: str) -> list[AddressName]:
    """Return how a name can be read as an address, the likeliest first; empty where it has no number.

    >>> split_address("Rua das Flores, nº 120, Recife")
    [AddressName(street='Rua das Flores', number='120', where=('Recife',))]
    >>> split_address("12, Tower Road, Sliema")
    [AddressName(street='Tower Road', number='12', where=('Sliema',))]
    """
    parts = [part.strip() for part in text.split(",") if part.strip()]
    return list(_split(parts)) if parts else []


def _split(parts: list[str]) -> Iterator[AddressName]:
    for i in (1, 0):
        alone = _NUMBER.fullmatch(parts[i]) if i < len(parts) > 1 else None
        if alone is not None and _is_name(parts[1 - i]):
            yield AddressName(parts[1 - i], alone[1], tuple(parts[2:]))
            return
    if (found := _TRAILING.fullmatch(parts[0])) and _is_name(found[1]):
        yield AddressName(found[1].rstrip(" ,"), found[2], tuple(parts[1:]))
    if (found := _LEADING.fullmatch(parts[0])) and _is_name(found[2]):
        yield AddressName(found[2], found[1], tuple(parts[1:]))


def _is_name(text: str) -> bool:
    return any(char.isalpha() for char in text)


def house_key(number: str) -> str:
    """Return the form in which ways to write one house number are equal: "120 A", "120-a" are "120a".

    >>> house_key("nº 012 B"), house_key("118 – 122"), house_key("S/N")
    ('12b', '118-122', 's/n')
    >>> house_key("14 bis"), house_key("14-BIS"), house_key("14Bis")
    ('14bis', '14bis', '14bis')
    """
    text = re.sub(rf"^{MARK}", "", number.strip(), flags=re.IGNORECASE)
    text = re.sub(r"\s*([-–/])\s*", r"\1", fold(text).replace("–", "-"))
    if _WITHOUT.fullmatch(text):
        return NO_NUMBER
    text = re.sub(r"(\d)[\s-](bis|ter|quater|[a-z])\b", r"\1\2", text)
    return bounded(re.sub(r"\b0+(\d)", r"\1", text))


def house_keys(value: str) -> tuple[str, ...]:
    """Return the keys of every house number that a value of addr:housenumber tells.

    "118;120" and "118, 120" are two; "118-122" is 118, 120 and 122 (of one side of the street) besides
    itself, "118-121" all four, "12a-c" three. Without a digit it is a house's name: no number.

    >>> house_keys("118-122; 7")
    ('118-122', '118', '120', '122', '7')
    """
    keys: dict[str, None] = {}
    for part in _LIST.split(value):
        if key := house_key(part):
            keys |= dict.fromkeys((key, *_in_range(key), *_first_of(key)))
    return tuple(key for key in keys if key == NO_NUMBER or any(char.isdigit() for char in key))


def _first_of(key: str) -> tuple[str, ...]:
    """Return the house that "516-1o" (its first floor) and "98/106" (its first and last door) begin with."""
    if found := re.match(r"(\d{1,5}[a-z]?)\s?[-, ]\s?\d{1,3}[oa]\b", key):
        return (found[1],)
    doors = re.fullmatch(r"(\d{1,5})/(\d{1,5})", key)
    return (doors[1], doors[2]) if doors and 0 < int(doors[2]) - int(doors[1]) <= _MOST else ()


def _in_range(key: str) -> tuple[str, ...]:
    found = _RANGE.fullmatch(key)
    if found is None:
        return ()
    low, letter, high, last = int(found[1]), found[2], found[3], found[4]
    if letter and last and (not high or int(high) == low) and letter < last:
        return tuple(f"{low}{chr(code)}" for code in range(ord(letter), ord(last) + 1))
    if letter or last or not high or not 0 < int(high) - low <= 2 * _MOST:
        return ()
    step = 2 if (int(high) - low) % 2 == 0 else 1
    return tuple(str(number) for number in range(low, int(high) + 1, step))


def read_mark(mark: str) -> tuple[int, int, int]:
    """Read "101-199/2": the lowest and the highest house interpolated along a line, and the step.

    >>> read_mark("101-199/2")
    (101, 199, 2)
    """
    ends, _, step = mark.partition("/")
    low, _, high = ends.partition("-")
    return int(low), int(high), int(step)


def address_key(street: str, number: str) -> str:
    """Return what an index finds a house by; `number` is a key of house_keys, `street` as it is written.

    >>> address_key("R. das Flores", "120")
    'rua flores|120'
    """
    return f"{forgive(street)}|{number}"


def number_of(number: str) -> int | None:
    """Return the number that a house number begins with, to tell which are near it.

    >>> number_of("nº 120-A"), number_of("s/n")
    (120, None)
    """
    found = re.search(r"\d{1,9}", number)
    return None if found is None else int(found[0])
