"""Every lexeme accounted for: names settled, what can't be read told, what means nothing left out."""

from collections.abc import Sequence
from dataclasses import replace

from service.nlu.grammar.runner_words import INDEFINITE
from service.nlu.grammar.syntax import Stuck
from service.nlu.lexer.lexeme import Lexeme
from service.nlu.lexer.small_names import settle_small_names
from service.nlu.lexer.tokenizer import starts_name

_DROPPED = frozenset(("det", "filler", "territory"))
_LONGEST_NAME = 4
_LONGEST_STREET = 7
_AT_LEAST = frozenset(("pelo menos", "ao menos", "no minimo", "at least"))
# where else is said too, "around here" is no condition
_AROUND = frozenset(
    ("around here", "near here", "close to here", "por aqui perto", "aqui por perto", "aqui perto")
)
# of what is not explained, these tell least why
_WEAK = frozenset(("will", "might", "may", "should", "shall", "must", "vai", "deve", "devo", "devia"))
_OWN = frozenset(("seu", "sua", "seus", "suas", "their", "its", "your"))
_POINTING = frozenset(("this", "that", "este", "esta", "esse", "essa", "aquele", "aquela"))
_SOMEWHERE = frozenset(("somewhere", "anywhere"))
_PLACING = frozenset(
    ("of", "between", "bound", "bound_strict", "bound_about", "near", "dist", "in", "radius")
)
_POINT_WORDS = frozenset(
    ("ponto", "coordenada", "coordenadas", "posicao", "localizacao", "local", "lat lon", "gps")
) | {"point", "coordinate", "coordinates", "position", "location"}
# "far from parks" is a distance, "more than parks" a number of them
_FAR = frozenset(
    ("longe", "afastado", "afastados", "afastada", "afastadas", "distante", "distantes", "alem", "para")
) | {"far", "farther", "further", "distant", "remote", "beyond", "past", "not", "outside"}


