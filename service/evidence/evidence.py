"""What was found: plain values between retrieving, composing and verifying."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from queries.caveats import Caveat
from queries.statements.areas import NamedArea
from queries.statements.pairs import FoundPair, Measure
from queries.statements.places import FoundPlace
from queries.statements.sites import Site
from service.answer import Access, Area, Closed, Narrower, Outcome, Street, TagCondition, Verdict, Zone
from service.evidence.counts import Ranking
from service.evidence.looked_up import LookedUp
from service.evidence.messages import Message
from service.reading import PlaceReading, Problem, Reading


@dataclass(frozen=True, slots=True)
class Fused:
    """Ranks from 1 in each order (None: not in it) and the fused score."""

    graph: int | None
    vector: int | None
    rrf: float


@dataclass(frozen=True, slots=True)
class DatasetFact:
    """An extract that the answer rests on; extracted_at is ISO 8601 or None.

    `services` were loaded by the rules that the catalogue has now, the `outdated` ones by others.
    `inherited` things are as a newer data set told them that is there no more; `caveats` are to be said;
    `haloed`: it holds places that are near others and no answers themselves.
    """

    id: str
    name: str
    extracted_at: str | None
    attribution: str
    state: str
    services: frozenset[str]
    coverage: str | None = None
    outdated: frozenset[str] = frozenset()
    inherited: int = 0
    caveats: tuple[Caveat, ...] = ()
    haloed: bool = False


@dataclass(frozen=True, slots=True)
class Locator:
    """Where a place is: street, area, and metres and bearing (degrees) from the nearest named place to it."""

    street: str | None = None
    named_id: str | None = None
    named: str | None = None
    distance_m: float | None = None
    bearing_deg: float | None = None
    area: str | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """A place of the answer, and the metres to the place it was measured to (no id: to none of the graph).

    `named`: the number of the reading's place that it was measured to, where it is one of these.
    """

    id: str
    distance_m: float | None = None
    nearest_id: str | None = None
    named: int | None = None


@dataclass(frozen=True, slots=True)
class Joined:
    """How two streets are joined: pairs of their roads that meet, and the class of roads without a name."""

    met: tuple[tuple[str, str], ...]
    classes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Hit:
    """A place near in meaning that no statement verified."""

    id: str
    name: str | None
    score: float


@dataclass(frozen=True, slots=True)
class Compared:
    """One side of a comparison: a place or services, and how many places it has; `uncertain` as in Evidence.

    `counts` by service where a side is of several; `untold` as in the answer.
    """

    place: PlaceReading | None
    services: tuple[str, ...]
    total: int
    counts: Mapping[str, int]
    uncertain: int | None
    untold: int | None = None


@dataclass(frozen=True, slots=True)
class OnBorder:
    """A place on the border of areas of one level, by id and name, and those of them that it lies in."""

    id: str
    name: str | None
    areas: tuple[tuple[str, str], ...]
    homes: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class Evidence:
    """The outcome, the whole sets in the order of the list, and what is known of the places shown.

    `pairs` and `places` are complete; `shown_pairs` and `shown_places` say how many of them, from the first,
    the answer lists. `known` and `locators` hold the places shown and named only. Distances of `pairs` are by
    both measures; those of `places` by the measure asked for. `fused`: the list goes by the fused score.
    `corrections` say of names that they are not those asked: they stand before all else; `assumptions` follow
    those of the reading. `problem` is why it can't be answered, `of_name` where another name could be asked,
    `unread` where the question was not read, or a store failed; `runners`: names taken for who runs places.
    `halo`: places that are near others and never an answer. `sites` holds the site and thing of each of
    `places` and of `same_site`, pairs of a site that are not told as near;
    `sites_parted`: what is of a place's own site was not taken for near it. Of the nearest, `as_near` are as
    near as the last one and left out, and `without` are places that have none.
    `counted`: how many places answer, where they are counted by zone, area or side and not listed; `counts`
    how many of several services asked for, `narrowed` how many of a group's narrow reading. `untold` and
    `conditions` are as in the answer.

    `access` is as in the answer; `closed` has the places, of it or told beside it, that are not open to all.
    `borders` are places of what is asked for that lie on the border of an area named or ranked; `elsewhere`
    those that lie in an area or cell named in part, and count in another.

    What lies past the edge of the data may change the answer: `unsure` are places that may belong to it,
    `doubted` those of `places` that may not, or with other metres, another nearest place or other metres of
    their pairs; `doubted_pairs` the pairs that may have other metres or be none; `past` places named whose
    search reaches past the edge. `edge_known`: it is known where that is.
    """

    reading: Reading
    measure: Measure = "edge"
    outcome: Outcome = "answered"
    problem: Message | None = None
    of_name: bool = False
    unread: Problem | None = None
    candidates: tuple[str, ...] = ()
    candidate_areas: tuple[NamedArea, ...] = ()
    candidates_around: Mapping[str, str] = field(default_factory=dict)
    pairs: list[FoundPair] = field(default_factory=list)
    places: list[Measured] = field(default_factory=list)
    halo: set[str] = field(default_factory=set)
    shown_pairs: int = 0
    shown_places: int = 0
    shown_zones: int = 0
    shown_areas: int = 0
    shown_streets: int = 0
    pair_ranks: Mapping[tuple[str, str], Fused] = field(default_factory=dict)
    place_ranks: Mapping[str, Fused] = field(default_factory=dict)
    known: dict[str, FoundPlace] = field(default_factory=dict)
    locators: dict[str, Locator] = field(default_factory=dict)
    mapped: dict[str, int] = field(default_factory=dict)
    datasets: tuple[DatasetFact, ...] = ()
    similar: tuple[Hit, ...] = ()
    notes: list[Message] = field(default_factory=list)
    corrections: list[Message] = field(default_factory=list)
    assumptions: list[Message] = field(default_factory=list)
    runners: tuple[PlaceReading, ...] = ()
    fused: bool = False
    unsure: set[str] = field(default_factory=set)
    doubted: set[str] = field(default_factory=set)
    doubted_pairs: set[tuple[str, str]] = field(default_factory=set)
    past: list[PlaceReading] = field(default_factory=list)
    edge_known: bool = False
    sites: Mapping[str, Site] = field(default_factory=dict)
    same_site: frozenset[tuple[str, str]] = frozenset()
    sites_parted: bool = False
    borders: list[OnBorder] = field(default_factory=list)
    elsewhere: list[tuple[PlaceReading, frozenset[str]]] = field(default_factory=list)
    as_near: int = 0
    without: int = 0
    zones: list[Zone] = field(default_factory=list)
    areas: list[Area] = field(default_factory=list)
    streets: list[Street] = field(default_factory=list)
    sides: list[Compared] = field(default_factory=list)
    zone_ranks: Mapping[str, Fused] = field(default_factory=dict)
    ranking: Ranking | None = None
    counted: int | None = None
    verdict: Verdict | None = None
    counts: dict[str, int] = field(default_factory=dict)
    untold: int | None = None
    conditions: tuple[TagCondition, ...] = ()
    access: Access | None = None
    closed: Mapping[str, Closed] = field(default_factory=dict)
    narrower: list[Narrower] = field(default_factory=list)
    narrowed: int = 0
    stand_ins: dict[str, FoundPlace] = field(default_factory=dict)
    lookup: LookedUp | None = None
    joined: Joined | None = None

    @property
    def uncertain(self) -> int | None:
        """How many places are doubted or unsure, cells and areas partial, and searches past the edge.

        0: what lies past the edge of the data changes nothing told; None: that edge is not known.
        """
        partial = sum(zone.partial for zone in self.zones) + sum(area.partial for area in self.areas)
        found = len(self.doubted) + len(self.unsure) + len(self.past) + partial
        return found if self.edge_known else None

    @property
    def is_refused(self) -> bool:
        """Whether there is a reason for which the question has no answer."""
        return self.problem is not None or self.unread is not None

    @property
    def total_sites(self) -> int:
        """How many sites the places of the answer are: those that stand together are one."""
        return len({site.site_id if (site := self.sites.get(p.id)) else p.id for p in self.places})

    @property
    def total_things(self) -> int:
        """How many things the places of the answer are: what is mapped several times is one."""
        return len({site.thing_id if (site := self.sites.get(p.id)) else p.id for p in self.places})

    @property
    def total(self) -> int:
        """How many distinct places answer the question, whatever is shown."""
        return len(self.places) if self.counted is None else self.counted

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all was found."""
        found = self.places or self.zones or self.areas or self.streets or self.sides
        return not (found or (self.joined is not None and self.joined.met))

    @property
    def listed_pairs(self) -> Sequence[FoundPair]:
        """The pairs that the answer lists."""
        return self.pairs[: self.shown_pairs]

    @property
    def listed_places(self) -> Sequence[Measured]:
        """The places that the answer lists."""
        return self.places[: self.shown_places]

    def is_certain(self, told: str | tuple[str, str]) -> bool | None:
        """Say whether a place or a pair stays as it is told, whatever lies past the edge; None: not known."""
        doubted = told in self.doubted if isinstance(told, str) else told in self.doubted_pairs
        return not doubted if self.edge_known else None

    def show(self, limit: int | None) -> None:
        """List up to `limit` pairs and places, None for all."""
        self.shown_pairs = len(self.pairs) if limit is None else min(limit, len(self.pairs))
        self.shown_places = len(self.places) if limit is None else min(limit, len(self.places))
        self.shown_zones = len(self.zones) if limit is None else min(limit, len(self.zones))
        self.shown_areas = len(self.areas) if limit is None else min(limit, len(self.areas))
        self.shown_streets = len(self.streets) if limit is None else min(limit, len(self.streets))

    def metres(self, pair: FoundPair) -> float:
        """Return the metres of a pair by the measure asked for."""
        return pair.dist_m if self.measure == "edge" else pair.centre_dist_m
