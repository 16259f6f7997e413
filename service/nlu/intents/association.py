"""Whether kinds of place go together, and where one kind clusters. perto counts, it does not weigh chance."""

from collections.abc import Sequence
from dataclasses import replace

from queries.catalogue.catalogue import Language
from service.nlu.drafts import to_reading
from service.nlu.grammar.syntax import Draft, Stuck
from service.nlu.intents.frame import IDLE, Asked, is_form, strip, without_echo
from service.nlu.intents.zones import find_unit
from service.nlu.lexer.lexeme import Lexeme
from service.reading import Reading

_CONCENTRATES = ("concentra", "concentram", "concentrate", "concentrates")
_AFFINITY = ("affinity", "together", "tends", "tends_have", "bound_to", "chance")
_TENDENCY = ("tends", "tends_have", "chance")
# "best", "well", "more" before "integrated" say how well things go together
_DEGREES = ("more", "most", "where_most", "adverb", "strength", "cluster_size", "evidence")
_ENDS = (
    *IDLE,
    "and",
    "stop",
    "comma",
    "paren",
    "where",
    "wh",
    "exists",
    "have",
    "that",
    "of",
    "between",
    "cop",
)
_SAID_OF_BOTH: tuple[str, ...] = ("affinity", "together", "tends", "evidence", "where_place", "they", "being")
_SAID_OF_BOTH += ("adverb", "request", "emphasis", "chance")
_SAID_OF_CLUSTERS = (
    "cluster",
    "concentrate",
    "cluster_size",
    "tends",
    "where_place",
    "adverb",
    "request",
    "anything",
    "chance",
    "evidence",
    "emphasis",
    "being",
    "they",
)
_PRESENCE = frozenset(
    ("presence of", "the presence of", "presenca de", "a presenca de", "presenca", "presence")
)
_NUMBER = frozenset(
    ("number of", "the number of", "numero de", "o numero de", "quantidade de", "a quantidade de")
)
# what of the places is compared says no more than the places
_ASPECTS = frozenset(
    ("localizacao", "a localizacao", "distribuicao", "a distribuicao", "existencia", "o numero")
)
_JOINS = frozenset(("and", "with", "to"))
_MANY = frozenset(("muito", "muita", "muitos", "muitas", "many", "lots of", "a lot of"))
_TO = frozenset(("for", "para", "to"))
_CHANCE = {
    "pt": "conta pares e zonas; não pesa o acaso",
    "en": "pairs and zones are counted; chance is not weighed",
}
_SUPERLATIVE = frozenset(
    ("melhor", "best", "maior", "greatest", "strongest", "highest", "better", "mais forte")
)
_SUPERLATIVE |= {"well", "bem", "boa", "good", "strong", "forte", "any", "alguma", "muita", "clear", "clara"}


def read_association(asked: Asked) -> Reading | None:
    """Read whether kinds of place go together; None where that is not asked; raises Stuck."""
    at = asked.find(*_AFFINITY)
    if at is None and _where_also(asked.lexemes) != list(asked.lexemes):
        at = asked.find("also")
    if at is None or not any(x.kind == "svc" for x in asked.lexemes):
        return None
    said = asked.lexemes[at]
    clusters = asked.find("concentrate", "cluster") is not None
    if said.key == "together" and (clusters or any(x.kind in ("count", "num") for x in asked.lexemes)):
        # "how many are there together", "bunched together"
        return None
    tendency = is_form(said, *_TENDENCY)
    if tendency and asked.find("concentrate", "cluster") is not None:
        return None
    lexemes = [replace(x, kind="have", theme="") if is_form(x, "tends_have") else x for x in asked.lexemes]
    # "is it usual for schools to have …"
    lexemes = [x for x, y in zip(lexemes, [*lexemes[1:], None], strict=True) if not _is_infinitive(x, y)]
    lexemes = _plainly(_with_each_other(lexemes))
    lexemes = _limits_last(_where_also(without_echo(_without_degree(lexemes))))
    unit = _take_unit(lexemes)
    kinds = [i for i, x in enumerate(lexemes) if x.kind == "svc"]
    body = [x for i, x in enumerate(lexemes) if not _says_affinity(x, first=i < kinds[0], last=i > kinds[-1])]
    joined_already = tendency or is_form(said, "also")
    if _is_told(body) and not any(is_form(x, "bound_to") for x in body):
        # "hotels are near beaches, is there a link?"
        body = _without_tag(body)
    elif not joined_already or asked.find("affinity", "together", "bound_to") is not None:
        body = _joined_by_nearness(body, said)
    body = _each_other(strip(body, *_ENDS))
    draft = asked.draft([x for i, x in enumerate(body) if not _leads_up(body, i)])
    reading = _near_alone(draft, asked.language, said)
    sentence = ("associação: " if asked.language == "pt" else "association: ") + reading.sentence
    return _finish(reading, "association", unit, sentence, asked.language)


