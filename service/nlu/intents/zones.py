"""Questions about zones and areas: "zones with parks but no recycling", "o bairro com mais chafarizes"."""

from collections.abc import Sequence
from dataclasses import replace

from queries.catalogue.catalogue import Language
from service.nlu.grammar.cursor import SPOTS
from service.nlu.grammar.syntax import Stuck
from service.nlu.intents.frame import IDLE, Asked, is_form, read_kinds, strip
from service.nlu.intents.paraphrases import without_concession
from service.nlu.intents.zone_builder import Order, Ranked, refuse_numbers, to_zone_reading
from service.nlu.lexer.lexeme import Lexeme
from service.reading import Reading

UNITS = ("unit_zone", "unit_area")
_MOST = ("more", "most", "where_most")
_FEWEST = ("fewer", "fewest", "where_fewest")
_BEFORE_UNIT = IDLE | {"wh", "wh_or_that", "that", "num", "first", "count", "all", "each", "in"}
_ASKING = frozenset(("wh", "wh_or_that", "that", "each", "count"))
_NEARNESS = frozenset(("near", "bound", "bound_strict", "dist", "radius"))
_WHICH = frozenset(("qual", "quais"))
_LINKS = IDLE | {"with", "have", "where", "that", "wh_or_that", "exists", "cop", "comma", "paren"}
_BEFORE_NEGATION = _LINKS | {"and"}
_BUT = frozenset(("mas", "porem", "but", "yet", "e"))
_LAST = ("most_first", "fewest_first")
_LACKING = frozenset(("carece", "carecem", "carente", "carentes", "falta", "faltam"))
_NEGATIONS: dict[Language, frozenset[str]] = {
    "pt": frozenset(("sem", "nao", "nenhum", "nenhuma", "nenhuns", "nenhumas", "nem")) | _LACKING,
    "en": frozenset(
        ("no", "not", "without", "lack", "lacks", "lacking", "missing", "don't", "doesn't", "nor")
    )
    | {"neither"},
}
# a tag is none, though "para não fumadores" has the word
_NO_NEGATION = frozenset(
    ("near", "bound", "bound_strict", "bound_about", "radius", "svc", "name", "between", "filter")
)
_EACH = frozenset(("per", "by", "por"))
_FOR = frozenset(("for", "para"))


def read_zones(asked: Asked) -> Reading | None:
    """Read a question that lists or ranks zones or areas; None where it is none; raises Stuck."""
    lexemes = [x for x in asked.lexemes if not is_form(x, "emphasis", "request", *_LAST)]
    lexemes = without_concession(lexemes)
    at = find_unit(lexemes)
    if at is None:
        return _where_most(asked)
    ranked = Ranked("zone" if lexemes[at].theme == "unit_zone" else "area")
    if (last := asked.find(*_LAST)) is not None:
        ranked.order = "most" if is_form(asked.lexemes[last], "most_first") else "fewest"
        ranked.ordered = True
    before = _take_before(ranked, lexemes, at)
    if any(is_form(x, *_MOST, *_FEWEST) for x in before) and not any(
        is_form(x, *_MOST, *_FEWEST) for x in lexemes[at:]
    ):
        # "fewest bakeries: which neighbourhood?"
        before = _take_links(ranked, before)
    said, body = _take_words(lexemes[at + 1 :])
    before += said
    body = _take_where(ranked, body)
    body = _take_links(ranked, body)
    body = _take_without(asked, ranked, body)
    while body and (body[-1].kind in ("stop", "have", "in") or is_form(body[-1], "they")):
        # "by how many water points they have", "which districts can one find museums in?"
        body = body[:-1]
    rest = strip([*before, *body], *IDLE, "stop", "where", "wh", "exists", "cop", "paren", "comma")
    if rest and all(x.kind in ("word", "and", "comma") for x in rest) and not ranked.without:
        # "quiet zones" may be anywhere: with what?
        raise Stuck("zones", *rest)
    if not rest and (not ranked.without or ranked.order is not None):
        raise _nothing_ranked(ranked, lexemes, at)
    return to_zone_reading(asked, ranked, rest)


def _nothing_ranked(ranked: Ranked, lexemes: Sequence[Lexeme], at: int) -> Stuck:
    """Return why zones can't be told by nothing: "the fewest without pharmacies" is fewest of nothing."""
    orders = [x for x in lexemes if is_form(x, *_MOST, *_FEWEST)]
    if not ranked.without or not orders:
        return Stuck("zones", lexemes[at])
    lacking = ranked.without[0].kinds[0].lexeme
    return Stuck("most", *(x for x in lexemes if orders[-1].start <= x.start <= lacking.start))


def find_unit(lexemes: Sequence[Lexeme]) -> int | None:
    """Return the index of "zones", "bairros" … where it is not a part of a place's name."""
    units = (i for i, lexeme in enumerate(lexemes) if is_form(lexeme, *UNITS))
    return next((i for i in units if not _in_place_name(lexemes, i)), None)


