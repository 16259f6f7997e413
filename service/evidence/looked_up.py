"""What is told of one thing that a question names, and what is near it: plain values."""

from dataclasses import dataclass

from queries.statements.lookups import HoldingArea, KindCount, PlaceContext


@dataclass(frozen=True, slots=True)
class Near:
    """A named place near something: metres between the two locations, and the bearing there towards it."""

    id: str
    name: str
    distance_m: float
    bearing_deg: float


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What is told of a place named: `kinds` are what a cell, an area or a street holds, most first.

    `context` is where a place of the graph lies, `areas` those that hold the position of anything else;
    `length_m` and `classes` (of highway=*) tell of a street's roads; `outlined`: an area has an outline here.
    """

    near: tuple[Near, ...] = ()
    context: PlaceContext | None = None
    areas: tuple[HoldingArea, ...] = ()
    kinds: tuple[KindCount, ...] = ()
    length_m: float = 0.0
    classes: tuple[str, ...] = ()
    outlined: bool = True
