"""Whatever has a name, found by it: places, areas and streets, by the index `names`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from queries.errors import StatementFailed
from queries.geometry.position import Position
from queries.graph import Graph, listed
from queries.statements.areas import NamedArea

Sort = Literal["poi", "area", "street", "address"]
_SORTS: dict[str, Sort] = {"POI": "poi", "Area": "area", "Street": "street"}
NO_INDEX = "no such fulltext schema index"
_SPECIAL = frozenset('+-&|!(){}[]^"~*?:\\/ ')
# a longer term is not compared letter by letter
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class FoundNamed:
    """What has a name; address ("addr:city=…") and services of a place; kind, level, `whole` of an area."""

    id: str
    sort: Sort
    name: str
    alt_names: tuple[str, ...]
    name_keys: tuple[str, ...]
    address: tuple[str, ...]
    services: tuple[str, ...]
    kind: str | None
    admin_level: int | None
    whole: bool
    position: Position | None


def find_named(
    graph: Graph, *, query: str, datasets: Sequence[str] | None = None, limit: int | None = None
) -> list[FoundNamed]:
    """Return what has a name that fits the query (of `same`, `alike` or `holding`), by id.

    `limit` None: all; else the best of them, as many. Raises StatementFailed, which says to load again, where
    the graph was loaded before there was the index.
    """
    try:
        rows = graph.read("find_named", query=query, datasets=listed(datasets), limit=limit)
    except StatementFailed as error:
        if NO_INDEX not in str(error):
            raise
        raise StatementFailed(
            "this graph has no index of names, for an older perto loaded it; run perto load again",
            statement=error.statement,
            parameters=error.parameters,
        ) from error
    return list(map(_named, rows))


def find_named_ids(graph: Graph, *, ids: Sequence[str]) -> list[FoundNamed]:
    """Return what has one of these ids; of a road the street it is part of, else itself as a street.

    What has no name has its id for one.
    """
    return list(map(_named, graph.read("find_named_ids", ids=list(ids))))


def same(keys: Iterable[str]) -> str:
    """Return the query for names with one of these forgiven forms."""
    return " OR ".join(f'"{_quoted(key)}"' for key in keys)


def alike(keys: Iterable[str]) -> str:
    """Return the query for names whose forgiven form is one of these but for two letters; "" of long ones."""
    return " OR ".join(f"{_escaped(key)}~2" for key in keys if len(key) <= _LONGEST)


def holding(words: Iterable[str]) -> str:
    """Return the query for names that hold any of the words: more, and longer ones, are better."""
    return " OR ".join(f"*{_escaped(word)}*^{len(word)}" for word in words)


def _quoted(key: str) -> str:
    return key.replace("\\", "\\\\").replace('"', '\\"')


def _escaped(text: str) -> str:
    return "".join(f"\\{c}" if c in _SPECIAL or c.isspace() else c for c in text)


def _named(r: Mapping[str, Any]) -> FoundNamed:
    return FoundNamed(
        r["id"],
        _SORTS[r["label"]],
        r["name"],
        tuple(r["alt_names"] or ()),
        tuple(r["name_keys"] or ()),
        tuple(r["address"] or ()),
        tuple(r["services"]),
        r["kind"],
        r["admin_level"],
        r["whole"],
        None if r["latitude"] is None else Position(r["latitude"], r["longitude"]),
    )


def as_named_area(f: FoundNamed) -> NamedArea:
    """Return an area as it is told to people."""
    return NamedArea(f.id, f.name, f.kind or "", f.admin_level, True, f.whole, f.position)
