"""What a map shows behind and beside an answer, and how much of the Earth that is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import shapely
from shapely.geometry.base import BaseGeometry

from queries.geometry.position import Position
from queries.statements.pairs import FoundShape
from queries.statements.places import FoundPlace
from queries.statements.roads import FoundWay
from service.answer import Answer, Place

Role = Literal["a", "b"]


@dataclass(frozen=True, slots=True)
class Region:
    """A cell, an area or a street; `count`: how many of what is asked for it holds, where that is asked.

    Role a: the answer is about it, b: the question names it.
    """

    id: str
    name: str
    role: Role
    shape: BaseGeometry
    position: Position
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """Bounds in degrees; east exceeds 180 where the box crosses the antimeridian."""

    south: float
    west: float
    north: float
    east: float


@dataclass(frozen=True, slots=True)
class Background:
    """What the graph adds to an answer on a map: `shapes` are those of the places shown.

    `elsewhere`: the places that the answer names by id only, such as the one that a place was measured to;
    `regions`: the cells, areas and streets it lists or names; `unread`: roads and shapes could not be read.
    """

    roads: Sequence[FoundWay] = ()
    shapes: Sequence[FoundShape] = ()
    elsewhere: Mapping[str, FoundPlace] = field(default_factory=dict)
    regions: Sequence[Region] = ()
    unread: bool = False


EMPTY = Background()


def ids_shown(answer: Answer) -> list[str]:
    """Return the ids of all places that the answer lists with a position, each once, in its order."""
    return list(listed_places(answer))


def ids_elsewhere(answer: Answer) -> list[str]:
    """Return the ids of the places that the answer only names: those measured to or asked for."""
    named = [p.nearest.id for p in answer.places if p.nearest] + [
        p.id for p in answer.reading.places if p.kind == "poi" and p.id
    ]
    listed = listed_places(answer)
    return [id_ for id_ in dict.fromkeys(named) if id_ not in listed]


def box_of(answer: Answer, elsewhere: Mapping[str, FoundPlace], regions: Sequence[Region] = ()) -> Box | None:
    """Return the box around everything with a position; None where there is nothing.

    Of the regions those that the answer is about are whole in it; what it is in may be a whole country.
    """
    points = [(p.latitude, p.longitude) for p in listed_places(answer).values()]
    points += [(p.position.latitude, p.position.longitude) for p in elsewhere.values()]
    about = [region for region in regions if region.role == "a"] or ([] if points else regions)
    for region in about:
        for part in shapely.get_parts(region.shape):
            west, south, east, north = part.bounds
            points += [(south, west), (north, east)]
    return _box(points)


def listed_places(answer: Answer) -> dict[str, Place]:
    """Return what has a position in the answer; what is asked for comes before what it is near."""
    a = [*answer.places, *(pair.a for pair in answer.pairs)]
    b = [pair.b for pair in answer.pairs]
    found: dict[str, Place] = {}
    for place in [*a, *b, *(c for c in answer.candidates if isinstance(c, Place))]:
        found.setdefault(place.id, place)
    return found


def _box(positions: Sequence[tuple[float, float]]) -> Box | None:
    if not positions:
        return None
    latitudes = [latitude for latitude, _ in positions]
    longitudes = [longitude for _, longitude in positions]
    if max(longitudes) - min(longitudes) > 180:
        # around the antimeridian the short way leaves the range of longitudes
        around = [x + 360 if x < 0 else x for x in longitudes]
        if max(around) - min(around) < max(longitudes) - min(longitudes):
            longitudes = around
    return Box(min(latitudes), min(longitudes), max(latitudes), max(longitudes))
