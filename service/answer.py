"""The answer: one frozen object for Python, `--json` and HTTP; its JSON Schema is docs/answer.schema.json."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from queries.catalogue.catalogue import Language
from service.choices import Measure, Mode
from service.reading import Problem, Reading

Outcome = Literal["answered", "none", "not_understood", "unavailable"]
# of a question that a yes or no answers; partial: what lies past the edge of the data may turn it
Verdict = Literal["yes", "no", "partial"]


# what the map says of a place that is not open to everyone
Closed = Literal["private", "customers"]


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Ranks(_Value):
    """Ranks from 1 in the graph's and the vectors' order (None: not in it), and the fused score."""

    graph: int | None
    vector: int | None
    rrf: float


class Place(_Value):
    """A place; `locator` tells where it is in words; coordinates in degrees on WGS84.

    `borders` are the areas, of any level, on whose border it lies. `access`: the map says of a place of a
    kind that people use freely, a toilet or a car park, that it is private, or for customers only.
    """

    id: str
    name: str | None
    services: tuple[str, ...]
    latitude: float
    longitude: float
    locator: str
    ranks: Ranks | None = None
    tags: tuple[str, ...] | None = None
    borders: tuple[str, ...] = ()
    access: Closed | None = None


class Access(_Value):
    """How many places of an answer the map says are private, and how many for customers only."""

    private: int
    customers: int


class NearestPlace(_Value):
    """The place that a listed place was measured to."""

    id: str
    name: str | None


class ListedPlace(Place):
    """A place in the answer's list; distance and bearing (degrees from north at the place) to `nearest`.

    `certain` is false where that might be otherwise, were it known what lies past the edge of the data: the
    place might not belong to the answer, something might be nearer to it than `nearest`, or its metres, or
    those of one of its pairs, might differ, since a shape is cut off. Of a place that is told to lack
    something, only that it does: `nearest` is then the nearest that is mapped. None: it is not known where
    the data end.
    """

    distance_m: float | None = None
    bearing_deg: float | None = None
    nearest: NearestPlace | None = None
    certain: bool | None = True


class Pair(_Value):
    """Two places and the metres between them; bearing in degrees from north at a.

    `certain` is false where, past the edge of the data, a shape of the two goes on that is cut off there, or
    what would make it no pair of the answer; None: it is not known where the data end.
    """

    a: Place
    b: Place
    distance_m: float
    bearing_deg: float
    ranks: Ranks | None = None
    certain: bool | None = True


class Zone(_Value):
    """An H3 cell and how many places of each service it holds; `total` counts each of them once.

    A place counts where most of it lies; `shared` lie there in part and count elsewhere. `untold`:
    how many of the places asked for, or that must not be there, have no tag that says what is asked of them.
    `pairs` are those of the places that count. `partial`: the cell is not wholly covered by the data.
    """

    id: str
    resolution: int
    latitude: float
    longitude: float
    counts: dict[str, int]
    total: int = 0
    untold: int | None = None
    shared: int = 0
    pairs: int
    partial: bool
    ranks: Ranks | None = None


class Area(_Value):
    """A city, district or neighbourhood and how many places of each service it holds, as in Zone.

    `locator`, of a candidate: what it is and where, in words.
    """

    id: str
    name: str
    admin_level: int | None
    locator: str = ""
    counts: dict[str, int]
    total: int = 0
    untold: int | None = None
    shared: int = 0
    pairs: int = 0
    partial: bool
    ranks: Ranks | None = None


class Site(_Value):
    """Places of one kind that stand together (up to 15 m), by their ids, the smallest of which it goes by.

    `things`: those of them that are one thing mapped several times, as grounds, building and node.
    """

    id: str
    members: tuple[str, ...]
    things: tuple[tuple[str, ...], ...] = ()


class Border(_Value):
    """A place on a line that bounds `areas` of one level, by their ids; it counts in those of `counts_in`.

    That is the area of the smallest id of those that share the line, or one that holds the place inside.
    """

    id: str
    areas: tuple[str, ...]
    counts_in: tuple[str, ...]


class Street(_Value):
    """Connected roads of one name."""

    id: str
    name: str


class Side(_Value):
    """One side of a comparison.

    `service` is that of a side of one kind of place, `services` are those of any that is of kinds.
    `counts` by service where a side is of several; `untold`: how many more there may be, of places
    with no tag that says what is asked; `uncertain` searches reach past the edge of the data and may find
    more there, None where it is not known where that is.
    """

    place: Place | None = None
    service: str | None = None
    services: tuple[str, ...] = ()
    total: int
    counts: dict[str, int] = {}
    untold: int | None = None
    uncertain: int | None = None


class Narrower(_Value):
    """How many the narrow reading of a group asked for (a), or of one they are near (b), would find."""

    of: Literal["a", "b"]
    services: tuple[str, ...]
    total: int


class TagCondition(_Value):
    """What was asked of the tags of one kind of place, and what they say.

    Any of the `values` of `key` will do. `tags` are all that were taken for saying so, of those that places
    of the kind have; a place with one of `against` does not meet it all the same. Of all `places` of the
    kind, `met` meet it and `untold` have no tag of `keys` that says anything. `alike` are tags of nearly the
    same name, where who runs a place or what it is called is asked: they were not counted.
    Of opening hours, `untold` counts those that leave it open as well, and the `unreadable` ones, which say
    what can't be read: `unread` has all such texts. `moments` are the days that were looked at, of weekdays
    those from today on, taken as days without holidays; or, of now, today and tomorrow, the moment or the day
    at the places, with their time zones: ISO 8601, as "2026-12-01T09:30+00:00[Europe/Lisbon]".
    """

    service: str
    key: str
    values: tuple[str, ...]
    tags: tuple[str, ...]
    against: tuple[str, ...] = ()
    keys: tuple[str, ...]
    places: int
    met: int
    untold: int
    alike: tuple[str, ...] = ()
    unreadable: int = 0
    unread: tuple[str, ...] = ()
    moments: tuple[str, ...] = ()


class Similar(_Value):
    """A vector hit that no statement verified."""

    id: str
    name: str | None
    score: float


class Citation(_Value):
    """The fact behind [n] in the text, and the ids it is about."""

    n: int
    ids: tuple[str, ...]
    fact: str


class RanStatement(_Value):
    """A statement that ran; `console` can be pasted into a Cypher console as it is."""

    name: str
    role: Literal["answer", "candidates", "verify"]
    cypher: str
    parameters: dict[str, Any]
    console: str


class DatasetNote(_Value):
    """An extract that the answer rests on."""

    id: str
    name: str
    extracted_at: str | None


class Data(_Value):
    """What the answer rests on, and whom to thank."""

    datasets: tuple[DatasetNote, ...]
    attribution: str


class Rejected(_Value):
    """A sentence of a language model that the evidence did not bear out."""

    text: str
    why: str


class ModelNote(_Value):
    """The language model that phrased the text."""

    name: str
    tokens: int
    rejected: tuple[Rejected, ...]


class Answer(_Value):
    """A question's answer: outcome, reading, places, pairs, metres, statements, text with citations.

    Totals count what is known, whatever is shown: `total` the elements of the map, `total_things` what is
    mapped several times once, `total_sites` what stands together once. `sites` are those of several of the
    places listed, and of pairs not told as near. `borders` are all places of what is asked for on the
    borders of the areas named or ranked, counted there or beside. `uncertain` is how many places of the
    answer are not `certain`, plus how many that are not in it might belong to it, plus how many searches at
    a place, area or cell named reach past the edge of the data. Where it is 0, nothing past that edge
    changes which places answer, their metres or what is nearest to them; a place may still pair with more
    than `total_pairs` counts, past the edge. None: it is not known where the data end.

    `untold`, where anything is asked of tags: how many places may belong to the answer, or not belong to
    it, by what no tag says; counted by zone or area, how many of the places that are asked for, or must not
    be there, do not say. `conditions` has what the tags say of each kind of place. None: nothing is
    asked of tags.

    `access` counts all places of the answer, as `total` does, that are of a kind that people use freely and,
    as the map says, not open to everyone. None: no such kind is asked for, or its places are not listed.
    """

    question: str | None
    language: Language
    mode: Mode
    measure: Measure
    outcome: Outcome
    verdict: Verdict | None = None
    reading: Reading
    problem: Problem | None = None
    candidates: tuple[Place | Area, ...] = ()
    notes: tuple[str, ...] = ()
    total: int = 0
    untold: int | None = None
    conditions: tuple[TagCondition, ...] = ()
    access: Access | None = None
    total_things: int | None = None
    total_sites: int | None = None
    total_pairs: int = 0
    total_zones: int = 0
    total_areas: int = 0
    counts: dict[str, int] = {}
    narrower: tuple[Narrower, ...] = ()
    uncertain: int | None = None
    pairs: tuple[Pair, ...] = ()
    places: tuple[ListedPlace, ...] = ()
    zones: tuple[Zone, ...] = ()
    areas: tuple[Area, ...] = ()
    streets: tuple[Street, ...] = ()
    sites: tuple[Site, ...] = ()
    borders: tuple[Border, ...] = ()
    sides: tuple[Side, ...] = ()
    similar: tuple[Similar, ...] = ()
    text: str = ""
    citations: tuple[Citation, ...] = ()
    statements: tuple[RanStatement, ...] = ()
    data: Data = Data(datasets=(), attribution="")
    model: ModelNote | None = None
    elapsed_ms: dict[str, float] = {}
