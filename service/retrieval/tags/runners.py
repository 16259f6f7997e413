"""Who runs places: a name among the brands, operators and networks that the map tells of a kind of place."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from queries.catalogue.folding import forgive
from queries.graph import Graph
from queries.statements.tagged import TaggedPlaces, find_tag_values, find_tagged_places
from service.reading import CALLED, RUN_BY, FilterReading, PlaceReading, Reading
from service.retrieval.geocoding.spelling import count_errors

# who runs a place is told by these; its name says it too where it is the same, and denies nothing
RUN_KEYS = ("brand", "brand:short", "operator", "operator:short", "network", "network:short", "owner")
NAME_KEYS = ("name", "short_name", "alt_name", "official_name", "loc_name", "old_name", "name:pt", "name:en")
_MOST_ALIKE = 5
# several names in one value
_PARTED = re.compile(r"\s*[,/]\s+|;")


@dataclass(frozen=True, slots=True)
class Runner:
    """The tags of a kind of place that tell a name, and those that tell one that is alike but another."""

    tags: tuple[str, ...]
    alike: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """The kinds of place whose tags tell a name, these tags, and all other tags that tell who runs places.

    `weak`: the tags only tell what places are called. `sides`: of how many sides of a condition they are.
    """

    name: str
    services: tuple[str, ...]
    tags: tuple[str, ...]
    others: tuple[str, ...]
    weak: bool
    sides: int

    def list_alike(self) -> tuple[str, ...]:
        """Return names that are alike, the first of them."""
        alike = dict.fromkeys(tag.partition("=")[2] for tag in list_alike(self.others, self.name))
        return tuple(alike)[:_MOST_ALIKE]


def find_runner(
    graph: Graph, service: str, name: str, *, keys: Sequence[str], datasets: Sequence[str] | None
) -> Runner:
    """Find a name among the tags of the keys; names are equal but for case, accents, signs and articles.

    Alike are names with a few other letters, and those that hold the name whole among other words.
    """
    told = find_tag_values(graph, service=service, keys=keys, datasets=datasets)
    same = list_same(told, name)
    return Runner(same, list_alike((tag for tag in told if tag not in same), name))


def list_same(tags: Iterable[str], name: str) -> tuple[str, ...]:
    """Return the tags that tell the name."""
    wanted = forgive(name)
    return tuple(tag for tag in tags if wanted in _names_in(tag))


def list_alike(tags: Iterable[str], name: str) -> tuple[str, ...]:
    """Return those of the tags that tell a name that is alike."""
    wanted = forgive(name)
    return tuple(tag for tag in tags if any(_is_alike(wanted, other) for other in _names_in(tag)))


def _names_in(tag: str) -> set[str]:
    return {forgive(part) for part in _PARTED.split(tag.partition("=")[2])}


def find_run_places(
    graph: Graph, asked: FilterReading, datasets: Sequence[str] | None
) -> tuple[Runner, TaggedPlaces]:
    """Find the places that are run by, or called, what is asked.

    Untold are those of which no tag tells who runs them, or what they are called.
    """
    telling = telling_keys(asked.key)
    keys = telling if asked.key == CALLED else (*telling, *NAME_KEYS)
    runner = find_runner(graph, asked.service, asked.value, keys=keys, datasets=datasets)
    told = find_tag_values(graph, service=asked.service, keys=telling, datasets=datasets)
    no = [tag for tag in told if tag not in runner.tags]
    found = find_tagged_places(
        graph, service=asked.service, yes=runner.tags, no=no, against=(), datasets=datasets
    )
    return runner, found


def telling_keys(key: str) -> tuple[str, ...]:
    """Return the keys of the tags that tell who runs a place, or what it is called."""
    return NAME_KEYS if key == CALLED else RUN_KEYS


def find_runners(graph: Graph, reading: Reading, datasets: Sequence[str] | None) -> dict[PlaceReading, Told]:
    """Return which of the places that something is to be in may be who runs it, and which tags tell so.

    "ATMs of X" may be either. In "cafes near an ATM of X" the name may be said of either kind: it is said of
    the one of which a tag tells it.
    """
    found: dict[PlaceReading, Told] = {}
    if not any(services for place in reading.places for services in _sides_of(reading, place)):
        return found  # a look-up asks for no kind
    for place in reading.places:
        if place.relation != "in" or place.id is not None or place.kind in ("street", "point", "zone"):
            continue
        keys = (*RUN_KEYS, *NAME_KEYS)
        sides = {
            services: [
                tag
                for service in services
                for tag in find_tag_values(graph, service=service, keys=keys, datasets=datasets)
            ]
            for services in _sides_of(reading, place)
        }
        same = {services: list_same(tags, place.name) for services, tags in sides.items()}
        telling = [services for services, tags in same.items() if tags]
        tags = tuple(dict.fromkeys(tag for of_side in same.values() for tag in of_side))
        others = dict.fromkeys(tag for of_side in sides.values() for tag in of_side if tag not in tags)
        weak = all(tag.partition("=")[0] in NAME_KEYS for tag in tags)
        found[place] = Told(place.name, (telling or [()])[0], tags, tuple(others), weak, len(telling))
    return found


def take_runners(reading: Reading, taken: Mapping[PlaceReading, Sequence[str]]) -> Reading:
    """Return the reading with conditions on who runs kinds of place (by the place), not on where they are."""
    filters = [
        FilterReading(service=service, key=RUN_BY, value=place.name)
        for place, services in taken.items()
        for service in services
    ]
    places = tuple(place for place in reading.places if place not in taken)
    return reading.model_copy(
        update={"places": places, "filters": tuple(dict.fromkeys((*reading.filters, *filters)))}
    )


def _sides_of(reading: Reading, place: PlaceReading) -> list[tuple[str, ...]]:
    """Return the kinds of place that a place named may be said of, those that it is read of first."""
    if not reading.pairs:
        return [reading.services]
    a = tuple(sorted({service for pair in reading.pairs for service in pair.a}))
    b = tuple(sorted({service for pair in reading.pairs for service in pair.b}))
    return [a, b] if place.of == "a" else [b, a]


def _is_alike(wanted: str, told: str) -> bool:
    words, others = wanted.split(), told.split()
    whole = bool(words) and set(words) < set(others)
    part = bool(others) and set(others) < set(words) and max(map(len, others)) > 2
    if whole or part or count_errors(wanted, told) is not None:
        return True
    # "Millenium" for "Millennium bcp"
    near = [any(word == other or count_errors(word, other) is not None for other in others) for word in words]
    return bool(near) and all(near)
