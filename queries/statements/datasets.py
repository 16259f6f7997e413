"""Data sets: which extracts the graph holds, and the lock that one load at a time holds."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Literal

from queries.catalogue.catalogue import Catalogue
from queries.graph import Graph
from queries.statements.ownership import check_foreign

State = Literal["loading", "complete"]


@dataclass(frozen=True, slots=True)
class Dataset:
    """One extract in the graph.

    `extracted_at` ISO 8601 in UTC, None unknown; `services` the stamp of each service that was looked for,
    found or not; `coverage` WKT of what the extract holds whole, None unknown; `state` "loading" while a load
    runs or after one that broke off, and then services that it was to add, or by a new rule, are not told;
    `inherited` how many of its places, roads and areas are as a newer data set, now taken out, told them;
    `caveats` what answers from it must say, as queries.caveats reads them;
    `rules` which rules sites and areas followed when it was loaded, None those from before they were told;
    `haloed`: it holds places that are near others and no answers themselves.
    """

    id: str
    name: str
    source: str
    extracted_at: str | None
    attribution: str
    services: tuple[str, ...]
    coverage: str | None
    state: State
    inherited: int = 0
    caveats: tuple[str, ...] = ()
    rules: int | None = None
    haloed: bool = False

    @property
    def service_ids(self) -> tuple[str, ...]:
        """The ids of the services that were looked for."""
        return tuple(service.partition(":")[0] for service in self.services)

    def find_outdated(self, catalogue: Catalogue) -> frozenset[str]:
        """Return the ids of the services that were looked for by another rule than the catalogue has now."""
        there = frozenset(self.service_ids).intersection(catalogue.services)
        return there - {stamp.partition(":")[0] for stamp in catalogue.stamps.intersection(self.services)}


@dataclass(frozen=True, slots=True)
class DatasetContents:
    """How much a data set holds."""

    places: int
    roads: int
    areas: int
    addresses: int


def get_datasets(graph: Graph) -> list[Dataset]:
    """Return all data sets, ordered by id.

    Every answer begins here, so here others' nodes are noticed, without a statement more: raises ForeignData
    where the graph holds a data set beside some.
    """
    rows = graph.read("get_datasets")
    counts = {(row.pop("labelled"), row.pop("marked")) for row in rows}
    if any(labelled != marked for labelled, marked in counts):
        check_foreign(graph)
    return [
        Dataset(**{**row, "services": tuple(row["services"]), "caveats": tuple(row["caveats"])})
        for row in rows
    ]


def count_unfinished(graph: Graph) -> int:
    """Return how many data sets are loading, or were left by a load that was broken off."""
    (row,) = graph.read("count_unfinished")
    return int(row["unfinished"])


def merge_dataset(
    graph: Graph,
    *,
    dataset: str,
    title: str,
    source: str,
    extracted_at: str | None,
    attribution: str,
    services: Sequence[str],
    coverage: str | None,
    caveats: Sequence[str],
    state: State,
    rules: int | None,
) -> None:
    """Write a data set's own properties; title is its name."""
    graph.write(
        "merge_dataset",
        dataset=dataset,
        title=title,
        source=source,
        extracted_at=extracted_at,
        attribution=attribution,
        services=list(services),
        coverage=coverage,
        caveats=list(caveats),
        state=state,
        rules=rules,
    )


def count_inherited(graph: Graph) -> dict[str, int]:
    """Return by data set how many things are as another told them that holds them no more.

    Of the data sets that are left to a thing, the newest is to tell it: its next load does.
    """
    return {row["dataset"]: row["things"] for row in graph.read("count_inherited")}


def merge_inherited(graph: Graph, *, rows: Mapping[str, int]) -> None:
    """Write of data sets how many things are as another told them that holds them no more."""
    graph.write("merge_inherited", rows=[{"dataset": id_, "things": n} for id_, n in rows.items()])


def delete_dataset(graph: Graph, *, dataset: str) -> None:
    """Take a data set itself out of the graph; what it held must be gone already."""
    graph.write("delete_dataset", dataset=dataset)


def count_dataset_contents(graph: Graph) -> dict[str, DatasetContents]:
    """Return how many places, roads, areas and addresses each data set holds, by its id."""
    return {
        row["dataset"]: DatasetContents(row["places"], row["roads"], row["areas"], row["addresses"])
        for row in graph.read("count_dataset_contents")
    }


def count_roads_and_areas(graph: Graph) -> tuple[int, int]:
    """Return how many roads and how many areas the graph holds."""
    [row] = graph.read("count_roads_and_areas")
    return row["roads"], row["areas"]


def lock_load(graph: Graph, *, lock: str) -> AbstractContextManager[Callable[[], None]]:
    """Hold the lock of loading while the block runs; raises LoadInProgress where another holds it.

    Yields what raises StoreUnavailable where the lock is lost.
    """
    return graph.hold("lock_load", lock=lock)
