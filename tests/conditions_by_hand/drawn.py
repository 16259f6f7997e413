"""Questions with a condition, drawn at random, and how answers differ from brute force over raw tags."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import h3

from service import Perto
from tests.conditions_by_hand import kinds
from tests.conditions_by_hand.city import City, TooClose
from tests.conditions_by_hand.condition import Condition
from tests.conditions_by_hand.conditions import CONDITIONS
from tests.conditions_by_hand.count import Found, refused_of

# kinds without a condition, for the other side of a question
_OTHERS = (
    Condition("parques", "parks", kinds.PARK, None, "um parque", "a park"),
    Condition("cafés", "cafes", kinds.CAFE, None, "um café", "a cafe"),
    Condition("farmácias", "pharmacies", kinds.PHARMACY, None, "uma farmácia", "a pharmacy", True),
    Condition("fontes", "fountains", kinds.FOUNTAIN, None, "uma fonte", "a fountain", True),
    Condition(
        "parques infantis", "playgrounds", kinds.PLAYGROUND, None, "um parque infantil", "a playground"
    ),
)
_RADII_M = (60, 90, 120, 150, 200, 250, 300, 400, 500, 700)
# perto's and that by hand, of ids or numbers
Differences = dict[str, tuple[Any, Any]]


@dataclass(frozen=True)
class Draw:
    """What a question is made of: a condition, another kind and condition, an area, metres, a language."""

    city: City
    condition: Condition
    other: Condition
    second: Condition
    area: str
    radius_m: int
    pt: bool

    @property
    def found(self) -> Found:
        return self.city.found(self.condition)

    @property
    def others(self) -> frozenset[str]:
        return self.city.found(self.other).yes

    def words(self, pt: str, en: str) -> str:
        """Fill in a form: {0} the condition, {1} one of it, {2} the other kind, {3} one of it, {4} metres."""
        if self.pt:
            return pt.format(
                self.condition.pt, self.condition.one_pt, self.other.pt, self.other.one_pt, self.radius_m
            )
        return en.format(
            self.condition.en, self.condition.one_en, self.other.en, self.other.one_en, self.radius_m
        )


@dataclass
class Asked:
    """How a drawn question went: what differs, or the outcome and the part that was not understood."""

    words: str
    refused: str | None = None
    differs: Differences = field(default_factory=dict)


def draw_and_ask(
    perto: Perto,
    city: City,
    dataset: str,
    *,
    number: int,
    seed: int,
    conditions: Sequence[Condition] = CONDITIONS,
) -> Iterator[Asked]:
    """Ask so many of these conditions; a question that less than 2 cm would decide is drawn anew."""
    random, asked = Random(seed), 0
    while asked < number:
        draw, form = _draw(random, city, conditions)
        words, differ = form(draw)
        answer = perto.ask(words, mode="graph", limit="all", datasets=[dataset])
        try:
            if answer.outcome in ("answered", "none"):
                yield Asked(words, differs=differ(answer))
            else:
                yield Asked(words, refused_of(answer))
        except TooClose:
            continue
        asked += 1


def _draw(random: Random, city: City, conditions: Sequence[Condition]) -> tuple[Draw, "Form"]:
    condition = random.choice(conditions)
    draw = Draw(
        city,
        condition,
        other=random.choice([each for each in _OTHERS if each.kind is not condition.kind]),
        second=random.choice([each for each in conditions if each.kind is not condition.kind]),
        area=random.choice(city.areas) if city.areas else "",
        radius_m=random.choice(_RADII_M),
        pt=random.random() < 0.5,
    )
    return draw, random.choice(_FORMS if city.areas else _FORMS[:-2])


Form = Callable[[Draw], tuple[str, Callable[[Any], Differences]]]


def _listed(draw: Draw) -> tuple[str, Callable[[Any], Differences]]:
    return draw.words("{0}", "{0}"), lambda answer: _differ(answer, draw.found.yes, draw.found.untold)


def _counted(draw: Draw) -> tuple[str, Callable[[Any], Differences]]:
    words = draw.condition.count_pt if draw.pt else draw.condition.count_en
    return words, lambda answer: _unequal(
        total=(answer.total, len(draw.found.yes)), untold=(_untold(answer), _number(draw.found.untold))
    )


def _near(draw: Draw) -> tuple[str, Callable[[Any], Differences]]:
    def differ(answer: Any) -> Differences:
        near, found = draw.city.near, draw.found
        untold = None if found.untold is None else near(found.untold, draw.others, draw.radius_m)
        return _differ(answer, near(found.yes, draw.others, draw.radius_m), untold)

    return draw.words("{0} até {4} m de {3}", "{0} within {4} m of {3}"), differ


def _near_such(draw: Draw) -> tuple[str, Callable[[Any], Differences]]:
    """The condition is on the second kind."""

    def differ(answer: Any) -> Differences:
        near, found = draw.city.near, draw.found
        yes = near(draw.others, found.yes, draw.radius_m)
        return _differ(answer, yes, _near_untold(draw, draw.others - yes))

    return draw.words("{2} até {4} m de {1}", "{2} within {4} m of {1}"), differ


def _near_both(draw: Draw) -> tuple[str, Callable[[Any], Differences]]:
    """A condition on either kind: what does not say on either side may make a place belong."""
    words = f"{draw.condition.pt} até {draw.radius_m} m de {draw.second.one_pt}"
    if not draw.pt:
        words = f"{draw.condition.en} within {draw.radius_m} m of {draw.second.one_en}"

    def differ(answer: Any) -> Differences:
        first, second = draw.found, draw.city.found(draw.second)
        yes = draw.city.near(first.yes, second.yes, draw.radius_m)
        may_be = draw.city.near(
            first.yes | (first.untold or set()), second.yes | (second.untold or set()), draw.radius_m
        )
        nothing_asked = first.untold is None and second.untold is None
        return _differ(answer, yes, None if nothing_asked else may_be - yes)

    return words, differ


def _without(draw: Draw) -> tuple[str, Callable[[Any], Differences]]:
    _, differ = _far(draw)
    bare = draw.condition.one_pt.split(" ", 1)[1]
    return draw.words("{2} sem " + bare + " até {4} m", "{2} without {1} within {4} m"), differ


def _far(draw: Draw) -> tuple[str, Callable[[Any], Differences]]:
    """None that is said to be such is so near: one that does not say may be."""

    def differ(answer: Any) -> Differences:
        far = draw.others - draw.city.near(draw.others, draw.found.yes, draw.radius_m)
        return _differ(answer, far, _near_untold(draw, far))

    return draw.words("{2} a mais de {4} m de {1}", "{2} more than {4} m from {1}"), differ


def _ranked(draw: Draw) -> tuple[str, Callable[[Any], Differences]]:
    def differ(answer: Any) -> Differences:
        told, found = _cells(answer, draw)
        return _unequal(
            untold=(_untold(answer), _number(draw.found.untold)),
            cells=({k: v for k, v in told.items() if v[0]}, {k: v for k, v in found.items() if v[0]}),
            of_none=(
                {k: v for k, v in told.items() if not v[0]},
                {k: found.get(k, (0, _zero(draw))) for k, v in told.items() if not v[0]},
            ),
        )

    return draw.words("zonas com mais {0}", "zones with most {0}"), differ


def _lacking(draw: Draw) -> tuple[str, Callable[[Any], Differences]]:
    """Every cell that holds one of the kind, and none of the condition, is listed with how many don't say."""

    def differ(answer: Any) -> Differences:
        told, found = _cells(answer, draw)
        # one that lies there in part is there, though it counts elsewhere
        there = draw.city.cells(draw.found.yes, h3.get_resolution(next(iter(told)))) if told else set()
        without = set(found) - there
        listed = {k: found.get(k, (0, _zero(draw))) for k in told}
        return _unequal(
            cells=(told, listed), missing=(without & set(told), without), barred=(there & set(told), set())
        )

    return draw.words("zonas sem {0}", "zones without {0}"), differ


