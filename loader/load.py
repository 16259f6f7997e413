"""Loads an OpenStreetMap file into the graph: reads all of it first, then writes the difference.

A load may end at any moment. Its first writes say that the data set is being loaded and take away COVERED of
what it touches, so that answers are found on demand over the places in the graph; its last ones put
COVERED back and say that it is complete. Loading again finishes what a broken load began.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

from loader.addresses import transform_addresses
from loader.along import sync_along
from loader.areas import sync_in_area, transform_areas
from loader.changes import Changes, compare, rank
from loader.claim import check_links, claim
from loader.coverage import sync_margins
from loader.dataset_names import legible, name_dataset, stem_of
from loader.derive import BATCH, RULES, Part, batches, sync_connects, sync_has, sync_inherited, sync_zones
from loader.errors import SourceError
from loader.extract import ROAD_CLASSES, Extract, Remark
from loader.formats import fetch
from loader.lone import add_lone
from loader.near import is_near_whole, read_places, sync_near
from loader.places import transform_places
from loader.region import Around
from loader.report import FLAWS, LoadReport
from loader.roads import transform_roads
from loader.settings import LoadSettings
from loader.sites import Together, sync_sites
from loader.streets import sync_streets
from queries.areas import merge_areas
from queries.catalogue import Catalogue, Service, load_catalogue
from queries.datasets import (
    Dataset,
    count_roads_and_areas,
    delete_dataset,
    get_datasets,
    lock_load,
    merge_dataset,
)
from queries.distance import Shapes
from queries.graph import Graph
from queries.houses import (
    delete_address_sources,
    find_address_sources,
    find_dataset_addresses,
    merge_address_sources,
    merge_addresses,
)
from queries.ingest import (
    Known,
    delete_area_sources,
    delete_place_sources,
    delete_road_sources,
    find_area_sources,
    find_dataset_areas,
    find_dataset_places,
    find_dataset_roads,
    find_place_sources,
    find_road_sources,
    get_labels,
    merge_area_sources,
    merge_place_sources,
    merge_places,
    merge_road_sources,
    merge_roads,
    merge_services,
)
from queries.nearness import LocatedPlace, delete_covered, get_covered
from queries.own_values import is_on_demand
from queries.ownership import mark_own
from queries.places import count_service_places
from queries.progress import Progress, silent
from queries.radius import check_radius_m
from queries.rows import AddressRow, AreaRow, DatasetRow, POIRow, RoadRow
from queries.zones import get_zones, merge_zones

ATTRIBUTION = "© OpenStreetMap contributors, ODbL 1.0, https://www.openstreetmap.org/copyright"
_LOCK = "load"
# a place in a dense city goes with hundreds of NEAR edges, and a transaction holds each in memory
_PLACES_REMOVED = 100

Row = TypeVar("Row", POIRow, RoadRow, AreaRow, AddressRow)


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
    edges = LoadSettings().near_edges
    claim(graph)
    with lock_load(graph, lock=_LOCK):
        mark_own(graph)
        _Load(graph, row, report, radius_m, edges, progress).run(places, roads, areas, addresses)


def check_radius(radius_m: float, *, source: str) -> None:
    """Raise SourceError where NEAR can't be stored up to this radius."""
    try:
        check_radius_m(radius_m)
    except ValueError as error:
        raise SourceError(
            f"{radius_m:g} m can't be meant for NEAR: {error}", source=source, exit_code=2
        ) from error


def unload(graph: Graph, dataset: str, *, progress: Progress = silent) -> LoadReport:
    """Take a data set out of the graph, with all that no other data set holds.

    Broken off, it is as a load that broke off: unloading or loading again finishes it. Raises SourceError
    where there is no such data set, LoadInProgress where a load runs, ForeignData, StoreError as load_file.
    """
    claim(graph)
    with lock_load(graph, lock=_LOCK):
        mark_own(graph)
        there = {d.id: d for d in get_datasets(graph)}
        if dataset not in there:
            loaded = ", ".join(there) or "none"
            raise SourceError(f"no data set {dataset!r}; loaded: {loaded}", source=dataset, exit_code=2)
        row = _row_of(there[dataset])
        report = LoadReport(row.id, row.source, row.extracted_at)
        covered = get_covered(graph, services=sorted(get_labels(graph)))
        # NEAR of what is left is as it was asked for, not as a load now would ask
        radius_m = max((c.asked_m for c in covered), default=500.0)
        edges = max((c.asked_edges for c in covered if c.asked_edges), default=LoadSettings().near_edges)
        _Load(graph, row, report, radius_m, edges, progress).run([], [], [], [], keep=False)
    return report


