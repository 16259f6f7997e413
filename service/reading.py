"""What was understood of a question: the reading, a value that can also be passed in place of words."""

import math
import re
from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from queries.catalogue.when import KEY as OPENING
from queries.catalogue.when import read_when
from queries.geometry.position import Position
from queries.geometry.radius import check_radius_m

Kind = Literal[
    "pairs", "places", "count", "absence", "nearest", "zones", "compare", "distance", "along", "lookup",
    "association", "clusters",
]  # fmt: skip

# what a filter is of that a name runs, or that has a name, beside the keys of tags
Asked = Literal["run_by", "called"]
RUN_BY: Asked = "run_by"
CALLED: Asked = "called"
# kinds that may ask for no kind of place, and how many places they name then
NAMING = {"distance": 2, "along": 2, "lookup": 1}
_POINT = re.compile(r"\s*([+-]?\d+(?:\.\d+)?)\s*[,;\s]\s*([+-]?\d+(?:\.\d+)?)\s*")


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PairReading(_Value):
    """Any service of `a` within (or beyond) `radius_m` of any service of `b`, at least `at_least_m` away."""

    a: tuple[str, ...]
    b: tuple[str, ...]
    relation: Literal["within", "beyond"] = "within"
    radius_m: float
    at_least_m: float = 0.0

    @field_validator("radius_m")
    @classmethod
    def _radius_is_a_distance(cls, value: float) -> float:
        return check_radius_m(value)

    @model_validator(mode="after")
    def _range_is_a_range(self) -> "PairReading":
        if not (math.isfinite(self.at_least_m) and 0 <= self.at_least_m <= self.radius_m):
            raise ValueError(f"at_least_m must be between 0 and radius_m, not {self.at_least_m:g}")
        return self


class PlaceReading(_Value):
    """A place named in the question; id is None where the graph does not know the name.

    Kind address: a house by its number.
    """

    kind: Literal["area", "poi", "street", "zone", "point", "address"]
    id: str | None = None
    name: str
    relation: Literal["in", "within", "beyond", "along", "from"]
    radius_m: float | None = None
    of: Literal["a", "b"] = "a"

    @field_validator("radius_m")
    @classmethod
    def _radius_is_a_distance(cls, value: float | None) -> float | None:
        return None if value is None else check_radius_m(value)


class FilterReading(_Value):
    """A tag asked for, e.g. cuisine=italian of the service restaurant; of several values of one key any.

    The value of opening_hours says when a place must be open: "24/7", "now", or days and a time of the day.
    Days are "today", "tomorrow", "daily", or weekdays, each of which must do: "Su", "Sa,Su", "Mo-Fr"; without
    them one day of a week will do. A time is "at 08:00", at some time "after 22:00", "before 08:00",
    "until 23:00", "in 06:00-12:00" at some time of it, "through 09:00-17:00" all of it; without it any time
    of the day. "closed" before it asks for those that are not open then.
    """

    service: str
    key: str
    value: str

    @model_validator(mode="after")
    def _hours_can_be_read(self) -> "FilterReading":
        if self.key == OPENING:
            read_when(self.value)
        return self


class Reading(_Value):
    """The question as data: kind, services, pairs, places, filters, and what was assumed.

    `words` name neither a service, a place nor a condition ("quiet"): they order by similarity. `same_site`
    asks also for pairs of one kind that stand together as one site. `unit` is what a question of kind zones
    ranks or lists, or where association and clusters are told: H3 cells or areas. Of kind zones without pairs
    `combine` is said of `services`: "any" for a group or "or".
    `sides`, of kind compare: the services of each side, where one is several kinds of place (a group) that
    count as one; without them each of the services is a side.
    `whether`, of kind compare: a yes or no is asked, whether the first side (place or service) has more than
    the others, or with order "fewest" fewer; False: it is asked which has more.
    """

    kind: Kind | None = None
    services: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    sides: tuple[tuple[str, ...], ...] = ()
    pairs: tuple[PairReading, ...] = ()
    places: tuple[PlaceReading, ...] = ()
    filters: tuple[FilterReading, ...] = ()
    combine: Literal["all", "any"] = "all"
    order: Literal["most", "fewest", "nearest"] | None = None
    unit: Literal["zone", "area"] | None = None
    whether: bool = False
    each: bool = False
    same_site: bool = False
    limit: int | None = Field(default=None, ge=1)
    words: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    sentence: str = ""


class Problem(_Value):
    """Why a question was not understood: which part, the reason, and what would work."""

    part: str
    reason: str
    try_: tuple[str, ...] = Field(default=(), alias="try", serialization_alias="try")

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


def answer_services(reading: Reading) -> tuple[str, ...]:
    """Return the services of the places asked for, each once."""
    return tuple(dict.fromkeys(reading.pairs[0].a if reading.pairs else reading.services))


def all_services(reading: Reading) -> tuple[str, ...]:
    """Return every service that the answer depends on, each once, those asked for first."""
    of_pairs = [service for pair in reading.pairs for service in (*pair.a, *pair.b)]
    of_filters = [f.service for f in reading.filters]
    return tuple(dict.fromkeys((*answer_services(reading), *of_pairs, *of_filters, *reading.without)))


def names_only(reading: Reading) -> bool:
    """Whether a reading asks of places it names, and of no kind of place."""
    return reading.kind in NAMING and not answer_services(reading)


def find_parents(pairs: Sequence[PairReading]) -> list[int | None] | int:
    """Return for each pair the earlier one whose b is its a, None for those about what is asked for.

    Returns the index of the first pair that is about neither.
    """
    parents: list[int | None] = []
    for i, pair in enumerate(pairs):
        if set(pair.a) == set(pairs[0].a):
            parents.append(None)
            continue
        earlier = [j for j in range(i) if set(pairs[j].b) == set(pair.a)]
        if not earlier:
            return i
        parents.append(earlier[0])
    return parents


def read_position(text: str) -> Position | None:
    """Read "latitude,longitude" in degrees; None where it is no position."""
    match = _POINT.fullmatch(text)
    if match is None:
        return None
    try:
        return Position(float(match[1]), float(match[2]))
    except ValueError:
        return None
