"""What a load did, for people and as JSON."""

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from loader.derive.near import NearReport
from loader.errors import SourceError
from loader.formats.extract import Remark
from queries.caveats import Code
from queries.geometry.cells import resolution_of
from queries.progress import Progress
from queries.rows import POIRow, RoadRow
from queries.statements.nearness import LocatedPlace
from queries.statements.sites import Site

# what a file as a whole lacks, which every answer from it says
FLAWS: dict[Code, str] = {
    "nodes_only": "it holds nodes only, no lines and no areas: every answer says so",
    "one_layer": "it is one layer of several: load the others, too; every answer says so",
    "ways_lost": "its ways are lost, as its nodes tell: every answer says so",
    "relations_lost": "its relations are lost, as its ways tell: every answer says so",
}


@dataclass(slots=True)
class LoadReport:
    """What a load did.

    `services`, `unnamed`: places by service; `shapes`: places by point, line, area; `zones`: cells in use by
    resolution; `skipped`: what the source holds and the graph does not, `noted`: what it holds with a
    flaw; `changed`, `removed`, `kept`: elements written, taken out, and found as they were; `before`: the
    source that the data set was loaded from before, None for a new one, and `shared`: how many of the
    elements it held then this one has too; `out_of_use`: what is left out for that, with the mark;
    `caveats`: what every answer says of the data set, as queries.caveats writes it;
    `unchanged`: nothing at all was written; `shapes_by_service`: as `shapes`, by service; `sites` by service,
    over the places of this data set, `things` likewise; `duplicates`: (id, id of the thing) of what maps a
    thing again that another id maps;
    `seconds` by stage, and `peak_mb`: the most memory this process had by the end of it.
    """

    dataset: str
    source: str
    extracted_at: str | None = None
    unchanged: bool = False
    places: int = 0
    roads: int = 0
    areas: int = 0
    addresses: int = 0
    services: dict[str, int] = field(default_factory=dict)
    unnamed: dict[str, int] = field(default_factory=dict)
    shapes: dict[str, int] = field(default_factory=dict)
    shapes_by_service: dict[str, dict[str, int]] = field(default_factory=dict)
    zones: dict[int, int] = field(default_factory=dict)
    changed: int = 0
    removed: int = 0
    kept: int = 0
    before: str | None = None
    shared: int = 0
    skipped: list[Remark] = field(default_factory=list)
    noted: list[Remark] = field(default_factory=list)
    out_of_use: list[Remark] = field(default_factory=list)
    caveats: tuple[str, ...] = ()
    near: NearReport | None = None
    sites: dict[str, int] = field(default_factory=dict)
    things: dict[str, int] = field(default_factory=dict)
    duplicates: list[tuple[str, str]] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    peak_mb: dict[str, int] = field(default_factory=dict)

    def count(self, places: Iterable[POIRow], roads: Iterable[RoadRow]) -> None:
        """Count what an extract holds."""
        services: Counter[str] = Counter()
        unnamed: Counter[str] = Counter()
        shapes: Counter[str] = Counter()
        by_service: dict[str, Counter[str]] = {}
        cells: set[str] = set()
        for place in places:
            self.places += 1
            services.update(place.services)
            if place.name is None:
                unnamed.update(place.services)
            shapes[_kind(place.geometry)] += 1
            for service in place.services:
                by_service.setdefault(service, Counter())[_kind(place.geometry)] += 1
            cells.update(zone.cell for zone in place.zones)
        for road in roads:
            self.roads += 1
            cells.update(zone.cell for zone in road.zones)
        self.services, self.unnamed = dict(sorted(services.items())), dict(sorted(unnamed.items()))
        self.shapes = dict(sorted(shapes.items()))
        self.shapes_by_service = {s: dict(sorted(of.items())) for s, of in sorted(by_service.items())}
        self.zones = dict(sorted(Counter(resolution_of(cell) for cell in cells).items()))

    def count_sites(
        self,
        places: Iterable[LocatedPlace],
        sites: Mapping[str, Site],
        doubles: Iterable[tuple[str, str]],
        ids: Set[str],
    ) -> None:
        """Count the sites and things of the places of these ids, and keep the doubles that are of them."""
        of_service: dict[str, set[Site]] = {}
        for place in places:
            for service in place.services if place.id in ids else ():
                of_service.setdefault(service, set()).add(sites[place.id])
        told = sorted(of_service.items())
        self.sites = {service: len({site.site_id for site in found}) for service, found in told}
        self.things = {service: len({site.thing_id for site in found}) for service, found in told}
        self.duplicates = [pair for pair in doubles if not ids.isdisjoint(pair)]

    @contextmanager
    def stage(self, name: str, progress: Progress) -> Iterator[None]:
        """Take the time of a stage."""
        progress(name, 0, None)
        started = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = round(self.seconds.get(name, 0) + time.perf_counter() - started, 3)
            if peak_mb := _peak_mb():
                self.peak_mb[name] = peak_mb


def check_report(path: Path) -> None:
    """Raise SourceError, with exit code 2, where a report can't be written there; leaves no file behind."""
    try:
        if path.is_fifo():
            return  # would be waited for
        there = path.exists()
        path.open("a", encoding="utf-8").close()
        if not there:
            path.unlink()
    except (OSError, ValueError) as error:
        raise _refuse(path, error, exit_code=2) from error


def write_report(path: Path, told: Mapping[str, Any]) -> None:
    """Write what loads did as JSON; raises SourceError where that fails."""
    try:
        path.write_text(json.dumps(told, ensure_ascii=False, indent=2), encoding="utf-8")
    except OSError as error:
        raise _refuse(path, error, exit_code=1) from error


def _refuse(path: Path, error: OSError | ValueError, *, exit_code: int) -> SourceError:
    reason = getattr(error, "strerror", None) or str(error)
    told = f"can't write the report to {str(path)[:200]!r}: {reason}; give --report another file"
    return SourceError(told, source=str(path), exit_code=exit_code)


def _peak_mb() -> int | None:
    """Return the most memory this process has had so far, in MB; None where the system does not tell."""
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1e6 if sys.platform == "darwin" else 1024))


def _kind(geometry: str | None) -> str:
    if geometry is None or geometry.startswith(("POINT", "MULTIPOINT")):
        return "point"
    return "line" if "LINESTRING" in geometry[:16] else "area"