def read_clusters(asked: Asked) -> Reading | None:
    """Read where places of a kind cluster; None where that is not asked; raises Stuck."""
    at = asked.find("cluster", "concentrate")
    if at is None:
        at = next((i for i, x in enumerate(asked.lexemes) if x.key in _CONCENTRATES), None)
    if at is None or not any(x.kind == "svc" for x in asked.lexemes):
        return None
    if asked.lexemes[at].key in _CONCENTRATES and asked.find("more", "most", "fewer", "fewest") is not None:
        # "which zones concentrate most bars" ranks zones
        return None
    lexemes = without_echo(asked.lexemes)
    unit = _take_unit(lexemes)
    lexemes = [_leads_in(x, lexemes[i + 1 :]) for i, x in enumerate(lexemes)]
    body = strip([x for i, x in enumerate(lexemes) if not _says_cluster(lexemes, i)], *_ENDS)
    draft = asked.draft(body)
    draft.asked.count = False
    if draft.limit is not None or draft.asked.number is not None or draft.asked.every is not None:
        raise Stuck("quantity", draft.asked.kinds[0].lexeme)
    reading = to_reading(draft, asked.language)
    if reading.kind not in ("pairs", "places") or reading.order is not None:
        raise Stuck("clusters", lexemes[at])
    sentence = ("concentrações de " if asked.language == "pt" else "clusters of ") + reading.sentence
    return _finish(reading, "clusters", unit, sentence, asked.language)


def _is_infinitive(lexeme: Lexeme, after: Lexeme | None) -> bool:
    return lexeme.kind == "to" and after is not None and after.kind == "have"