def _compared(draw: Draw) -> tuple[str, Callable[[Any], Differences]]:
    words = f"há mais {draw.condition.pt} ou mais {draw.second.pt}?"
    if not draw.pt:
        words = f"are there more {draw.condition.en} or more {draw.second.en}?"

    def differ(answer: Any) -> Differences:
        # a side without a condition has nothing untold
        sides = [(side.total, _untold(side) or 0) for side in answer.sides]
        founds = [draw.found, draw.city.found(draw.second)]
        return _unequal(sides=(sides, [(len(each.yes), len(each.untold or ())) for each in founds]))

    return words, differ


def _inside(draw: Draw) -> tuple[str, Callable[[Any], Differences]]:
    name = draw.city.names[draw.area]

    def differ(answer: Any) -> Differences:
        untold = None if draw.found.untold is None else draw.city.inside(draw.found.untold, draw.area)
        return _differ(answer, draw.city.inside(draw.found.yes, draw.area), untold)

    return draw.words("{0} em “" + name + "”", "{0} in “" + name + "”"), differ


def _areas(draw: Draw) -> tuple[str, Callable[[Any], Differences]]:
    def differ(answer: Any) -> Differences:
        told = {each.id: (each.total, _untold(each)) for each in answer.areas if each.id in draw.city.areas}
        found = {}
        for area in told:
            untold = (
                None if draw.found.untold is None else draw.city.inside(draw.found.untold, area, mostly=True)
            )
            found[area] = (len(draw.city.inside(draw.found.yes, area, mostly=True)), _number(untold))
        return _unequal(areas=(told, found))

    return draw.words("bairros com mais {0}", "districts with most {0}"), differ


