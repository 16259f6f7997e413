"""Data sets: which extracts the graph holds, and the lock that one load at a time holds."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Literal

from queries.graph import Graph

State = Literal["loading", "complete"]


@dataclass(frozen=True, slots=True)
class Dataset:
    """One extract in the graph.

    `extracted_at` ISO 8601 in UTC, None unknown; `services` "id:hash of its rule" for each service that was
    looked for, found or not; `state` "loading" while a load runs or after one that broke off.
    """

    id: str
    name: str
    source: str
    extracted_at: str | None
    attribution: str
    services: tuple[str, ...]
    state: State

    @property
    def service_ids(self) -> tuple[str, ...]:
        """The ids of the services that were looked for."""
        return tuple(service.partition(":")[0] for service in self.services)


def get_datasets(graph: Graph) -> list[Dataset]:
    """Return all data sets, ordered by id."""
    return [Dataset(**{**row, "services": tuple(row["services"])}) for row in graph.read("get_datasets")]


def merge_dataset(
    graph: Graph,
    *,
    dataset: str,
    title: str,
    source: str,
    extracted_at: str | None,
    attribution: str,
    services: Sequence[str],
    state: State,
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
        state=state,
    )


def lock_load(graph: Graph, *, lock: str) -> AbstractContextManager[None]:
    """Hold the lock of loading while the block runs; raises LoadInProgress where another holds it."""
    return graph.hold("lock_load", lock=lock)