def _with_each_other(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Read "integrados entre si", "linked with one another" as going together."""
    joined: list[Lexeme] = []
    for i, lexeme in enumerate(lexemes):
        ahead = [x.kind for x in lexemes[i + 1 : i + 3] if x.kind not in ("with", "to")]
        of_each_other = bool(joined) and is_form(joined[-1], "together")
        if is_form(lexeme, "bound_to") and ahead[:1] == ["each_other"]:
            joined.append(replace(lexeme, theme="together"))
        elif not (of_each_other and (lexeme.kind == "each_other" or ahead[:1] == ["each_other"])):
            joined.append(lexeme)
    return joined


def _plainly(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Leave out "the location of", "places with" before a kind of place: of that the places are."""
    plain: list[Lexeme] = []
    for i, lexeme in enumerate(lexemes):
        leads = [x.kind for x in lexemes[i + 1 : i + 4] if x.kind not in ("det", "filler")][:2]
        if _is_aspect(lexeme) and leads in (["of", "svc"], ["with", "svc"], ["to", "svc"], ["svc"]):
            continue
        joins = lexeme.kind in ("with", "of", "to") and leads[:1] == ["svc"] and i > 0
        if not (joins and _is_aspect(lexemes[i - 1])):
            plain.append(lexeme)
    return plain


def _is_aspect(lexeme: Lexeme) -> bool:
    return is_form(lexeme, "strength", "anything") or lexeme.key in _ASPECTS


def _without_degree(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Leave out "more", "best", "mais bem" where they stand before "integrated"."""
    left: list[Lexeme] = []
    for lexeme in lexemes:
        while is_form(lexeme, "bound_to", "together", "affinity") and left and _is_degree(left[-1]):
            left.pop()
        left.append(lexeme)
    return left


def _is_degree(lexeme: Lexeme) -> bool:
    return is_form(lexeme, *_DEGREES) or lexeme.key in _SUPERLATIVE


def _is_told(body: Sequence[Lexeme]) -> bool:
    """Whether a nearness stands between two kinds of place, and nothing else joins them."""
    kinds = [i for i, x in enumerate(body) if x.kind == "svc"]
    if len(kinds) != 2:
        return False
    between = [x.kind for x in body[kinds[0] : kinds[1]]]
    return "near" in between and not {"and", "comma", "stop"} & set(between)


def _without_tag(body: Sequence[Lexeme]) -> list[Lexeme]:
    """Leave out what is left of a question after a statement: ", is there a", and "many" before it."""
    return [x for x in strip(body, *_ENDS) if not (x.kind == "refuse" and x.key in _MANY)]


def _leads_in(lexeme: Lexeme, after: Sequence[Lexeme]) -> Lexeme:
    """Take the "clusters of" of "restaurant clusters of St Julian's" for what leads to the place."""
    named = bool(after) and after[0].kind in ("name", "id")
    if named and is_form(lexeme, "cluster") and lexeme.key.split()[-1] in ("of", "de"):
        return replace(lexeme, kind="in", theme="", key="in")
    return lexeme


def _says_cluster(lexemes: Sequence[Lexeme], i: int) -> bool:
    """Whether it only says that places cluster; "mais" may stand beside "se concentram"."""
    lexeme = lexemes[i]
    if is_form(lexeme, *_SAID_OF_CLUSTERS) or lexeme.key in _CONCENTRATES:
        return True
    if is_form(lexeme, "strength") and lexeme.key not in _SUPERLATIVE:
        # "can you see clusters of …"; after the kinds it would be a condition
        return not any(x.kind == "svc" for x in lexemes[:i])
    if lexeme.kind == "refuse" and lexeme.key in _MANY:
        return True
    beside = lexemes[max(0, i - 1) : i + 2]
    return is_form(lexeme, "more", "most", "where_most") and any(
        is_form(x, "cluster", "concentrate") for x in beside
    )


def _where_also(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Read "where there are pubs, are there usually taxi ranks as well?" as pubs near taxi ranks."""
    kinds = [i for i, x in enumerate(lexemes) if x.kind == "svc"]
    first = next((x for x in lexemes if x.kind not in IDLE), None)
    if first is None or first.kind != "where" or len(kinds) != 2:
        return list(lexemes)
    between = [x.kind for x in lexemes[kinds[0] : kinds[1]]]
    also = any(is_form(x, "also", *_TENDENCY) for x in lexemes)
    # "onde há escolas há também paragens" has no comma
    parted = "comma" in between or ("exists" in between and any(is_form(x, "also") for x in lexemes))
    if not parted or not also or "and" in between:
        return list(lexemes)
    said = next(x for x in lexemes if is_form(x, "also", *_TENDENCY))
    near = replace(said, kind="near", key="near", theme="")
    return [lexemes[kinds[0]], near, *(x for x in lexemes[kinds[1] :] if not is_form(x, "also"))]


def _each_other(body: list[Lexeme]) -> list[Lexeme]:
    """Read "churches and cemeteries tend to be close" as close to each other."""
    joined = [x.kind for x in body if x.kind in ("and", "svc", "near", "each_other")]
    if joined == ["svc", "and", "svc", "near"] and body[-1].kind == "near":
        return [*body, replace(body[-1], kind="each_other", key="each other")]
    return body


def _limits_last(lexemes: list[Lexeme]) -> list[Lexeme]:
    """Put last what limits the whole question and was said first: "within 300 m, do …", "Kallio has …"."""
    first = next((i for i, x in enumerate(lexemes) if x.kind == "svc"), 0)
    comma = next((i for i in range(first) if lexemes[i].kind == "comma"), None)
    if comma is not None and any(x.kind in ("dist", "name", "id") for x in lexemes[:comma]):
        return [*strip(lexemes[comma + 1 :], "stop"), *lexemes[:comma]]
    start = next((i for i, x in enumerate(lexemes) if x.kind not in IDLE), 0)
    if [x.kind for x in lexemes[start : start + 2]] == ["name", "have"]:
        name = lexemes[start]
        return [*strip(lexemes[start + 2 :], "stop"), replace(name, kind="in", key="in"), name]
    return [x for i, x in enumerate(lexemes) if i >= first or x.kind != "area"]


def _take_unit(lexemes: list[Lexeme]) -> Lexeme | None:
    """Take "in which zones" out of the lexemes, and return its unit."""
    at = find_unit(lexemes)
    if at is None:
        return None
    start = at
    while start and lexemes[start - 1].kind in (*IDLE, "wh", "wh_or_that", "that", "in"):
        start -= 1
    unit = lexemes[at]
    end = at + 1
    while end < len(lexemes) and lexemes[end].kind in ("where", "that", "wh_or_that", "with", "have", "in"):
        if lexemes[end].kind == "in" and lexemes[end + 1 : end + 2] and lexemes[end + 1].kind != "wh_or_that":
            break
        end += 1
    del lexemes[start:end]
    return unit


def _says_affinity(lexeme: Lexeme, *, first: bool, last: bool) -> bool:
    """Whether it only says that things go together, and how well; between the two "associated with" joins.

    first, last: it stands before the first kind of place, or after the last.
    """
    strong = is_form(lexeme, "more", "most", "where_most", "strength") or lexeme.key in _SUPERLATIVE
    if is_form(lexeme, *_SAID_OF_BOTH) or lexeme.key in _PRESENCE or lexeme.key in _NUMBER:
        return True
    if lexeme.kind == "stop" and lexeme.text == ":":
        return True
    if first and is_form(lexeme, "about", "telling"):
        # "tell me about the relationship between"
        return True
    return (first or last) and (strong or is_form(lexeme, "bound_to") or (first and lexeme.key in _TO))


def _leads_up(body: Sequence[Lexeme], i: int) -> bool:
    """Whether it stands before the first kind of place and joins it to what was said: "entre", "de"."""
    return body[i].kind in ("between", "of") and not any(x.kind == "svc" for x in body[:i])


def _joined_by_nearness(body: list[Lexeme], said: Lexeme) -> list[Lexeme]:
    """Put nearness in the place of the word that joins the two kinds: "parks and recycling", "A com B"."""
    if not any(is_form(x, "bound_to") for x in body):
        body = [x for x in body if x.kind not in ("where", "cop")]
    kinds = [i for i, x in enumerate(body) if x.kind == "svc"]
    if len(kinds) < 2:
        raise Stuck("association", said)
    between = range(kinds[0] + 1, kinds[-1])
    bound = [i for i in between if is_form(body[i], "bound_to")]
    joints = bound or [
        i for i in between if (body[i].kind in _JOINS or is_form(body[i], "than")) and _splits(body, i)
    ]
    if len(joints) != 1:
        raise Stuck("association", *(body[i] for i in joints or kinds))
    near = replace(body[joints[0]], kind="near", theme="", key="near", text=said.text)
    after = body[joints[0] + 1 :]
    while after and (after[0].kind in ("with", "to", "of", "det") or after[0].key in _PRESENCE):
        after = after[1:]
    return [*body[: joints[0]], near, *after]


def _splits(body: Sequence[Lexeme], i: int) -> bool:
    """Whether the next kind of place stands after it with nothing but articles between."""
    after = [
        x for x in body[i + 1 :] if x.kind not in ("det", "with", "of", "between", "to", "word", "filter")
    ]
    return bool(after) and after[0].kind == "svc"


def _near_alone(draft: Draft, language: Language, said: Lexeme) -> Reading:
    """Return the reading of "A near B"; raises Stuck where it says more or less than that."""
    asked = draft.asked
    asked.count = False
    for lexeme in (asked.limit_lexeme, asked.number):
        if lexeme is not None:
            raise Stuck("quantity", lexeme)
    if len(asked.kinds) > 1 and asked.joint is None:
        raise Stuck("association", *(kind.lexeme for kind in asked.kinds))
    reading = to_reading(draft, language)
    if len(reading.pairs) != 1 or reading.pairs[0].relation != "within" or reading.order is not None:
        raise Stuck("association", said)
    return reading


def _finish(reading: Reading, kind: str, unit: Lexeme | None, sentence: str, language: Language) -> Reading:
    unit_of = {"unit_zone": "zone", "unit_area": "area"}
    return reading.model_copy(
        update={
            "kind": kind,
            "unit": None if unit is None else unit_of[unit.theme],
            "assumptions": (*reading.assumptions, _CHANCE[language]),
            "sentence": sentence,
        }
    )