# the last two ask for areas
_FORMS: tuple[Form, ...] = (
    _listed,
    _counted,
    _near,
    _near,
    _near_such,
    _near_such,
    _near_both,
    _far,
    _without,
    _ranked,
    _lacking,
    _compared,
    _inside,
    _areas,
)


def _near_untold(draw: Draw, of: frozenset[str] | set[str]) -> set[str] | None:
    untold = draw.found.untold
    return None if untold is None else draw.city.near(of, untold, draw.radius_m)


def _cells(answer: Any, draw: Draw) -> tuple[dict[str, Any], dict[str, Any]]:
    told = {zone.id: (zone.total, _untold(zone)) for zone in answer.zones}
    if not told:
        return told, {}
    resolution = h3.get_resolution(next(iter(told)))
    of_kind = {each.id for each in draw.city.elements if draw.condition.kind(each.tags)}
    yes = draw.city.by_cell(draw.found.yes, resolution)
    untold = None if draw.found.untold is None else draw.city.by_cell(draw.found.untold, resolution)
    cells = draw.city.by_cell(of_kind, resolution)
    return told, {cell: (yes[cell], None if untold is None else untold[cell]) for cell in cells}


def _zero(draw: Draw) -> int | None:
    return None if draw.found.untold is None else 0


def _differ(answer: Any, yes: Any, untold: Any) -> Differences:
    ids = {place.id for place in answer.places}
    return _unequal(ids=(ids, set(yes)), untold=(_untold(answer), _number(untold)))


def _unequal(**pairs: tuple[Any, Any]) -> Differences:
    return {name: _parted(*pair) for name, pair in pairs.items() if pair[0] != pair[1]}


def _parted(told: Any, found: Any) -> tuple[Any, Any]:
    """Leave out of two dicts, or sets, what they have in common."""
    if isinstance(told, dict):
        return {k: v for k, v in told.items() if found.get(k) != v}, {
            k: v for k, v in found.items() if told.get(k) != v
        }
    return (set(told) - set(found), set(found) - set(told)) if isinstance(told, set) else (told, found)


def _untold(entry: Any) -> int | None:
    return getattr(entry, "untold", None)


def _number(untold: Any) -> int | None:
    return None if untold is None else len(untold)
