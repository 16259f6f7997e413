"""What tags asked for leave of each kind of place: the places that meet them, and those that do not say."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from queries.catalogue.opening_hours import Opening, Said
from queries.catalogue.senses import find_sense, judge_all
from queries.catalogue.when import KEY as OPENING
from queries.catalogue.when import read_when
from queries.graph import Graph
from queries.statements.tagged import find_opening_hours, find_tag_values, find_tagged_places
from service.reading import CALLED, RUN_BY, FilterReading, Reading
from service.retrieval.tags.runners import find_run_places, telling_keys


@dataclass(frozen=True, slots=True)
class Judged:
    """What the tags of all places of a service say of one tag asked for.

    `met` and `untold` are ids; `yes` and `against` the tags that were taken for saying so, `keys` those that
    could have said something; `alike` are tags that were not counted, though they tell nearly the same
    name. `places` how many of the service there are. `unreadable` are those of `untold`
    that say something that can't be read, `odd` what they say; `moments` when places were looked at.
    """

    met: frozenset[str]
    untold: frozenset[str]
    yes: tuple[str, ...]
    against: tuple[str, ...]
    keys: tuple[str, ...]
    places: int
    alike: tuple[str, ...] = ()
    unreadable: frozenset[str] = frozenset()
    odd: tuple[str, ...] = ()
    moments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    """The values of one key asked of a service, any of which will do, and what the tags say of them."""

    service: str
    key: str
    values: tuple[str, ...]
    judged: Judged


@dataclass(frozen=True, slots=True)
class Tagged:
    """Ids by service of the places that meet all conditions, and of those that may, for all that is said."""

    allowed: Mapping[str, frozenset[str]] = field(default_factory=dict)
    untold: Mapping[str, frozenset[str]] = field(default_factory=dict)
    conditions: tuple[Condition, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether any place does not say what is asked."""
        return any(self.untold.values())

    def widened(self) -> "Tagged":
        """Return what would be left if all places that do not say met the conditions."""
        return Tagged({service: ids | self.untold[service] for service, ids in self.allowed.items()})

    def untold_of(self, services: Sequence[str]) -> set[str]:
        """Return the places of the services that do not say."""
        return set[str]().union(*(self.untold.get(service, ()) for service in services))


Judge = Callable[[Graph, FilterReading, Sequence[str] | None], Judged]


def find_tagged(graph: Graph, reading: Reading, datasets: Sequence[str] | None, *, now: datetime) -> Tagged:
    """Find what the tags asked for leave of each service that they are asked of; `now`: when it is asked.

    Of several values of one key any will do; tags of several keys must all hold.
    """
    asked: dict[tuple[str, str], list[FilterReading]] = {}
    for filter_ in reading.filters:
        asked.setdefault((filter_.service, filter_.key), []).append(filter_)
    judges: dict[str, Judge] = {**JUDGES, OPENING: partial(judge_opening, now=now)}
    conditions = tuple(
        Condition(service, key, tuple(f.value for f in alike), _judge_any(graph, alike, datasets, judges))
        for (service, key), alike in sorted(asked.items())
    )
    allowed: dict[str, frozenset[str]] = {}
    possible: dict[str, frozenset[str]] = {}
    for condition in conditions:
        service, judged = condition.service, condition.judged
        may = judged.met | judged.untold
        allowed[service] = judged.met & allowed.get(service, judged.met)
        possible[service] = may & possible.get(service, may)
    untold = {service: possible[service] - ids for service, ids in allowed.items()}
    return Tagged(allowed, untold, conditions)


def _judge_any(
    graph: Graph,
    asked: Sequence[FilterReading],
    datasets: Sequence[str] | None,
    judges: Mapping[str, Judge],
) -> Judged:
    """Judge alternatives together: one that is met will do, and one that is untold leaves it open."""
    each = [judges.get(one.key, judge_sense)(graph, one, datasets) for one in dict.fromkeys(asked)]
    met = frozenset[str]().union(*(one.met for one in each))
    return Judged(
        met,
        frozenset[str]().union(*(one.untold for one in each)) - met,
        tuple(dict.fromkeys(tag for one in each for tag in one.yes)),
        tuple(dict.fromkeys(tag for one in each for tag in one.against)),
        tuple(dict.fromkeys(key for one in each for key in one.keys)),
        each[0].places,
        alike=tuple(dict.fromkeys(tag for one in each for tag in one.alike)),
        unreadable=frozenset[str]().union(*(one.unreadable for one in each)) - met,
        odd=tuple(dict.fromkeys(text for one in each for text in one.odd)),
        moments=tuple(sorted({moment for one in each for moment in one.moments})),
    )


def judge_sense(graph: Graph, asked: FilterReading, datasets: Sequence[str] | None) -> Judged:
    """Judge by what the tag asked for means (catalogue/senses.toml), of the values that the places have."""
    sense = find_sense(asked.key, asked.value, asked.service)
    there = find_tag_values(graph, service=asked.service, keys=sense.keys, datasets=datasets)
    said = judge_all(sense, there)
    found = find_tagged_places(graph, service=asked.service, **said, datasets=datasets)
    return Judged(
        frozenset(found.ids),
        frozenset(found.untold),
        tuple(said["yes"]),
        tuple(said["against"]),
        sense.keys,
        found.places,
    )


def judge_name(graph: Graph, asked: FilterReading, datasets: Sequence[str] | None) -> Judged:
    """Judge by the names in the tags who runs a place, or what it is called."""
    runner, found = find_run_places(graph, asked, datasets)
    met, untold = frozenset(found.ids), frozenset(found.untold)
    keys = telling_keys(asked.key)
    return Judged(met, untold, runner.tags, (), keys, found.places, alike=runner.alike)


def judge_opening(
    graph: Graph, asked: FilterReading, datasets: Sequence[str] | None, *, now: datetime
) -> Judged:
    """Judge by opening hours; those that can't be read, or leave it open, leave the place untold."""
    opening = Opening(read_when(asked.value), now)
    there = find_opening_hours(graph, service=asked.service, key=asked.key, datasets=datasets)
    said = {place.id: opening.judge(place.hours, place.position) for place in there if place.hours}
    told: dict[Said, dict[str, str]] = {}
    for place in there:
        if place.hours:
            told.setdefault(said[place.id], {})[place.id] = place.hours
    met = told.get("yes", {})
    return Judged(
        frozenset(met),
        frozenset(place.id for place in there if said.get(place.id, "unsaid") in ("unsaid", "unreadable")),
        tuple(sorted({f"{asked.key}={hours}" for hours in met.values()})),
        (),
        (asked.key,),
        sum(place.listed for place in there),
        unreadable=frozenset(told.get("unreadable", ())),
        odd=tuple(sorted(set(told.get("unreadable", {}).values()))),
        moments=tuple(sorted(opening.moments)),
    )


# keys whose values are judged otherwise than one by one
JUDGES: Mapping[str, Judge] = {RUN_BY: judge_name, CALLED: judge_name}
