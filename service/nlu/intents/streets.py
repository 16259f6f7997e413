"""Questions about streets: "water points along Avenida A", "which roads connect Rua A and Rua B"."""

from collections.abc import Sequence

from service.language.phrasing import quoted
from service.language.places import say_place
from service.nlu.drafts import to_reading
from service.nlu.grammar.cursor import SPOTS
from service.nlu.grammar.place_terms import is_street, to_place
from service.nlu.grammar.syntax import Spot, Stuck
from service.nlu.grammar.unread import names_street
from service.nlu.intents.frame import IDLE, Asked, is_form, merge_names
from service.nlu.lexer.lexeme import Lexeme
from service.reading import Reading

_SKIPPED = IDLE | {"wh", "wh_or_that", "that", "cop", "exists", "of", "to", "and", "with", "stop", "comma"}
_SKIPPED |= {"between", "where", "both", "or"}
_LINKS = ("connect", "affinity", "bound_to")
_NAME = frozenset(("name", "unknown", "of", "word"))


def read_connection(asked: Asked) -> Reading | None:
    """Read which streets connect two streets; None where that is not asked; raises Stuck."""
    lexemes = asked.lexemes
    streets = [i for i, x in enumerate(lexemes) if is_form(x, "streets") or x.kind == "street"]
    links = [i for i, x in enumerate(lexemes) if is_form(x, *_LINKS) or x.kind == "between"]
    named = sum(x.kind == "name" for x in lexemes)
    if not links or any(x.kind == "svc" for x in lexemes) or not (streets or named > 1):
        return None
    if not streets and not any(is_form(x, "connect") for x in lexemes):
        return None
    left = [x for i, x in enumerate(lexemes) if i not in links and not is_form(x, "streets")]
    if streets and streets[0] < links[0]:
        left = [x for x in left if x is not lexemes[streets[0]]]
    cursor = asked.cursor(merge_names(left, asked.text))
    spots: list[Spot] = []
    while (lexeme := cursor.peek()) is not None:
        if cursor.spot_starts() and (spot := cursor.read_spot()) is not None:
            spots.append(spot)
        elif lexeme.kind in _SKIPPED:
            cursor.take()
        else:
            raise Stuck("along", lexeme)
    if len(spots) == 3 and is_street(spots[1]) and not is_street(spots[2]):
        # "Avenida Rosa e Silva"
        start, last = spots[1].lexeme, spots.pop()
        spots[1] = Spot("name", asked.text[start.start : last.lexeme.end], start)
    # "which streets connect Bolhão and Aliados" calls them streets by no word of their own
    said = bool(streets) and any(is_form(lexemes[i], "connect") for i in links)
    if len(spots) != 2 or not (said or any(is_street(spot) for spot in spots)):
        raise Stuck("along", lexemes[links[0]])
    names = [quoted(spot.name) for spot in spots]
    pt = asked.language == "pt"
    what = "ruas que ligam" if pt else "streets that connect"
    return Reading(
        kind="along",
        places=tuple(to_place(spot, "along") for spot in spots),
        sentence=f"{what} {(' e ' if pt else ' and ').join(names)}",
    )


def read_along(asked: Asked) -> Reading | None:
    """Read places on a street: its words are taken out, and the rest is read as without them."""
    found = _find_streets(asked)
    if not found:
        return None
    if len(found) > 1:
        raise Stuck("two_areas", *(lexeme for start, end, _ in found for lexeme in asked.lexemes[start:end]))
    start, end, spot = found[0]
    if asked.lexemes[start].kind in ("of", "to") and any(x.kind == "nearest" for x in asked.lexemes[:start]):
        # "the nearest cafe from Republic Street"
        return None
    if asked.lexemes[start].kind == "of" and sum(x.kind == "svc" for x in asked.lexemes[:start]) > 1:
        # "cafés perto de bares da Rua A"
        raise Stuck("ambiguous", spot.lexeme)
    lexemes = list(asked.lexemes)
    before, after = lexemes[:start], lexemes[end:]
    joined_before, joined_after = (
        before and before[-1].kind in ("and", "or"),
        after and after[0].kind in ("and", "or"),
    )
    if joined_before or joined_after:
        joint = before.pop() if joined_before else after.pop(0)
        if joint.kind == "or":
            raise Stuck("two_areas", joint, spot.lexeme)
    if (joined_before or joined_after) and after and after[0].kind in SPOTS:
        raise Stuck("two_areas", spot.lexeme, after[0])
    draft = asked.draft([*before, *after])
    reading = to_reading(draft, asked.language)
    if reading.combine == "any" and reading.places:
        # the street would be one more of the places of which any will do
        raise Stuck("two_areas", spot.lexeme)
    street = to_place(spot, "along")
    return reading.model_copy(
        update={
            "kind": "along" if reading.kind in ("pairs", "places") else reading.kind,
            "places": (*reading.places, street),
            "sentence": f"{reading.sentence}, {say_place(street, asked.language)}",
        }
    )


def _find_streets(asked: Asked) -> list[tuple[int, int, Spot]]:
    """Return where "along Rua A", "on A", "na Rua A" stand, and the streets."""
    found: list[tuple[int, int, Spot]] = []
    lexemes = asked.lexemes
    i = next((i for i, x in enumerate(lexemes) if x.kind in ("comma", "stop")), 0)
    spot = asked.spot(lexemes[:i])
    if spot is not None and is_street(spot) and i + 1 < len(lexemes):
        # "Republic Street: all the jewellers"
        found.append((0, i + 1, spot))
    else:
        i = 0
    while i < len(lexemes):
        named = _street_at(asked, i)
        if named is None:
            i += 1
            continue
        end, spot = named
        found.append((i, end, spot))
        i = end
    return found


def _ends(after: Sequence[Lexeme]) -> bool:
    return not after or after[0].kind == "stop"


def _street_at(asked: Asked, i: int) -> tuple[int, Spot] | None:
    """Read a street with the word before it that says "on it"; the index after, and its name."""
    lexemes = asked.lexemes
    surely = is_form(lexemes[i], "along") or (lexemes[i].key == "on" and asked.language == "en")
    of_kind = lexemes[i].kind == "of" and i > 0 and lexemes[i - 1].kind in ("svc", "filter", "word")
    if not (surely or of_kind or lexemes[i].kind == "in" or is_form(lexemes[i], "beside")):
        return None
    start = i + 1
    while start < len(lexemes) and lexemes[start].kind in ("of", "det"):
        start += 1
    if start == len(lexemes):
        return None
    end = start + 1
    if lexemes[start].kind == "street":
        while end < len(lexemes) and (lexemes[end].kind in _NAME or names_street(lexemes, end)):
            end += 1
        while end > start + 1 and lexemes[end - 1].kind in ("of", "word"):
            end -= 1
    elif surely and lexemes[start].kind == "unknown":
        while end < len(lexemes) and lexemes[end].kind == "unknown":
            end += 1
    elif lexemes[start].kind not in SPOTS:
        return None
    if [x.kind for x in lexemes[end : end + 2]] == ["comma", "name"] and _ends(lexemes[end + 2 : end + 3]):
        end += 2
    spot = asked.spot(lexemes[start:end])
    if spot is None and any(names_street(lexemes, i) for i in range(start, end)):
        spot = Spot("name", asked.slice(lexemes[start:end]), lexemes[start])
    if (
        spot is None
        or spot.kind != "name"
        or not (surely or is_street(spot) or lexemes[start].kind == "street")
    ):
        return None
    return end, spot