def _in_place_name(lexemes: Sequence[Lexeme], i: int) -> bool:
    """Whether a unit only tells what a name is: "in the district of Kluuvi", "na zona 8711…"."""
    after = [x for x in lexemes[i + 1 : i + 5] if x.kind != "det"]
    before = [x for x in lexemes[max(0, i - 4) : i] if x.kind != "det"][::-1]
    if after and after[0].kind == "id":
        return True
    if is_form(lexemes[i], *UNITS) and _is_plural(lexemes[i]):
        return False
    asked_before = any(x.kind == "svc" for x in lexemes[:i])
    named = [x.kind for x in after[:2]] == ["of", "name"] or (after[:1] and after[0].kind == "name")
    about_one = not any(x.kind == "svc" for x in lexemes)
    if (asked_before or about_one) and (named or (before and before[0].kind == "name")):
        # "how many schools does the Kallio district have?", "tell me about the Kallio district"
        return True
    led = before[:1] and before[0].kind in ("in", "of", "near", "to") and before[0].key not in _EACH
    after_name = len(before) > 1 and before[0].kind == "name" and before[1].kind in ("in", "of", "near", "to")
    return bool(led) or after_name


def _is_plural(lexeme: Lexeme) -> bool:
    return lexeme.key.split()[0].endswith("s")


def _take_before(ranked: Ranked, lexemes: Sequence[Lexeme], at: int) -> list[Lexeme]:
    """Take "in which", "top 5", "per" before the unit; return what stands before that."""
    start = at
    while start and (
        lexemes[start - 1].kind in _BEFORE_UNIT
        or lexemes[start - 1].key in _EACH
        or lexemes[start - 1].text == "-"
        or is_form(lexemes[start - 1], "rank", "rank_low")
        or (lexemes[start - 1].kind == "of" and any(x.kind in ("first", "num") for x in lexemes[:start]))
    ):
        start -= 1
        lexeme = lexemes[start]
        if is_form(lexeme, "rank"):
            ranked.order = ranked.order or "most"
        elif is_form(lexeme, "rank_low"):
            ranked.order = "fewest"
        asks = any(x.kind in _ASKING or x.key in _WHICH for x in lexemes[start + 1 : at])
        if lexeme.kind == "in" and not asks:
            start += 1
            break
        if lexeme.kind == "num":
            amount = lexeme.amount
            if amount is None or amount.wrong or amount.metres != int(amount.metres) or amount.metres < 1:
                raise Stuck("quantity", lexeme)
            if ranked.limit is not None:
                raise Stuck("quantity", lexeme)
            ranked.limit = int(amount.metres)
    return list(lexemes[:start])


def _take_words(lexemes: list[Lexeme]) -> tuple[list[Lexeme], list[Lexeme]]:
    """Part the meaning words right after the unit from the rest: "zonas tranquilas com parques"."""
    start = next((i for i, x in enumerate(lexemes) if x.kind not in ("that", "wh_or_that", "cop")), 0)
    end = start
    while end < len(lexemes) and lexemes[end].kind == "word":
        end += 1
        end += [x.kind for x in lexemes[end : end + 2]] == ["and", "word"]
    if end == start:
        return [], lexemes
    if [x.kind for x in lexemes[end : end + 1]] == ["and"]:
        # "are quiet and have parks"
        after = lexemes[end + 1].kind if end + 1 < len(lexemes) else ""
        end += after in ("have", "with", "exists")
    return [x for x in lexemes[start:end] if x.kind == "word"], lexemes[end:]


def _take_where(ranked: Ranked, lexemes: list[Lexeme]) -> list[Lexeme]:
    """Take "of Recife", "em Boa Viagem" right after the unit."""
    if lexemes and lexemes[0].kind in _NEARNESS:
        return _take_near(ranked, lexemes)
    if not lexemes or lexemes[0].kind not in ("of", "in"):
        return lexemes
    end = 1
    while end < len(lexemes) and _leads_to_name(lexemes[end]):
        end += 1
    name = end
    while name < len(lexemes) and lexemes[name].kind in ("unknown", *SPOTS):
        name += 1
    if name == end:
        return lexemes
    while [x.kind for x in lexemes[name : name + 2]] in (["or", "name"], ["and", "name"]):
        name += 2
    leads = replace(lexemes[0], kind="in")
    ranked.where = [leads, *(x for x in lexemes[1:name] if x.kind != "of")]
    return lexemes[name:]


def _take_near(ranked: Ranked, lexemes: list[Lexeme]) -> list[Lexeme]:
    """Take "around Senate Square, up to 2 km": of these zones what lies there counts."""
    end = next((i for i, x in enumerate(lexemes) if x.kind in ("with", "have", "where", "that", "exists")), 0)
    named = any(x.kind in SPOTS for x in lexemes[:end])
    if not named or any(x.kind == "svc" for x in lexemes[:end]):
        return lexemes
    ranked.where = strip(lexemes[:end], "comma")
    return lexemes[end:]


