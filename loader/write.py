"""Writes one load into the graph: compares, writes the difference, derives, and says that it is complete."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, TypeVar

from loader.claim import check_links
from loader.derive.along import sync_along
from loader.derive.area_places import sync_in_area
from loader.derive.cells import (
    BATCH,
    RULES,
    Part,
    batches,
    sync_connects,
    sync_has,
    sync_inherited,
    sync_zones,
)
from loader.derive.coverage import sync_margins
from loader.derive.near import is_near_whole, read_places, sync_near
from loader.derive.sites import Together, sync_sites
from loader.derive.streets import sync_streets
from loader.formats.extract import Remark
from loader.report import LoadReport
from loader.transform.changes import Changes, compare, rank
from queries.catalogue.catalogue import Catalogue, Service, load_catalogue
from queries.catalogue.own_values import is_on_demand
from queries.geometry.distance import Shapes
from queries.graph import Graph
from queries.progress import Progress
from queries.rows import AddressRow, AreaRow, DatasetRow, POIRow, RoadRow
from queries.statements.areas import merge_areas
from queries.statements.datasets import (
    Dataset,
    count_roads_and_areas,
    delete_dataset,
    get_datasets,
    merge_dataset,
)
from queries.statements.houses import (
    delete_address_sources,
    find_address_sources,
    find_dataset_addresses,
    merge_address_sources,
    merge_addresses,
)
from queries.statements.ingest import (
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
from queries.statements.nearness import LocatedPlace, delete_covered
from queries.statements.places import count_service_places
from queries.statements.zones import get_zones, merge_zones

# a place in a dense city goes with hundreds of NEAR edges, and a transaction holds each in memory
_PLACES_REMOVED = 100

Row = TypeVar("Row", POIRow, RoadRow, AreaRow, AddressRow)


@dataclass(slots=True)
class Load:
    """One load while it holds the lock."""

    graph: Graph
    row: DatasetRow
    report: LoadReport
    radius_m: float
    edge_budget: int
    progress: Progress
    check_lock: Callable[[], None]

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
        with self._stage("comparing"):
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
        same = before is not None and whole and row_of(before) == self.row and not stale
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
        with self._stage("writing"):
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
        with self._stage("measuring"):
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

    @contextmanager
    def _stage(self, name: str) -> Iterator[None]:
        """Take the time of a stage; it begins only while no other load can have begun."""
        self.check_lock()
        with self.report.stage(name, self.progress):
            yield

    def _derive(self) -> list[LocatedPlace]:
        """Work out cells, streets and what lies where; returns all places in the graph."""
        with self._stage("deriving"):
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
        self.check_lock()
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


def row_of(d: Dataset) -> DatasetRow:
    """Return a data set as a load would write it."""
    return DatasetRow(
        d.id, d.name, d.source, d.extracted_at, d.attribution, d.services, d.coverage, d.caveats
    )
