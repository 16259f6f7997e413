"""Places: by service, tag, name and cell, and what the graph knows of each."""

from collections.abc import Sequence
from dataclasses import dataclass

from queries.geometry.position import Position
from queries.graph import Graph, listed


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """What the graph knows of a place; tags are "key=value", borders areas on whose border it is."""

    id: str
    name: str | None
    services: tuple[str, ...]
    position: Position
    tags: tuple[str, ...]
    datasets: tuple[str, ...]
    borders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FoundZone:
    """An H3 cell and its centre."""

    id: str
    resolution: int
    position: Position


def find_service_places(
    graph: Graph,
    *,
    services: Sequence[str],
    ids: Sequence[str] | None = None,
    datasets: Sequence[str] | None = None,
) -> list[str]:
    """Return the ids of all places of any of the services, sorted."""
    (row,) = graph.read(
        "find_service_places",
        services=list(services),
        ids=listed(ids),
        datasets=listed(datasets),
    )
    found: list[str] = row["ids"]
    return found


def count_service_places(
    graph: Graph, *, services: Sequence[str], datasets: Sequence[str] | None = None
) -> dict[str, int]:
    """Return how many places each of the services has; a service unknown to the graph has 0."""
    rows = graph.read(
        "count_service_places",
        services=list(services),
        datasets=listed(datasets),
    )
    found = {r["service"]: r["places"] for r in rows}
    return {service: found.get(service, 0) for service in services}


def find_halo_places(graph: Graph, *, datasets: Sequence[str] | None = None) -> set[str]:
    """Return the ids of places that no data set was asked for, only what may be near it."""
    rows = graph.read("find_halo_places", datasets=listed(datasets))
    return {r["id"] for r in rows}


def get_places(graph: Graph, *, ids: Sequence[str]) -> dict[str, FoundPlace]:
    """Return the places of these ids; one that the graph does not have is absent."""
    return {
        r["id"]: FoundPlace(
            r["id"],
            r["name"],
            tuple(r["services"]),
            Position(r["latitude"], r["longitude"]),
            tuple(r["tags"] or ()),
            tuple(r["datasets"] or ()),
            tuple(r["borders"]),
        )
        for r in graph.read("get_places", ids=list(ids))
    }


def get_zone(graph: Graph, *, zone: str) -> FoundZone | None:
    """Return the cell of this id, None where the graph has none."""
    for r in graph.read("get_zone", zone=zone):
        return FoundZone(r["id"], r["resolution"], Position(r["latitude"], r["longitude"]))
    return None


def find_zone_places(
    graph: Graph, *, zone: str, services: Sequence[str], datasets: Sequence[str] | None = None
) -> list[str]:
    """Return the ids of places of the services that share more than a border with the cell, sorted."""
    rows = graph.read(
        "find_zone_places",
        zone=zone,
        services=list(services),
        datasets=listed(datasets),
    )
    return [r["id"] for r in rows]