def account(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Return the lexemes that the grammar must use; raises Stuck at the first that nothing explains."""
    settled = _settle_streets(settle_first_name(_settle_asides(lexemes)))
    settled = _settle_areas(settle_small_names(_settle_names(settled)))
    for i, lexeme in enumerate(settled):
        if _points(settled, i):
            # "near that park": which one, the question does not tell
            raise Stuck("near_what", *settled[i : i + 2])
        if lexeme.kind == "refuse":
            raise Stuck(_refused_theme(settled, i), *_with_number(settled, i))
        if lexeme.kind == "unknown" and not (lexeme.key in _WEAK and _is_more(settled[i + 1 :])):
            raise Stuck(_unknown_theme(settled, i), *_run(settled, i))
    return [lexeme for lexeme in settled if lexeme.kind not in _DROPPED]


def _is_more(lexemes: Sequence[Lexeme]) -> bool:
    """Whether more of the question is not explained."""
    return any(lexeme.kind in ("refuse", "unknown") for lexeme in lexemes)


def _points(lexemes: Sequence[Lexeme], i: int) -> bool:
    """Whether "that" points to a place that the question is near to, without naming it."""
    before = lexemes[i - 1].kind if i else ""
    after = lexemes[i + 1] if i + 1 < len(lexemes) else None
    named = after.named if after is not None else None
    one = named is not None and named.number == "one" and named.group is None
    if before not in ("near", "far", "of", "to"):
        return False
    # "each school and its nearest hospital" is no one's own
    owned = lexemes[i].key in _OWN and named is not None and all(x.kind != "nearest" for x in lexemes)
    return owned or (lexemes[i].key in _POINTING and one)


def _settle_asides(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Leave out "at least" before one place (it means "a"), "point" before one, commas inside a distance."""
    settled: list[Lexeme] = []
    # the nearest of each is told with its distance anyway
    told = {"each", "nearest"} <= {lexeme.kind for lexeme in lexemes}
    for i, lexeme in enumerate(lexemes):
        after = lexemes[i + 1 : i + 3]
        if told and lexeme.kind == "refuse" and lexeme.theme == "distance":
            continue
        if lexeme.key in _AT_LEAST and len(after) == 2 and _is_one(after[0]) and after[1].kind == "svc":
            continue
        if lexeme.key in _AROUND and any(x.kind in _PLACING - {"in", "of"} for x in lexemes):
            continue
        if lexeme.key in _SOMEWHERE and _limits_nothing(lexemes, i):
            continue
        if lexeme.key in _POINT_WORDS and [x.kind for x in after[:1]] == ["point"]:
            continue
        inside = (
            bool(settled) and settled[-1].kind.startswith("bound") and [x.kind for x in after[:1]] == ["dist"]
        )
        if not (lexeme.kind == "comma" and inside):
            settled.append(lexeme)
    return settled


def _limits_nothing(lexemes: Sequence[Lexeme], i: int) -> bool:
    """Whether "anywhere" says nothing: what is asked for is said, and it is not "anywhere but"."""
    after = lexemes[i + 1] if i + 1 < len(lexemes) else None
    denied = any(x.kind in ("but", "not") or x.theme == "negation" for x in lexemes[i : i + 2])
    asked = any(x.kind == "svc" for x in lexemes[:i])
    said = (
        after is not None
        and after.kind in (*_PLACING, "det", "svc")
        and any(x.kind == "svc" for x in lexemes)
    )
    return not denied and (asked or said)


def settle_first_name(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Take the first words for a name where capitals and what follows tell it: "Gozo hostels"."""
    end = 0
    while end < len(lexemes) and end < _LONGEST_NAME and starts_name(lexemes[end].text):
        if lexemes[end].kind not in ("unknown", "word", "name"):
            break
        end += 1
    run = lexemes[:end]
    if not any(lexeme.kind in ("unknown", "name") for lexeme in run) or end == len(lexemes):
        return list(lexemes)
    after = lexemes[end]
    many = after.kind == "svc" and after.named is not None and after.named.number == "many"
    if not (many or after.kind == "have" or after.text == ":"):
        return list(lexemes)
    name = " ".join(lexeme.text for lexeme in run)
    return [replace(run[0], kind="name", text=name, end=run[-1].end), *lexemes[end:]]


def _settle_streets(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Take "rua da aurora" for a name, though it has no capitals."""
    settled: list[Lexeme] = []
    i = 0
    while i < len(lexemes):
        end = i + 1
        while lexemes[i].kind == "street" and end - i < _LONGEST_STREET and _is_street_part(lexemes, end):
            end += 1
        if end > i + 1:
            text = " ".join(lexeme.text for lexeme in lexemes[i:end])
            settled.append(replace(lexemes[i], kind="name", text=text, end=lexemes[end - 1].end))
        else:
            settled.append(lexemes[i])
        i = end
    return settled


def _is_street_part(lexemes: Sequence[Lexeme], i: int) -> bool:
    """Whether the name of a street goes on: "avenida boa viagem", though "boa" is a word."""
    for k in range(i, min(len(lexemes), i + _LONGEST_STREET)):
        if _is_name_part(lexemes, k) or names_street(lexemes, k):
            return True
        if k + 1 == len(lexemes) or lexemes[k].kind not in ("word", "of"):
            return False
        if lexemes[k + 1].kind == "unknown" or (lexemes[k].kind == "of" and names_street(lexemes, k + 1)):
            return True
    return False


def names_street(lexemes: Sequence[Lexeme], i: int) -> bool:
    """Whether a kind of place is what a street is called after: "rua do comércio", "rua da igreja"."""
    if i < 2 or i >= len(lexemes) or lexemes[i].kind != "svc":
        return False
    named = lexemes[i].named
    after = lexemes[i - 1].key in ("do", "da", "dos", "das") and lexemes[i - 2].kind == "street"
    return after and named is not None and " " not in lexemes[i].key


def _is_one(lexeme: Lexeme) -> bool:
    number = lexeme.amount.metres if lexeme.kind == "num" and lexeme.amount is not None else None
    return number == 1 or (lexeme.kind == "det" and lexeme.key in ("um", "uma", "a", "an", "one"))


def _settle_names(lexemes: list[Lexeme]) -> list[Lexeme]:
    """Take unknown words after "em" or "in" for the name of an area: "parques em recife"."""
    settled: list[Lexeme] = []
    i = 0
    while i < len(lexemes):
        settled.append(lexemes[i])
        i += 1
        # "nos cinemas", "em um shopping" are kinds of place, not names
        if settled[-1].kind != "in" or settled[-1].key in ("nos", "nas", "num", "numa", "at"):
            continue
        j = i
        while j < len(lexemes) and lexemes[j].kind == "det" and lexemes[j].key not in INDEFINITE:
            j += 1
        end = j
        while end < len(lexemes) and end - j < _LONGEST_NAME and _is_name_part(lexemes, end):
            end += 1
        if end > j and not (end < len(lexemes) and lexemes[end].kind in ("svc", "unknown")):
            text = " ".join(lexeme.text for lexeme in lexemes[j:end])
            settled.append(replace(lexemes[j], kind="name", text=text, end=lexemes[end - 1].end))
            i = end
    return settled


def _is_name_part(lexemes: Sequence[Lexeme], i: int) -> bool:
    if i >= len(lexemes):
        return False
    lexeme = lexemes[i]
    if lexeme.kind == "unknown":
        return lexeme.text[0].isalpha() and lexeme.text.isalpha()
    return lexeme.kind == "of" and i + 1 < len(lexemes) and lexemes[i + 1].kind == "unknown"


def _settle_areas(lexemes: list[Lexeme]) -> list[Lexeme]:
    """Read "na cidade de Recife", "no bairro Boa Viagem", "in the Kallio district" as in the name."""
    settled: list[Lexeme] = []
    for i, lexeme in enumerate(lexemes):
        after = lexemes[i + 1 : i + 3]
        if lexeme.kind == "territory" and [x.kind for x in after] == ["of", "name"]:
            settled.append(replace(lexeme, kind="in"))
        elif _is_area_word(lexeme) and _joins_name(lexemes, i):
            continue
        elif lexeme.kind == "area":
            settled.append(replace(lexeme, kind="refuse", theme="zones"))
        else:
            settled.append(lexeme)
    return settled


def _is_area_word(lexeme: Lexeme) -> bool:
    return lexeme.kind == "area" or (lexeme.kind == "refuse" and lexeme.theme == "zones")


def _joins_name(lexemes: Sequence[Lexeme], i: int) -> bool:
    """Whether an area word stands between "in" and a name, or right after the name that "in" leads to."""
    before = [lexeme.kind for lexeme in lexemes[max(0, i - 3) : i] if lexeme.kind != "det"]
    after = [lexeme.kind for lexeme in lexemes[i + 1 : i + 3]]
    leads = after[:1] in (["name"], ["id"]) or after == ["of", "name"]
    named = after.index("name") if "name" in after else 0
    # "quantas delegacias o bairro da Várzea tem?"
    if leads and [x.kind for x in lexemes[i + named + 2 : i + named + 3]] == ["have"]:
        return True
    return (before[-1:] in (["in"], ["of"]) and leads) or before[-2:] == ["in", "name"]


def _with_number(lexemes: Sequence[Lexeme], i: int) -> list[Lexeme]:
    """Return what is refused with the number before it: "10 minutos a pé"."""
    walk = lexemes[i].theme == "walk" or lexemes[i].key == "min"
    start = i - 1 if i and walk and lexemes[i - 1].kind in ("num", "dist") else i
    end = i + 1
    while end < len(lexemes) and lexemes[end].kind == "refuse" and lexemes[end].theme == lexemes[i].theme:
        end += 1
    if lexemes[i].theme == "beyond" and end < len(lexemes) and lexemes[end].kind in ("dist", "num"):
        end += 1
    return list(lexemes[start:end])


def _refused_theme(lexemes: Sequence[Lexeme], i: int) -> str:
    """Tell "at least two parks" from "at least 200 m", and "10 min" from "min 10 m"."""
    if lexemes[i].key == "min" and i and lexemes[i - 1].kind == "num":
        return "walk"
    after = [lexeme.kind for lexeme in lexemes[i + 1 : i + 3] if lexeme.kind not in ("det", "num")]
    if lexemes[i].theme != "beyond" or lexemes[i].key.split()[0] in _FAR or after[:1] != ["svc"]:
        return lexemes[i].theme
    return "quantity"


def _run(lexemes: Sequence[Lexeme], i: int) -> list[Lexeme]:
    """Return unknown words that stand together: "salas de cinema"."""
    end = i + 1
    while end < len(lexemes) and (
        lexemes[end].kind == "unknown"
        or (lexemes[end].kind == "of" and end + 1 < len(lexemes) and lexemes[end + 1].kind == "unknown")
    ):
        end += 1
    return list(lexemes[i:end])


def _unknown_theme(lexemes: Sequence[Lexeme], i: int) -> str:
    """Whether the unknown word stands where a kind of place would, or where a condition would."""
    if not lexemes[i].text[0].isalpha():
        return "sign"
    end = i + len(_run(lexemes, i))
    if i and lexemes[i - 1].kind in ("svc", "word", "filter", "pronoun"):
        return "condition"
    if end < len(lexemes) and lexemes[end].kind == "svc":
        return "condition"
    return "unknown_kind"
