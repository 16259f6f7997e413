"""What a source's reader hands over: elements with tags and shapes, and what was left out and why."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from shapely.geometry.base import BaseGeometry

from queries.caveats import Caveat, Code
from queries.geometry.position import Position

# the classes of roads (highway=*) that are read unless others are asked for; links (primary_link …) are ramps
# without a name of their own
ROAD_CLASSES = (
    *("motorway", "trunk", "primary", "secondary", "tertiary"),
    *("unclassified", "residential", "living_street", "pedestrian"),
)
# how many of the places that are told though out of use a data set names
_MOST_IDS = 10


@dataclass(frozen=True, slots=True)
class Remark:
    """Something about one element ("way/45") or the source ("file") that the person who loads should know."""

    id: str
    reason: str


@dataclass(frozen=True, slots=True)
class PlaceElement:
    """One OSM element with at least one service; the shape is in longitude latitude order, not yet mended.

    `cut`: the source holds only a part of its shape, or does not tell what its outline encloses; `encloses`:
    what it lacks may be a part of an outline, so that the place may lie on either side of the part it holds.
    """

    id: str
    tags: Mapping[str, str]
    services: tuple[str, ...]
    shape: BaseGeometry
    cut: bool = False
    encloses: bool = False


@dataclass(frozen=True, slots=True)
class RoadElement:
    """One OSM way with a road class; `nodes` are all its node numbers, also those the file lacks."""

    id: str
    tags: Mapping[str, str]
    road_class: str
    shape: BaseGeometry
    nodes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AreaElement:
    """One administrative boundary or one element with a place=* tag (a city, a neighbourhood …).

    `shape` is its polygon, not yet mended, in longitude latitude order; None where it is a node or its
    boundary is not whole in the source, which `problem` then says. `position` is the node's own, or, where
    there is no shape, that of the relation's label or admin_centre, or the centre that the source gives.
    """

    id: str
    tags: Mapping[str, str]
    shape: BaseGeometry | None
    position: Position | None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class AddressElement:
    """One element with a house number, a place or not; its shape is as that of a PlaceElement.

    `marks`: of a way along which numbers are interpolated, "low-high/step" for each of its lines.
    """

    id: str
    tags: Mapping[str, str]
    shape: BaseGeometry
    marks: tuple[str, ...] = ()


@dataclass(slots=True)
class Extract:
    """A source as read, of whatever format.

    `coverage` is what the source holds whole, as its header says: WKT in longitude latitude order, None where
    it does not say; elements of it may reach beyond. `extracted_at` is ISO 8601: the header's time, else that
    of the newest element, else None. `skipped` are elements that are not among the places or roads, `noted`
    those that are, with something to know. `out_of_use` are elements left out, whole or as one of the things
    that they are, with the mark that says so ("disused=yes"); `marked`: by kind, the ids of those that are
    kept and told. `shapeless`: how many were left out, by kind ("road": roads), because the source lacks
    their shape; `flaws`: what the source as a whole lacks.
    """

    source: str
    coverage: str | None = None
    extracted_at: str | None = None
    places: list[PlaceElement] = field(default_factory=list)
    roads: list[RoadElement] = field(default_factory=list)
    areas: list[AreaElement] = field(default_factory=list)
    addresses: list[AddressElement] = field(default_factory=list)
    skipped: list[Remark] = field(default_factory=list)
    noted: list[Remark] = field(default_factory=list)
    out_of_use: list[Remark] = field(default_factory=list)
    marked: dict[str, list[str]] = field(default_factory=dict)
    shapeless: dict[str, int] = field(default_factory=dict)
    flaws: list[Code] = field(default_factory=list)

    def find_caveats(self) -> list[Caveat]:
        """Return what every answer from this source has to say of it, in a fixed order."""
        found = [Caveat(code) for code in sorted(set(self.flaws))]
        found += [Caveat("shapeless", kind, count) for kind, count in sorted(self.shapeless.items())]
        for kind, ids in sorted(self.marked.items()):
            found.append(Caveat("marked", kind, len(ids), tuple(sorted(ids)[:_MOST_IDS])))
        return found
