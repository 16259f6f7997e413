"""Who runs a place, as questions say it: "ATMs operated by X", "paragens da rede Y", "Pingo Doce"."""

from collections.abc import Sequence
from dataclasses import replace

from service.language.runners import say_runner
from service.language.tag_forms import Filter
from service.nlu.lexer.lexeme import Lexeme
from service.reading import CALLED, RUN_BY, Asked

_LONGEST_NAME = 6
INDEFINITE = frozenset(("um", "uma", "uns", "umas", "a", "an", "any", "some"))
_RUN = ("operad", "gerid", "administrad", "explorad", "mantid", "detid")
_RUN_EN = frozenset(("operated", "run", "managed", "owned", "maintained"))
_BY = frozenset(("por", "pelo", "pela", "pelos", "pelas", "by", "by the"))
_BELONG = frozenset(
    ("pertencem", "pertence", "belong", "belongs", "belonging", "pertencentes", "pertencente")
)
# what a name is the name of, before it ("da rede X") or in English behind it ("of the X network")
_FIRMS = frozenset(
    ("rede", "marca", "cadeia", "operadora", "operador", "empresa", "insignia", "companhia", "grupo")
) | {"network", "brand", "chain", "operator", "company", "group", "line"}
_CALLED = frozenset(
    ("chamado", "chamada", "chamados", "chamadas", "called", "named", "denominado", "denominados")
) | {"denominada", "denominadas"}
_NAME_PARTS = frozenset(("name", "unknown", "word", "svc", "filter", "area", "street"))
_ENDS = frozenset(
    ("", "stop", "comma", "paren", "and", "or", "but", "that", "where", "wh_or_that", "cop", "in", "near")
) | {"bound", "bound_strict", "bound_about", "bound_over", "bound_least", "radius", "not", "without", "with"}
_ENDS |= {"have", "exists", "to", "far", "dist", "outside", "between"}


def make_runner(key: Asked, name: str) -> Filter:
    """Return the condition that places are run by, or called, a name."""
    said = {language: say_runner(key, name, language) or "" for language in ("pt", "en")}
    return Filter(key, name, (), {"pt": said["pt"], "en": said["en"]})


def settle_runners(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Take who runs a kind of place for a condition on it, where the words say that it is no place.

    "of X" alone may be a place as well: the graph tells. A name that goes on with small words,
    "Millennium bcp", is made whole.
    """
    settled: list[Lexeme] = []
    i = 0
    while i < len(lexemes):
        found = _read(lexemes, i) if settled and _is_of_kind(settled) else None
        if found is None:
            settled.append(lexemes[i])
            i += 1
            continue
        key, start, end = found
        name = " ".join(lexeme.text for lexeme in lexemes[start:end])
        if key is None:
            settled += [*lexemes[i:start], replace(lexemes[start], text=name, end=lexemes[end - 1].end)]
        else:
            if _is_firm(lexemes, end):
                end += 1
            whole = replace(lexemes[i], kind="filter", end=lexemes[end - 1].end, named=None)
            settled.append(replace(whole, key=RUN_BY, text=name, filter=make_runner(key, name)))
        i = end
    return settled


def _is_of_kind(before: Sequence[Lexeme]) -> bool:
    """Whether a kind of place stands right before, alone or with what is said of it."""
    said = list(before)
    while said and said[-1].kind in ("filter", "word", "that", "wh_or_that", "cop", "det"):
        said.pop()
    return bool(said) and said[-1].kind == "svc"


def _read(lexemes: Sequence[Lexeme], i: int) -> tuple[Asked | None, int, int] | None:
    """Return what is said of a kind at i, and where the name in it begins and ends; None where nothing is.

    No key: a name that is made whole, and may be a place.
    """
    lead = lexemes[i]
    many = i > 0 and _is_any(lexemes, i - 1)
    if lead.kind == "name" and many and (end := _name_end(lexemes, i)) and _closes(lexemes, end):
        return RUN_BY, i, end
    led = _after_lead(lexemes, i)
    if led is not None:
        key, start = led
        end = _name_end(lexemes, start)
        return (key, start, end) if end > start else None
    if lead.kind != "of":
        return None
    start = i + 1
    while start < len(lexemes) and lexemes[start].kind == "det":
        start += 1
    if start >= len(lexemes) or lexemes[start].kind != "name":
        return None
    end = _name_end(lexemes, start)
    if _is_firm(lexemes, end):
        return RUN_BY, start, end
    return (None, start, end) if end > start + 1 and _ends(lexemes, end) else None


def _is_any(lexemes: Sequence[Lexeme], i: int) -> bool:
    """Whether a kind of place at i is several or any: "supermarkets", "um supermercado"."""
    named = lexemes[i].named
    before = lexemes[i - 1].key.split(" ")[-1] if i else ""
    return named is not None and (named.number == "many" or before in INDEFINITE)


def _after_lead(lexemes: Sequence[Lexeme], i: int) -> tuple[Asked, int] | None:
    """Return what the words at i lead to, who runs it or what it is called, and where the name begins."""
    word = lexemes[i].key
    if word in _CALLED:
        return CALLED, i + 1
    if word in _RUN_EN or word.startswith(_RUN):
        j = i + 1
        if j < len(lexemes) and lexemes[j].key in _BY:
            return RUN_BY, _skip(lexemes, j + 1, "det")
        return None
    if word in _BELONG:
        return RUN_BY, _skip(lexemes, i + 1, "to", "det", "of")
    j = _skip(lexemes, i, "of", "det")
    if j > i and _is_firm(lexemes, j):
        while _is_firm(lexemes, j):
            j += 1
        return RUN_BY, _skip(lexemes, j, "of", "det")
    return None


def _skip(lexemes: Sequence[Lexeme], i: int, *kinds: str) -> int:
    while i < len(lexemes) and lexemes[i].kind in kinds:
        i += 1
    return i


def _is_firm(lexemes: Sequence[Lexeme], i: int) -> bool:
    return i < len(lexemes) and lexemes[i].key in _FIRMS and lexemes[i].kind != "name"


def _ends(lexemes: Sequence[Lexeme], i: int) -> bool:
    return i >= len(lexemes) or lexemes[i].kind in _ENDS


def _closes(lexemes: Sequence[Lexeme], i: int) -> bool:
    """Whether a name right behind a kind of place ends here: in "which cafes Kallio has" it would not."""
    if i < len(lexemes) and lexemes[i].kind == "exists":
        return i + 1 == len(lexemes) or lexemes[i + 1].kind == "stop"
    return _ends(lexemes, i) and (i >= len(lexemes) or lexemes[i].kind not in ("have", "cop", "to"))


def _name_end(lexemes: Sequence[Lexeme], i: int) -> int:
    """Return the index after the name at i: one with capitals, small words that follow it or stand alone."""
    end = i
    while end < len(lexemes) and end - i < _LONGEST_NAME and lexemes[end].kind in _NAME_PARTS:
        if end > i and (lexemes[end].kind in ("filter", "svc") or _is_firm(lexemes, end)):
            break
        end += 1
    return end