@dataclass(slots=True)
class _Load:
    """One load while it holds the lock."""

    graph: Graph
    row: DatasetRow
    report: LoadReport
    radius_m: float
    edge_budget: int
    progress: Progress

    def run(
        self,
        places: Sequence[POIRow],
        roads: Sequence[RoadRow],
        areas: Sequence[AreaRow],
        addresses: Sequence[AddressRow],
        *,
        keep: bool = True,
    ) -> None:
        """Make the graph hold these rows of the data set and no others; without `keep`, not even the set."""
        catalogue = load_catalogue()
        datasets = {d.id: d for d in get_datasets(self.graph)}
        before = datasets.get(self.row.id)
        with self.report.stage("comparing", self.progress):
            place_changes, known = self._compare(places, datasets, find_dataset_places, find_place_sources)
            road_changes, _ = self._compare(roads, datasets, find_dataset_roads, find_road_sources)
            area_changes, _ = self._compare(areas, datasets, find_dataset_areas, find_area_sources)
            houses, _ = self._compare(addresses, datasets, find_dataset_addresses, find_address_sources)
        self.report.before = before.source if before else None
        self._tell(place_changes, road_changes, area_changes, houses)
        changed = bool(place_changes or road_changes or area_changes or houses)
        whole = before is not None and before.state == "complete"
        by_rules = before is not None and before.rules == RULES
        stale = self._stale_labels(catalogue, places)
        same = before is not None and whole and _row_of(before) == self.row and not stale
        if same and by_rules and keep and not changed and self._is_near_whole(catalogue):
            self.report.unchanged = True
            return
        check_links(
            self.graph,
            [id_ for changes in (place_changes, road_changes, area_changes, houses) for id_ in changes.gone]
            + ([] if keep else [self.row.id]),
        )
        same_coverage = before is not None and before.coverage == self.row.coverage
        if changed or not whole or not keep or not by_rules or not same_coverage:
            self._mark("loading", before)
            touched = (
                _touched(place_changes, known) if whole else {*catalogue.services, *get_labels(self.graph)}
            )
            if touched:
                delete_covered(self.graph, services=sorted(touched))
        with self.report.stage("writing", self.progress):
            merge_services(self.graph, rows=stale)
            self._write_zones([*place_changes.write, *road_changes.write])
            self._write("places", place_changes, merge_places, merge_place_sources)
            self._write("roads", road_changes, merge_roads, merge_road_sources)
            self._write("areas", area_changes, merge_areas, merge_area_sources)
            self._remove("places", place_changes.remove, delete_place_sources, size=_PLACES_REMOVED)
            self._remove("roads", road_changes.remove, delete_road_sources)
            self._remove("areas", area_changes.remove, delete_area_sources)
            self._write_addresses(houses)
        located = self._derive()
        with self.report.stage("measuring", self.progress):
            self.report.near = sync_near(
                self.graph,
                places=located,
                radius_m=self.radius_m,
                edge_budget=self.edge_budget,
                progress=self.progress,
            )
            together = Together(located)
            sync_sites(self.graph, together)
            others = [d.coverage for d in datasets.values() if d.id != self.row.id]
            sync_margins(self.graph, located, [*others, *([self.row.coverage] if keep else [])])
            self.report.count_sites(located, together.sites, together.doubles(), {row.id for row in places})
        self._finish(before, keep=keep)

    def _derive(self) -> list[LocatedPlace]:
        """Work out cells, streets and what lies where; returns all places in the graph."""
        with self.report.stage("deriving", self.progress):
            number_of_roads, number_of_areas = count_roads_and_areas(self.graph)
            sync_zones(self.graph, progress=self.progress)
            sync_connects(self.graph, total=number_of_roads, progress=self.progress)
            sync_streets(self.graph, total=number_of_roads, progress=self.progress)
            located = list(read_places(self.graph))
            shapes = Shapes.from_found(located)
            sync_along(self.graph, shapes, total=number_of_roads, progress=self.progress)
            sync_in_area(self.graph, shapes, total=number_of_areas, progress=self.progress)
            sync_has(self.graph, progress=self.progress)
        return located

    def _finish(self, before: Dataset | None, *, keep: bool) -> None:
        sync_inherited(self.graph)
        if keep:
            self._mark("complete", before)
        else:
            delete_dataset(self.graph, dataset=self.row.id)

    def _compare(
        self,
        rows: Sequence[Row],
        datasets: dict[str, Dataset],
        find_ids: Callable[..., set[str]],
        find_sources: Callable[..., list[Known]],
    ) -> tuple[Changes[Row], dict[str, Known]]:
        ids = {row.id for row in rows} | find_ids(self.graph, dataset=self.row.id)
        known = {k.id: k for part in batches(sorted(ids)) for k in find_sources(self.graph, ids=part)}
        ranks = {d.id: rank(d.id, d.extracted_at) for d in datasets.values()}
        ranks[self.row.id] = rank(self.row.id, self.row.extracted_at)
        return compare(rows, known, dataset=self.row.id, ranks=ranks), known

    def _tell(
        self, *of_all: Changes[POIRow] | Changes[RoadRow] | Changes[AreaRow] | Changes[AddressRow]
    ) -> None:
        report = self.report
        report.changed = sum(len(c.write) + len(c.note) for c in of_all)
        report.removed = sum(len(c.remove) for c in of_all)
        report.kept = sum(c.unchanged for c in of_all)
        report.shared = sum(c.shared for c in of_all)
        for heir in sorted(set().union(*(c.orphaned for c in of_all))):
            number = sum(c.orphaned.get(heir, 0) for c in of_all)
            reason = f"{number} of its places, roads and areas are as {self.row.id} told them: load it again"
            report.noted.append(Remark(heir, reason))

    def _mark(self, state: Literal["loading", "complete"], before: Dataset | None) -> None:
        row = self.row
        services = row.services
        if state == "loading" and before is not None:
            # what is looked for anew, or by a new rule, is not told of all places before the end
            services = tuple(service for service in services if service in before.services)
        merge_dataset(
            self.graph,
            dataset=row.id,
            title=row.name,
            source=row.source,
            extracted_at=row.extracted_at,
            attribution=row.attribution,
            services=services,
            coverage=row.coverage,
            caveats=row.caveats,
            state=state,
            rules=RULES if state == "complete" else before.rules if before else None,
        )

    def _stale_labels(self, catalogue: Catalogue, places: Sequence[POIRow]) -> list[Service]:
        """Return the services of the catalogue and of values' own whose labels the graph lacks."""
        own = sorted({s for row in places for s in row.services if s not in catalogue.services})
        there = get_labels(self.graph)
        known = [catalogue.find(id_) for id_ in (*catalogue.services, *own)]
        return [s for s in known if s is not None and there.get(s.id) != (s.label("pt"), s.label("en"))]

    def _write_zones(self, rows: Sequence[POIRow | RoadRow]) -> None:
        cells = {zone.cell for row in rows for zone in row.zones}
        if cells:
            for part in batches(sorted(cells - {zone.id for zone in get_zones(self.graph)})):
                merge_zones(self.graph, rows=part)

    def _write(
        self,
        what: str,
        changes: Changes[Row],
        merge: Callable[..., None],
        merge_sources: Callable[..., None],
    ) -> None:
        part = Part(f"writing {what}", len(changes.write) + len(changes.note), self.progress)
        for rows in part.batches(changes.write):
            merge(self.graph, dataset=self.row.id, rows=rows)
        for rows in part.batches(changes.note):
            merge_sources(self.graph, dataset=self.row.id, rows=rows)

    def _write_addresses(self, changes: Changes[AddressRow]) -> None:
        self._write("addresses", changes, merge_addresses, merge_address_sources)
        self._remove("addresses", changes.remove, delete_address_sources)

    def _remove(
        self, what: str, ids: Sequence[str], delete: Callable[..., None], *, size: int = BATCH
    ) -> None:
        part = Part(f"removing {what}", len(ids), self.progress)
        for some in part.batches(ids, size=size):
            delete(self.graph, dataset=self.row.id, ids=some)

    def _is_near_whole(self, catalogue: Catalogue) -> bool:
        known = {id_ for id_ in (*catalogue.services, *get_labels(self.graph)) if not is_on_demand(id_)}
        places = count_service_places(self.graph, services=sorted(known))
        services = sorted(service for service, count in places.items() if count)
        return is_near_whole(
            self.graph, services=services, radius_m=self.radius_m, edge_budget=self.edge_budget
        )


def _touched(changes: Changes[POIRow], known: dict[str, Known]) -> set[str]:
    """Return the services whose NEAR the changes may make untrue: before and after."""
    touched: set[str] = set()
    touched.update(*(row.services for row in changes.write))
    # one that is taken note of is as it was, and now among the places of a data set that is covered farther
    touched.update(*(row.services for row in changes.note))
    before: Iterable[str] = [*(row.id for row in [*changes.write, *changes.note]), *changes.remove]
    touched.update(*(known[id_].services for id_ in before if id_ in known))
    return touched


def _row_of(d: Dataset) -> DatasetRow:
    return DatasetRow(
        d.id, d.name, d.source, d.extracted_at, d.attribution, d.services, d.coverage, d.caveats
    )
