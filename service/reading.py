"""What was understood of a question: the reading, a value that can also be passed in place of words."""

import math
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from queries.catalogue.when import KEY as OPENING
from queries.catalogue.when import read_when
from queries.geometry.radius import check_radius_m

Kind = Literal[
    "pairs", "places", "count", "absence", "nearest", "zones", "compare", "distance", "along", "lookup",
    "association", "clusters",
]  # fmt: skip


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
    limit: int | None = None
    words: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    sentence: str = ""


class Problem(_Value):
    """Why a question was not understood: which part, the reason, and what would work."""

    part: str
    reason: str
    try_: tuple[str, ...] = Field(default=(), alias="try", serialization_alias="try")

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)
