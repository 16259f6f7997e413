"""Names of places in a question: runs of words with a capital, such as "Parque da Cidade"."""

import re
from collections.abc import Sequence

from queries.catalogue.catalogue import Language
from queries.catalogue.number_names import joins_numbers
from service.language.tag_forms import Filter
from service.nlu.lexer.lexicon import Dictionary, Named
from service.nlu.lexer.numbers import read_amount
from service.nlu.lexer.tokenizer import Token
from service.nlu.lexer.vocabulary import Role

_LINKS = frozenset(
    ("de", "da", "do", "dos", "das", "d", "of", "&", "von", "van", "di", "del", "della", "la", "le", "du")
)
# in Maltese names, after a street also those that are English words: "Triq it-Torri"
_MALTESE = frozenset(
    ("il", "ir", "iz", "ix", "id", "ic", "tal", "tas", "tar", "tat", "taz", "tax", "ta", "l")
)
_MALTESE_STREETS = frozenset(("triq", "misrah", "sqaq", "pjazza", "vjal", "wied", "bieb", "dar", "xatt"))
# Maltese and Arabic articles, alone and after "ta'": a hyphen joins them to the name
_HYPHENED = _MALTESE | {"is", "it", "in", "im", "ic", "s", "t", "d", "n", "r", "z", "x", "tad", "tan"}
_HYPHENED |= {"al", "el", "ar", "as", "at", "ad", "an", "az", "ash"}
_ARTICLES = frozenset(("o", "a", "os", "as", "the"))
# roles that a capital does not turn into a part of a name
_GRAMMAR = frozenset(
    (
        "cop",
        "exists",
        "have",
        "with",
        "where",
        "that",
        "wh",
        "wh_or_that",
        "count",
        "and",
        "or",
        "of",
        "to",
        "in",
    )
) | {"near", "bound", "bound_strict", "bound_about", "radius", "between", "filler", "territory", "each_other"}
_GRAMMAR |= {"not", "no", "neither", "nor", "without", "but", "far", "nearest", "outside", "for", "or_more"}
_GRAMMAR |= {"bound_over", "bound_least"}
_KNOWN = frozenset(("filter", "word"))
# "ATMs", "an ATM" are kinds of place, "IKEA" is a name
_ACRONYM = re.compile(r"[A-Z]{2,6}")
_ACRONYMS = re.compile(r"[A-Z]{2,6}s")
_INDEFINITE = frozenset(("a", "an", "um", "uma", "any"))
_LONGEST_NAME = 12
_HYPHENS = "-‐‑"


# "São Bento" is a saint, not the verb
_SAINTS = frozenset(("São", "Sao"))


def is_grammar(role: Role | None) -> bool:
    """Whether a phrase joins the parts of a question, so that a capital makes it no name."""
    return role is not None and role.kind in _GRAMMAR


def find_name(tokens: Sequence[Token], i: int, dictionary: Dictionary) -> int | None:
    """Return the index after the name that begins at i; None where the capitals there make no name.

    A name has a word that perto does not know, or joins what it knows ("Parque das Fontes"):
    a name beats a service, "Parks" alone is a service, "Italian Restaurants" too.
    """
    if not _can_start(tokens, i, dictionary):
        return None
    end = _run_end(tokens, i, dictionary)
    unknown, services, linked = _account(tokens, i, end, dictionary)
    if unknown or services > 1 or (services and linked) or _has_odd_tag(tokens, i, end, dictionary):
        return end
    return None


def _has_odd_tag(tokens: Sequence[Token], i: int, end: int, dictionary: Dictionary) -> bool:
    """Whether this is one place called by a word that no such place is tagged with: "British Museum"."""
    run = tokens[:end]
    kind, j = dictionary.service(run, i), i
    if kind is not None:
        # "Hospital Português"
        j = kind[1]
    role = dictionary.role(run, j) if j < end else None
    if role is None or role[0].filter is None:
        return False
    if kind is None:
        kind = dictionary.service(run, role[1])
    ends = kind is not None and max(kind[1], role[1]) == end
    return ends and kind is not None and _is_one_without(kind[0], role[0].filter)


def _is_one_without(named: Named, filter_: Filter) -> bool:
    return named.number == "one" and not filter_.tells(named.services)


