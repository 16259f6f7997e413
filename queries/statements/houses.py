"""Addresses in the graph, the houses that have a number: written, known, and found by street and number."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from queries.catalogue.addresses import address_key
from queries.catalogue.folding import name_keys
from queries.errors import StatementFailed
from queries.geometry.position import Position
from queries.graph import Graph, listed
from queries.rows import AddressRow
from queries.statements.ingest import Known
from queries.statements.named import NO_INDEX, same


@dataclass(frozen=True, slots=True)
class FoundAddress:
    """A house number on the map, as AddressRow has it; `street_keys` are the keys of its street's names."""

    id: str
    name: str
    number: str
    streets: tuple[str, ...]
    street_keys: tuple[str, ...]
    keys: tuple[str, ...]
    beside: bool
    position: Position
    geometry: str | None
    tags: tuple[str, ...]
    marks: tuple[str, ...]

    @property
    def numbers(self) -> tuple[str, ...]:
        """The keys of the houses that it tells, each once."""
        return tuple(dict.fromkeys(key.rpartition("|")[2] for key in self.keys))


def find_dataset_addresses(graph: Graph, *, dataset: str) -> set[str]:
    """Return the ids of the addresses that a data set holds."""
    return {r["id"] for r in graph.read("find_dataset_addresses", dataset=dataset)}


def find_address_sources(graph: Graph, *, ids: Sequence[str]) -> list[Known]:
    """Return what the graph knows of those of the addresses that it has."""
    rows = graph.read("find_address_sources", ids=list(ids))
    return [Known(r["id"], r["hash"], tuple(r["services"]), dict(r["sources"])) for r in rows]


def merge_addresses(graph: Graph, *, dataset: str, rows: Sequence[AddressRow]) -> None:
    """Write addresses as a data set says; its Dataset must be there."""
    graph.write("merge_addresses", dataset=dataset, rows=[_address(row) for row in rows])


def merge_address_sources(graph: Graph, *, dataset: str, rows: Sequence[AddressRow]) -> None:
    """Note that a data set holds addresses too, whose properties come from a newer one."""
    graph.write("merge_address_sources", dataset=dataset, rows=[{"id": r.id, "hash": r.hash} for r in rows])


def delete_address_sources(graph: Graph, *, dataset: str, ids: Sequence[str]) -> None:
    """Take addresses out of a data set, and out of the graph where no other holds them."""
    graph.write("delete_address_sources", dataset=dataset, ids=list(ids))


def find_addresses(graph: Graph, *, query: str, datasets: Sequence[str] | None = None) -> list[FoundAddress]:
    """Return the addresses that fit a query (of `at_house` or `at_street`), by id.

    Raises StatementFailed, which says to load again, where the graph was loaded before there was the index.
    """
    try:
        rows = graph.read("find_addresses", query=query, datasets=listed(datasets))
    except StatementFailed as error:
        if NO_INDEX not in str(error):
            raise
        raise StatementFailed(
            "this graph has no house numbers, for an older perto loaded it; run perto load again",
            statement=error.statement,
            parameters=error.parameters,
        ) from error
    return list(map(_found, rows))


def get_addresses(graph: Graph, *, ids: Sequence[str]) -> list[FoundAddress]:
    """Return the addresses of these ids that the graph has."""
    return list(map(_found, graph.read("get_addresses", ids=list(ids))))


def at_house(streets: Iterable[str], numbers: Iterable[str]) -> str:
    """Return the query for houses of one of the keys of numbers at one of the keys of streets."""
    return (
        f"keys:({same(sorted(f'{street}|{number}' for street in set(streets) for number in set(numbers)))})"
    )


def at_street(streets: Iterable[str]) -> str:
    """Return the query for all houses at one of the keys of streets."""
    return f"street_keys:({same(sorted(set(streets)))})"


def _address(row: AddressRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "name": row.name,
        "number": row.number,
        "streets": list(row.streets),
        "street_keys": name_keys(row.streets),
        "keys": sorted({address_key(street, number) for street in row.streets for number in row.numbers}),
        "beside": row.beside,
        "latitude": row.position.latitude,
        "longitude": row.position.longitude,
        "geometry": row.geometry,
        "tags": list(row.tags),
        "marks": list(row.marks),
        "hash": row.hash,
    }


def _found(r: Mapping[str, Any]) -> FoundAddress:
    return FoundAddress(
        r["id"],
        r["name"],
        r["number"],
        tuple(r["streets"]),
        tuple(r["street_keys"]),
        tuple(r["keys"]),
        r["beside"],
        Position(r["latitude"], r["longitude"]),
        r["geometry"],
        tuple(r["tags"] or ()),
        tuple(r["marks"] or ()),
    )
