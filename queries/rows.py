"""What goes into the graph: one frozen row for each node the loader writes."""

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Any

from queries.geometry.cells import ZoneLength, ZoneShare
from queries.geometry.position import Position

# what is written of a row: another number where a load must write rows anew that are as they were
_WRITTEN = 3


@dataclass(frozen=True, slots=True)
class POIRow:
    """One place: a node, way or relation of OpenStreetMap with at least one service.

    `position` is inside or on the shape; `geometry` is WKT in longitude latitude order, None for a bare
    point; `reach_m` is the distance from position to the farthest boundary point; `tags` are "key=value"
    with semicolons split; `services` sorted; `zones` for resolutions 7, 8 and 9. `halo`: it was fetched only
    because something asked for may be near it, so it is near others and never an answer itself. `cut`: a part
    of its shape is not known; `encloses`: a part of an outline, so what it encloses is not known either.
    """

    id: str
    name: str | None
    alt_names: tuple[str, ...]
    services: tuple[str, ...]
    position: Position
    geometry: str | None
    reach_m: float
    tags: tuple[str, ...]
    zones: tuple[ZoneShare, ...]
    halo: bool = False
    cut: bool = False
    encloses: bool = False

    @property
    def hash(self) -> str:
        """A digest of everything in the row, equal for equal rows."""
        return _digest(self)


@dataclass(frozen=True, slots=True)
class RoadRow:
    """One OSM way with a road class; geometry a WKT LINESTRING; connects the roads sharing a node with it."""

    id: str
    name: str | None
    alt_names: tuple[str, ...]
    road_class: str
    geometry: str
    length_m: float
    zones: tuple[ZoneLength, ...]
    connects: tuple[str, ...]

    @property
    def hash(self) -> str:
        """A digest of everything in the row, equal for equal rows."""
        return _digest(self)


@dataclass(frozen=True, slots=True)
class AreaRow:
    """A city, district or neighbourhood: kind as place=* says, "administrative" for other boundaries.

    `geometry` is a WKT (MULTI)POLYGON, None where its boundary is cut or absent; `position` inside it, or the
    point it is mapped as, None where there is neither; `area_m2` of the geometry, and
    `reach_m` how far it reaches from the position.
    """

    id: str
    name: str
    alt_names: tuple[str, ...]
    kind: str
    admin_level: int | None
    position: Position | None
    geometry: str | None
    area_m2: float | None
    reach_m: float | None

    @property
    def hash(self) -> str:
        """A digest of everything in the row, equal for equal rows."""
        return _digest(self)


@dataclass(frozen=True, slots=True)
class AddressRow:
    """A house number on the map: `number` as it is tagged, `numbers` the keys of every house that it tells.

    `streets` are the names of the street (or place) that it is of, the first as it is told; `beside`: no tag
    says which, and it is the nearest named road. `tags` are its other "addr:key=value". `geometry` is WKT in
    longitude latitude order, None for a bare point; `position` is inside or on it. `marks`: houses are
    interpolated along each of its lines, "low-high/step" (101-199/2), from its first point to its last.
    """

    id: str
    number: str
    numbers: tuple[str, ...]
    streets: tuple[str, ...]
    beside: bool
    position: Position
    geometry: str | None
    tags: tuple[str, ...]
    marks: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The address as people write it: "Rua das Flores, 120"."""
        return f"{self.streets[0]}, {self.number}"

    @property
    def hash(self) -> str:
        """A digest of everything in the row, equal for equal rows."""
        return _digest(self)


@dataclass(frozen=True, slots=True)
class DatasetRow:
    """One extract: where it came from, when it was extracted (ISO 8601), what it holds whole (WKT).

    `extracted_at` and `coverage` are None where that is not known; `caveats` are what answers must say of it.
    """

    id: str
    name: str
    source: str
    extracted_at: str | None
    attribution: str
    services: tuple[str, ...]
    coverage: str | None = None
    caveats: tuple[str, ...] = ()


def _digest(row: Any) -> str:
    text = json.dumps([_WRITTEN, asdict(row)], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:32]
