"""What a load did, for people and as JSON."""

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

from loader.extract import Remark
from loader.near import NearReport
from queries.cells import resolution_of
from queries.progress import Progress
from queries.rows import POIRow, RoadRow


@dataclass(slots=True)
class LoadReport:
    """What a load did.

    `services`, `unnamed`: places by service; `shapes`: places by point, line, area; `zones`: cells in use by
    resolution; `skipped`: what the source holds and the graph does not, `noted`: what it holds with a
    flaw; `changed`, `removed`, `kept`: elements written, taken out, and found as they were;
    `unchanged`: nothing at all was written; `seconds` by stage.
    """

    dataset: str
    source: str
    extracted_at: str | None = None
    unchanged: bool = False
    places: int = 0
    roads: int = 0
    areas: int = 0
    services: dict[str, int] = field(default_factory=dict)
    unnamed: dict[str, int] = field(default_factory=dict)
    shapes: dict[str, int] = field(default_factory=dict)
    zones: dict[int, int] = field(default_factory=dict)
    changed: int = 0
    removed: int = 0
    kept: int = 0
    skipped: list[Remark] = field(default_factory=list)
    noted: list[Remark] = field(default_factory=list)
    near: NearReport | None = None
    seconds: dict[str, float] = field(default_factory=dict)

    def count(self, places: Iterable[POIRow], roads: Iterable[RoadRow]) -> None:
        """Count what an extract holds."""
        services: Counter[str] = Counter()
        unnamed: Counter[str] = Counter()
        shapes: Counter[str] = Counter()
        cells: set[str] = set()
        for place in places:
            self.places += 1
            services.update(place.services)
            if place.name is None:
                unnamed.update(place.services)
            shapes[_kind(place.geometry)] += 1
            cells.update(zone.cell for zone in place.zones)
        for road in roads:
            self.roads += 1
            cells.update(zone.cell for zone in road.zones)
        self.services, self.unnamed = dict(sorted(services.items())), dict(sorted(unnamed.items()))
        self.shapes = dict(sorted(shapes.items()))
        self.zones = dict(sorted(Counter(resolution_of(cell) for cell in cells).items()))

    @contextmanager
    def stage(self, name: str, progress: Progress) -> Iterator[None]:
        """Take the time of a stage."""
        progress(name, 0, None)
        started = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = round(self.seconds.get(name, 0) + time.perf_counter() - started, 3)

    def to_dict(self) -> dict[str, Any]:
        """Return all of it as JSON would have it."""
        return asdict(self)


def _kind(geometry: str | None) -> str:
    if geometry is None or geometry.startswith(("POINT", "MULTIPOINT")):
        return "point"
    return "line" if "LINESTRING" in geometry[:16] else "area"