def end_after_article(text: str, tokens: Sequence[Token], i: int, dictionary: Dictionary) -> int | None:
    """Return the index after a name that begins with a small article and a hyphen: "is-Swieqi"; else None."""
    after = tokens[i + 1 : i + 3]
    if tokens[i].key == "ta" and len(after) == 2 and after[0].key in ("'", "’") and after[1].capital:
        # "ta' Qali"
        return _run_end(tokens, i + 2, dictionary)
    if not after or tokens[i].key not in _HYPHENED or after[0].kind != "word":
        return None
    joined = text[tokens[i].end : tokens[i + 1].start]
    if len(joined) != 1 or joined not in _HYPHENS:
        return None
    known = dictionary.role(tokens, i + 1) is not None or dictionary.service(tokens, i + 1) is not None
    if not tokens[i + 1].capital and known:
        return None
    return _run_end(tokens, i + 1, dictionary) if tokens[i + 1].capital else i + 2


def _can_start(tokens: Sequence[Token], i: int, dictionary: Dictionary) -> bool:
    if tokens[i].key in _ARTICLES:
        return i + 1 < len(tokens) and tokens[i + 1].capital and dictionary.service(tokens, i + 1) is None
    if (_ACRONYM.fullmatch(tokens[i].text) and tokens[i - 1].key in _INDEFINITE) or _ACRONYMS.fullmatch(
        tokens[i].text
    ):
        return False
    if is_saint(tokens, i):
        return True
    role = dictionary.role(tokens, i)
    return role is None or (role[0].kind not in _GRAMMAR and role[0].theme != "infinite")


def _run_end(tokens: Sequence[Token], i: int, dictionary: Dictionary) -> int:
    """Go on while words have capitals, over links, numbers that are no distance, and abbreviation points."""
    j = i + 1
    while j < len(tokens) and j - i < _LONGEST_NAME:
        token = tokens[j]
        if token.capital and (is_saint(tokens, j) or not is_grammar(dictionary.phrases.get((token.key,)))):
            j += 1
        elif token.key in _LINKS and _link_end(tokens, j) is not None:
            j = _link_end(tokens, j) or j + 1
        elif _is_maltese_article(tokens, j):
            j += 2
        elif j + 1 < len(tokens) and joins_numbers(tokens[j - 1].key, token.key, tokens[j + 1].key):
            # "Rua Vinte e Quatro de Maio"
            j += 2
        elif (token.kind == "number" and not _is_distance(tokens, j, dictionary.language)) or (
            token.key == "."
            and len(tokens[j - 1].text) <= 3
            and j + 1 < len(tokens)
            and tokens[j + 1].capital
        ):
            j += 1
        elif (
            token.key in ("'", "’")
            and tokens[j - 1].capital
            and any(t.capital for t in tokens[j + 1 : j + 2])
        ):
            # "Ta' Qali"
            j += 1
        else:
            break
    return j


def _is_maltese_article(tokens: Sequence[Token], j: int) -> bool:
    """Whether a Maltese article stands here between two words with capitals: "Triq ir-Repubblika"."""
    if j + 1 >= len(tokens) or not tokens[j + 1].capital or tokens[j + 1].start - tokens[j].end != 1:
        return False
    after_street = tokens[j - 1].key in _MALTESE_STREETS and tokens[j].key in ("is", "it", "in", "s")
    return tokens[j].key in _MALTESE or after_street


def is_saint(tokens: Sequence[Token], i: int) -> bool:
    """Whether a name goes on here with "São", which small would be "are"."""
    return tokens[i].text in _SAINTS and i + 1 < len(tokens) and tokens[i + 1].capital


def _link_end(tokens: Sequence[Token], j: int) -> int | None:
    """Return the index of the word with a capital (or number) that a link at j leads to."""
    for k in (j + 1, j + 2):
        if k >= len(tokens):
            return None
        if tokens[k].capital or tokens[k].kind == "number":
            return k
        if tokens[k].key not in _LINKS | _ARTICLES:
            return None
    return None


def _is_distance(tokens: Sequence[Token], j: int, language: Language) -> bool:
    amount = read_amount(tokens, j, language)
    return amount is not None and amount.unit


def _account(tokens: Sequence[Token], i: int, end: int, dictionary: Dictionary) -> tuple[int, int, bool]:
    """Count the unknown words and the services of a run, and say whether a link joins its parts."""
    unknown, services, linked, j = 0, 0, False, i
    run = tokens[:end]
    while j < end:
        service = dictionary.service(run, j)
        role = dictionary.role(run, j)
        if service is not None:
            services, j = services + 1, service[1]
        elif role is not None and role[0].kind in _KNOWN:
            j = role[1]
        elif tokens[j].key in _LINKS:
            linked, j = True, j + 1
        elif role is not None and role[0].kind == "street" and end - i > 1:
            # "Old Theatre Street"
            unknown, j = unknown + 1, role[1]
        elif role is not None and role[0].kind == "area" and end - i == 1:
            j = role[1]
        else:
            unknown, j = unknown + 1, j + 1
    return unknown, services, linked
