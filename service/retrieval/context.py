"""What a question is answered with: graph, data sets, the edge of the data, and the places named."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from queries.catalogue.catalogue import Language
from queries.graph import Graph
from queries.statements.pairs import Measure
from service.choices import Mode, Order
from service.retrieval.geocoding.geocoder import Landmark
from service.retrieval.spatial.completeness import Edge
from service.retrieval.tags.tagged import Tagged


def read_clock() -> datetime:
    """Return the time, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Wanted:
    """How to answer; limit None lists all, datasets None asks all, order None is the usual one.

    `resolution` of the H3 cells that zones are, 7 to 9; None: the coarsest of which enough hold places.
    `now`: the moment of asking, with its time zone.
    """

    language: Language
    mode: Mode
    measure: Measure
    limit: int | None
    order: Order | None
    datasets: tuple[str, ...] | None
    rrf_k: int
    default_radius_m: float
    resolution: int | None = None
    now: datetime = field(default_factory=read_clock)


@dataclass(frozen=True, slots=True)
class Asking:
    """One question while it is answered; `datasets` are ids, None for all; `landmarks` the places named.

    `tagged`: what the tags asked for leave of each kind of place. `haloed`: a data set may have a halo,
    places that are near others and no answers.
    """

    graph: Graph
    wanted: Wanted
    datasets: Sequence[str] | None
    edge: Edge
    landmarks: Sequence[Landmark]
    tagged: Tagged = field(default_factory=Tagged)
    haloed: bool = True
