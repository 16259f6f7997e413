"""Loads an OpenStreetMap file into the graph: reads all of it first, then writes the difference.

A load may end at any moment. Its first writes say that the data set is being loaded and take away COVERED of
what it touches, so that answers are found on demand over the places in the graph; its last ones put
COVERED back and say that it is complete. Loading again finishes what a broken load began.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from loader.claim import claim
from loader.dataset_names import legible, name_dataset, stem_of
from loader.derive.area_places import transform_areas
from loader.errors import SourceError
from loader.formats.detect import fetch
from loader.formats.extract import ROAD_CLASSES, Extract, Remark
from loader.overpass.region import Around
from loader.report import FLAWS, LoadReport
from loader.settings import LoadSettings
from loader.transform.addresses import transform_addresses
from loader.transform.lone import add_lone
from loader.transform.places import transform_places
from loader.transform.roads import transform_roads
from loader.write import Load, row_of
from queries.catalogue.catalogue import load_catalogue
from queries.geometry.radius import check_radius_m
from queries.graph import Graph
from queries.progress import Progress, silent
from queries.rows import DatasetRow
from queries.statements.datasets import (
    get_datasets,
    lock_load,
)
from queries.statements.ingest import (
    get_labels,
)
from queries.statements.nearness import get_covered
from queries.statements.ownership import mark_own

ATTRIBUTION = "© OpenStreetMap contributors, ODbL 1.0, https://www.openstreetmap.org/copyright"
_LOCK = "load"


def load_file(
    graph: Graph,
    path: Path | str,
    *,
    dataset: str | None = None,
    coverage: str | None = None,
    radius_m: float = 500.0,
    road_classes: Sequence[str] = ROAD_CLASSES,
    incomplete: bool = False,
    progress: Progress = silent,
) -> LoadReport:
    """Make the graph hold what an OpenStreetMap file holds, as a data set (default: named after the file).

    NEAR is complete up to `radius_m` afterwards, or up to what COVERED says. Ways of the `road_classes` are
    roads; those of others, from a load before, go. `coverage` is WKT, in longitude latitude order, of what
    the file holds whole; None: as its header says. One that lost ways is refused, unless it may be
    `incomplete`: then answers say so. The same file a second time writes nothing. Raises
    SourceError where the file can't be read (the graph is as before), LoadInProgress where another load runs,
    ForeignData, before any write, where others' data are in the way, StoreError where Neo4j fails.
    """
    path = Path(path)
    report = LoadReport(name_dataset(dataset, otherwise=stem_of(path)), legible(path.name))
    with report.stage("reading", progress):
        extract = fetch(path, road_classes=road_classes, incomplete=incomplete, progress=progress)
        extract.coverage = coverage or extract.coverage
    load_extract(graph, extract, report=report, radius_m=radius_m, progress=progress)
    return report


def load_extract(
    graph: Graph,
    extract: Extract,
    *,
    report: LoadReport,
    radius_m: float = 500.0,
    attribution: str = ATTRIBUTION,
    asked: Around | None = None,
    progress: Progress = silent,
) -> None:
    """Make the graph hold an extract as the data set that the report names, and fill the report.

    Of an extract with a halo, `asked` is what was asked for. Raises as load_file does.
    """
    check_radius(radius_m, source=report.source)
    report.skipped, report.noted, report.extracted_at = extract.skipped, extract.noted, extract.extracted_at
    report.out_of_use = extract.out_of_use
    with report.stage("transforming", progress):
        places, mended = transform_places(extract.places, progress=progress)
        places = add_lone(places, extract.places, load_catalogue())
        if asked is not None:
            places = asked.mark_halo(places)
        roads = transform_roads(extract.roads, progress=progress)
        areas, flawed = transform_areas(extract.areas)
        addresses = transform_addresses(extract.addresses, extract.roads)
        report.noted += [*mended, *flawed]
        report.count(places, roads)
        report.areas, report.addresses = len(areas), len(addresses)
    services = tuple(s.stamp for s in load_catalogue().services.values())
    name = report.dataset
    report.noted += [Remark("file", FLAWS[flaw]) for flaw in extract.flaws]
    told = extract.find_caveats()
    report.caveats = tuple(str(caveat) for caveat in told)
    row = DatasetRow(
        *(name, name, report.source, extract.extracted_at, attribution, services, extract.coverage),
        caveats=report.caveats,
    )
    settings = LoadSettings()
    claim(graph)
    with lock_load(graph, lock=_LOCK) as check_lock, _long_reads(graph, settings):
        mark_own(graph)
        load = Load(graph, row, report, radius_m, settings.near_edges, progress, check_lock)
        load.run(places, roads, areas, addresses)


def check_radius(radius_m: float, *, source: str) -> None:
    """Raise SourceError where NEAR can't be stored up to this radius."""
    try:
        check_radius_m(radius_m)
    except ValueError as error:
        raise SourceError(
            f"{radius_m:g} m can't be meant for NEAR: {error}", source=source, exit_code=2
        ) from error


def _long_reads(graph: Graph, settings: LoadSettings) -> AbstractContextManager[None]:
    return graph.allow(settings.load_read_s, otherwise="set PERTO_LOAD_READ_S higher")


def unload(graph: Graph, dataset: str, *, progress: Progress = silent) -> LoadReport:
    """Take a data set out of the graph, with all that no other data set holds.

    Broken off, it is as a load that broke off: unloading or loading again finishes it. Raises SourceError
    where there is no such data set, LoadInProgress where a load runs, ForeignData, StoreError as load_file.
    """
    settings = LoadSettings()
    claim(graph)
    with lock_load(graph, lock=_LOCK) as check_lock, _long_reads(graph, settings):
        mark_own(graph)
        there = {d.id: d for d in get_datasets(graph)}
        if dataset not in there:
            loaded = ", ".join(there) or "none"
            raise SourceError(f"no data set {dataset!r}; loaded: {loaded}", source=dataset, exit_code=2)
        row = row_of(there[dataset])
        report = LoadReport(row.id, row.source, row.extracted_at)
        covered = get_covered(graph, services=sorted(get_labels(graph)))
        # NEAR of what is left is as it was asked for, not as a load now would ask
        radius_m = max((c.asked_m for c in covered), default=500.0)
        edges = max((c.asked_edges for c in covered if c.asked_edges), default=settings.near_edges)
        load = Load(graph, row, report, radius_m, edges, progress, check_lock)
        load.run([], [], [], [], keep=False)
    return report