def _leads_to_name(lexeme: Lexeme) -> bool:
    return lexeme.kind in ("det", "area", "of") or is_form(lexeme, *UNITS)


def _take_links(ranked: Ranked, lexemes: list[Lexeme]) -> list[Lexeme]:
    """Take "have", "with the most", "by number of" before what is looked for."""
    i, by_number, said = 0, False, False
    while i < len(lexemes):
        lexeme = lexemes[i]
        if is_form(lexeme, *_MOST, *_FEWEST):
            order: Order = "most" if lexeme.theme in _MOST else "fewest"
            if said or (ranked.ordered and order != ranked.order):
                break
            ranked.order, said = order, True
        elif is_form(lexeme, "by_number", "rank"):
            by_number = True
        elif is_form(lexeme, "what_in"):
            break
        elif lexeme.kind == "in" and i + 1 < len(lexemes) and lexemes[i + 1].kind in ("wh_or_that", "that"):
            pass
        elif (ranked.limit is not None or ranked.order is not None) and (
            lexeme.key in _FOR
            or (lexeme.kind == "in" and lexemes[i + 1 : i + 2] and lexemes[i + 1].kind == "svc")
        ):
            # "top 5 zones for bars"
            pass
        elif lexeme.kind not in _LINKS and not is_form(lexeme, "contains", "which"):
            break
        i += 1
    ranked.order = ranked.order or ("most" if by_number else None)
    return lexemes[i:]


def _where_most(asked: Asked) -> Reading | None:
    """Read "where are there most benches", "onde há mais bancos de jardim"."""
    lexemes = list(asked.lexemes)
    order = asked.find(*_MOST, *_FEWEST)
    if order is None:
        return None
    one_word = is_form(lexemes[order], "where_most", "where_fewest")
    wheres = (i for i, x in enumerate(lexemes) if x.kind == "where" or is_form(x, "where_place"))
    where = order if one_word else next(wheres, order + 1)
    if where > order:
        return None
    if any(x.kind not in _LINKS | {"wh"} for x in lexemes[:where]):
        return None
    between = [x for x in lexemes[where + 1 : order] if x.kind not in _LINKS]
    if between and between[-1].kind == "svc" and not any(x.kind == "svc" for x in lexemes[order:]):
        between = []
    ranked = Ranked("zone", order="most" if lexemes[order].theme in _MOST else "fewest")
    if between:
        # "onde em Recife há mais …"
        taken = _take_where(ranked, between)
        if taken:
            return None
    if any(x.kind == "svc" for x in lexemes[:order]) and not one_word:
        # "where are benches most numerous?"
        lexemes = [*lexemes[: where + 1], *lexemes[order + 1 :], *lexemes[where + 1 : order]]
        order = where
    body = _take_without(asked, ranked, lexemes[order + 1 :])
    return to_zone_reading(asked, ranked, strip(body, "stop", "det", "cop", "exists"))


def _take_without(asked: Asked, ranked: Ranked, body: list[Lexeme]) -> list[Lexeme]:
    """Take "but no recycling": kinds that a zone must not have; with a distance it is said of the places."""
    for i in range(len(body) - 1, -1, -1):
        if not _is_negation(body[i], asked.language):
            continue
        start = i
        while start and _joins_negation(body[start - 1], body[i], asked.language):
            start -= 1
        of = ("of",) if body[i].key in _LACKING else ()
        tail = asked.settle(body[i + 1 :])
        cursor = asked.cursor(strip(tail, "have", "exists", "with", "det", "filler", *of))
        if not cursor.kind_starts():
            return body
        kinds = read_kinds(cursor)
        cursor.skip("stop")
        left = list(cursor.lexemes[cursor.at :])
        if left and left[0].kind != "in":
            return body
        refuse_numbers(kinds)
        ranked.without.insert(0, kinds)
        return _take_without(asked, ranked, [*body[:start], *left])
    return body


def _is_negation(lexeme: Lexeme, language: Language) -> bool:
    words = set(lexeme.key.split())
    if lexeme.kind == "without":
        return True
    return lexeme.kind not in _NO_NEGATION and lexeme.theme != "beyond" and bool(words & _NEGATIONS[language])


def _joins_negation(lexeme: Lexeme, negation: Lexeme, language: Language) -> bool:
    """Whether it leads to a negation: "but", "and do", in Portuguese the first of "não têm nenhum"."""
    # "não sem" is no negation but its opposite
    doubled = language == "pt" and lexeme.key in ("nao", "mas nao") and negation.kind in ("no", "nor")
    return lexeme.kind in _BEFORE_NEGATION or lexeme.key in _BUT or doubled
