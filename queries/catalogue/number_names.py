"""Numbers in names: "Nove de Abril", "9 de Abril" and "IX de Abril" are one name, "24 de Maio" another."""

import re
from collections.abc import Sequence

_ONES = {
    "um": 1, "uma": 1, "dois": 2, "duas": 2, "tres": 3, "quatro": 4, "cinco": 5, "seis": 6, "sete": 7,
    "oito": 8, "nove": 9, "dez": 10, "onze": 11, "doze": 12, "treze": 13, "quatorze": 14, "catorze": 14,
    "quinze": 15, "dezesseis": 16, "dezasseis": 16, "dezessete": 17, "dezassete": 17, "dezoito": 18,
    "dezenove": 19, "dezanove": 19, "vinte": 20, "trinta": 30, "quarenta": 40, "cinquenta": 50,
    "sessenta": 60, "setenta": 70, "oitenta": 80, "noventa": 90, "cem": 100, "cento": 100, "duzentos": 200,
    "trezentos": 300, "quatrocentos": 400, "quinhentos": 500, "seiscentos": 600, "setecentos": 700,
    "oitocentos": 800, "novecentos": 900,
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_SCALES = {"mil": 1000, "hundred": 100, "thousand": 1000}
_ORDINALS_PT = {
    "primeir": 1, "segund": 2, "terceir": 3, "quart": 4, "quint": 5, "sext": 6, "setim": 7, "oitav": 8,
    "non": 9, "decim": 10, "vigesim": 20, "trigesim": 30,
}  # fmt: skip
_ORDINALS = {stem + ending: n for stem, n in _ORDINALS_PT.items() for ending in "oa"} | {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14,
    "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20,
    "thirtieth": 30, "fortieth": 40, "fiftieth": 50, "sixtieth": 60, "seventieth": 70, "eightieth": 80,
    "ninetieth": 90, "hundredth": 100,
}  # fmt: skip
# a "quinta" is a farm and a "quarto" a room: an ordinal is a number where these stand beside it, or a king
MONTHS = frozenset(
    ("janeiro", "fevereiro", "marco", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro")
) | {"novembro", "dezembro", "january", "february", "march", "april", "may", "june", "july", "august"}
MONTHS |= {"september", "october", "november", "december"}
_WAYS = frozenset(
    (
        "rua",
        "avenida",
        "travessa",
        "praca",
        "largo",
        "estrada",
        "alameda",
        "beco",
        "viela",
        "ladeira",
        "praia",
    )
) | {
    "street",
    "avenue",
    "road",
    "lane",
    "square",
    "drive",
    "place",
    "court",
    "boulevard",
    "beach",
    "transversal",
}
_ROYAL = frozenset(
    ("joao", "pedro", "afonso", "manuel", "manoel", "jose", "carlos", "luis", "luiz", "filipe", "henrique")
) | {"fernando", "sebastiao", "dinis", "diniz", "sancho", "duarte", "maria", "pio", "leao", "bento", "paulo"}
_ROYAL |= {"clemente", "gregorio", "inocencio", "urbano", "alexandre", "nicolau", "julio", "isabel", "jorge"}
_ROYAL |= {
    "eduardo",
    "guilherme",
    "jaime",
    "luiza",
    "napoleao",
    "frederico",
    "catarina",
    "alberto",
    "leopoldo",
}
_ROYAL |= {
    "humberto",
    "vitor",
    "victor",
    "emanuel",
    "teodosio",
    "ramiro",
    "ordonho",
    "garcia",
    "john",
    "peter",
}
_ROYAL |= {"elizabeth", "george", "edward", "henry", "william", "charles", "james", "philip", "louis", "pius"}
_ROYAL |= {"leo", "paul", "benedict", "napoleon", "frederick", "catherine", "albert", "leopold", "richard"}
_ROYAL |= {"mary", "anne", "gustav", "christian", "nicholas", "alexander", "alfonso", "juan", "felipe"}
_ROMAN = re.compile(r"(x{0,3})(ix|iv|v?i{0,3})")
_ROMAN_ONES = {"": 0, "i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9}
_SUFFIXED = re.compile(r"(\d{1,4})(?:st|nd|rd|th|o)")
# "1ª", "2.º", "3°": the sign goes before letters are told apart from it ("1a" may be house 1, door a)
ORDINAL_SIGN = re.compile(r"(\d)\s?\.?\s?[ºª°]")
_AND = frozenset(("e", "and"))


def number_end(words: Sequence[str], i: int) -> int | None:
    """Return the index after the number at a folded word: digits, words, Roman numerals; None without one.

    >>> number_end("rua vinte e quatro de maio".split(), 1)
    4
    """
    if i >= len(words):
        return None
    if words[i].isdecimal():
        return i + 1
    found = _ordinal(words, i) or _cardinal(words, i) or _numeral(words, i)
    return None if found is None else found[1]


def is_ordinal(word: str) -> bool:
    """Whether a folded word is an ordinal number: "fifth", "quinta"."""
    return word in _ORDINALS


def joins_numbers(one: str, link: str, other: str) -> bool:
    """Whether a folded link stands within a number: "vinte e quatro".

    >>> joins_numbers("vinte", "e", "quatro"), joins_numbers("flores", "e", "quatro")
    (True, False)
    """
    return link in _AND and one in _ONES and other in _ONES and _joins(_ONES[one], _ONES[other])


def write_numbers(words: Sequence[str]) -> list[str]:
    """Return the folded words of a name with its numbers in digits: words, ordinals, Roman numerals.

    The first word of a name is no number "um", "a" or "one", and a single letter is a number only after the
    name of a king or pope ("João V"), never where it may be a letter ("Rua V", "Bloco C").

    >>> write_numbers("rua vinte e quatro de maio".split())
    ['rua', '24', 'de', 'maio']
    >>> write_numbers("praca joao xxiii".split())
    ['praca', 'joao', '23']
    """
    if len(words) < 2:
        return list(words)
    written: list[str] = []
    i = 0
    while i < len(words):
        number, end = _ordinal(words, i) or _cardinal(words, i) or _numeral(words, i) or (None, i + 1)
        written.append(words[i] if number is None else str(number))
        i = end
    return written


def _cardinal(words: Sequence[str], i: int) -> tuple[int, int] | None:
    """Read "vinte e quatro", "cento e vinte", "two hundred and five"; the number and the index after it."""
    if i == 0 and _ONES.get(words[0]) == 1:
        return None
    total, current, end, j = 0, 0, i, i
    while j < len(words):
        word = words[j]
        if word in _ONES and (not current or _joins(current, _ONES[word])):
            current += _ONES[word]
        elif word in _SCALES and (current or _SCALES[word] == 1000) and not total and j + 1 - i < 5:
            scaled = (current or 1) * _SCALES[word]
            total, current = (scaled, 0) if _SCALES[word] == 1000 else (0, scaled)
        elif word in _AND and j > i and _goes_on(words, j + 1, current):
            j += 1
            continue
        else:
            break
        j += 1
        end = j
    return (total + current, end) if end > i else None


def _joins(current: int, more: int) -> bool:
    """Whether a smaller number goes on with the one before: "vinte" "quatro", never "dois" "tres"."""
    return (current % 100 == 0 and more < 100) or (current % 10 == 0 and current % 100 > 10 and more < 10)


def _goes_on(words: Sequence[str], j: int, current: int) -> bool:
    after = _ONES.get(words[j]) if j < len(words) else None
    return after is not None and (not current or _joins(current, after))


def _ordinal(words: Sequence[str], i: int) -> tuple[int, int] | None:
    """Read "primeiro (de maio)", "fifth (avenue)", "5th", "1o", "twenty-first (street)", "(joao) segundo"."""
    if found := _SUFFIXED.fullmatch(words[i]):
        return int(found[1]), i + 1
    end, number = i + 1, _ORDINALS.get(words[i])
    tens = _ONES.get(words[i], _ORDINALS.get(words[i], 0))
    if tens >= 10 and tens % 10 == 0 and i + 1 < len(words) and _ORDINALS.get(words[i + 1], 10) < 10:
        number, end = tens + _ORDINALS[words[i + 1]], i + 2
    if number is None:
        return None
    after = [word for word in words[end : end + 2] if word not in ("de", "of")][:1]
    before = words[i - 1] if i else ""
    beside = (bool(after) and after[0] in MONTHS | _WAYS) or (end == len(words) and before in _WAYS)
    return (number, end) if beside or before in _ROYAL else None


def _numeral(words: Sequence[str], i: int) -> tuple[int, int] | None:
    """Read "XXIII", "05" and digits of other writing."""
    word = words[i]
    if word.isdecimal():
        # "05" is five, "007" a name
        plain = len(word) == 2 or not word.isascii()
        return (int(word), i + 1) if plain and word != "00" else None
    found = _ROMAN.fullmatch(word)
    if found is None or not word or (len(word) == 1 and (i == 0 or words[i - 1] not in _ROYAL)):
        return None
    return 10 * len(found[1]) + _ROMAN_ONES[found[2]], i + 1
