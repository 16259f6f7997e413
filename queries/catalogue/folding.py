"""Names compared as people compare them: without case, accents, abbreviations, or doubled spaces."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable

from queries.catalogue.number_names import ORDINAL_SIGN, write_numbers

# letters that do not come apart into a letter and its accent
_LETTERS = str.maketrans(
    {"ħ": "h", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
_APOSTROPHES = re.compile("['’‘`´ʼ′＇]")
_SIGNS = re.compile(r"[^\w]+|_+")
_ARTICLES = frozenset(("o", "a", "os", "as", "the"))
_LINKS = frozenset(("de", "da", "do", "dos", "das", "of", "the", "and", "e"))
_SAINTS = frozenset(("s", "sao", "santo", "santa", "sto", "sta", "st", "saint", "san"))
# what a street or a place is, before its name in Portuguese, behind it in English
_FIRST = {
    "r": "rua", "av": "avenida", "ave": "avenida", "avd": "avenida", "avda": "avenida", "tv": "travessa",
    "trav": "travessa", "pca": "praca", "pc": "praca", "lg": "largo", "lgo": "largo", "estr": "estrada",
    "est": "estrada", "rod": "rodovia", "al": "alameda", "cc": "calcada", "calc": "calcada", "pq": "parque",
    "pque": "parque", "parq": "parque", "jd": "jardim", "jdim": "jardim", "lad": "ladeira", "bc": "beco",
    "qta": "quinta", "hosp": "hospital",
}  # fmt: skip
_LAST = {
    "st": "street", "str": "street", "rd": "road", "av": "avenue", "ave": "avenue", "sq": "square",
    "ln": "lane", "dr": "drive", "blvd": "boulevard", "pl": "place", "ct": "court", "hwy": "highway",
}  # fmt: skip
_TITLES = {
    "dr": "doutor", "doctor": "doutor", "dra": "doutora", "eng": "engenheiro", "engo": "engenheiro",
    "prof": "professor", "profa": "professora", "cel": "coronel", "cap": "capitao", "gen": "general",
    "gal": "general", "alm": "almirante", "cdte": "comandante", "cmte": "comandante", "mal": "marechal",
    "sen": "senador", "gov": "governador", "pres": "presidente", "pe": "padre", "pde": "padre", "d": "dom",
    "dona": "dom", "visc": "visconde", "cons": "conselheiro", "des": "desembargador", "dep": "deputado",
    "ten": "tenente", "sgt": "sargento", "maj": "major", "mte": "monte", "sra": "senhora", "sr": "senhor",
    "mt": "mount",
}  # fmt: skip
# an index holds no longer terms than some thousand bytes, and nobody types longer names
_LONGEST = 200
_BEGINNING = 180


def fold(text: str) -> str:
    """Return text in lower case without accents, runs of white space as one space.

    >>> fold("  Praça da  REPÚBLICA ")
    'praca da republica'
    """
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in decomposed if not unicodedata.combining(c)).split())


def bounded(text: str) -> str:
    """Return a text of up to 200 characters as it is, a longer one as its beginning and a digest of it.

    So an index takes it, and texts are equal where they were.
    """
    if len(text) <= _LONGEST:
        return text
    digest = hashlib.sha256(text.encode(errors="backslashreplace")).hexdigest()[:16]
    return f"{text[:_BEGINNING]} {digest}"


def name_key(name: str) -> str:
    """Return what a name is found by in the graph: in lower case without accents, bounded."""
    return bounded(fold(name))


def forgive(text: str) -> str:
    """Return the form in which ways to write one name are equal; of signs alone, the text folded.

    Apostrophes, hyphens and other signs, articles and links ("de", "of"), saints ("S.", "Sto.", "Saint"),
    kinds of street ("R.", "Av.") and titles ("Dr.", "Eng.") written short do not matter, nor whether numbers
    are written in digits, words or Roman numerals.

    >>> forgive("R. de Sta. Catarina") == forgive("Rua Santa Catarina")
    True
    >>> forgive("Rua Nove de Abril") == forgive("R. 9 de Abril")
    True
    """
    words = _write_out(_split(text))
    ends = (0, len(words) - 1)
    kept = _our_lady([word for i, word in enumerate(words) if word not in _LINKS or i in ends])
    return bounded(" ".join(kept) or fold(text))


def same_letters(one: str, other: str) -> bool:
    """Say whether two names are one, small words included; how kinds, titles and numbers are written is not.

    >>> same_letters("st julians", "St. Julian's"), same_letters("Rua das Hora", "Rua da Hora")
    (True, False)
    >>> same_letters("R. 9 de Abril", "Rua Nove de Abril"), same_letters("perto", "A Perto")
    (True, True)
    """
    return _letters(one) == _letters(other)


def name_keys(names: Iterable[str]) -> list[str]:
    """Return what an index finds the names of a place by: their forgiven forms, sorted, each once."""
    return sorted({forgive(name) for name in names} - {""})


def _split(text: str) -> list[str]:
    """Return the words of a name without case, accents and signs."""
    plain = fold(_APOSTROPHES.sub("", ORDINAL_SIGN.sub(r"\1o ", text)))
    return _SIGNS.sub(" ", plain.translate(_LETTERS)).split()


def _letters(text: str) -> str:
    return "".join(_our_lady(_write_out(_split(text)))) or fold(text)


def _write_out(words: list[str]) -> list[str]:
    """Write kinds of street, titles and saints in one way and numbers in digits; leave an article before."""
    if len(words) < 2:
        return words
    last = len(words) - 1
    if words[0] in _ARTICLES:
        words, last = words[1:], last - 1
    long = []
    for i, word in enumerate(words):
        if i == 0 and last and word in _FIRST:
            long.append(_FIRST[word])
        elif i == last and i and word in _LAST:
            long.append(_LAST[word])
        elif word in _SAINTS:
            long.append("s")
        elif i < last and word in _TITLES:
            long.append(_TITLES[word])
        else:
            long.append(word)
    return write_numbers(long)


def _our_lady(words: list[str]) -> list[str]:
    """Write "n senhora", "na senhora" (of "Nª Srª") and "n s" in full."""
    for i in range(len(words) - 1):
        if (words[i] in ("n", "na") and words[i + 1] == "senhora") or words[i : i + 2] == ["n", "s"]:
            words[i : i + 2] = ["nossa", "senhora"]
    return words
