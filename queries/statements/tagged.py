"""Tags of places: which values there are, and which places have those that say something."""

from collections.abc import Sequence
from dataclasses import dataclass

from queries.geometry.position import Position
from queries.graph import Graph, listed


@dataclass(frozen=True, slots=True)
class TaggedPlaces:
    """Ids of places of which a tag says yes, and of those of which none says anything; `places` in all."""

    ids: tuple[str, ...]
    untold: tuple[str, ...]
    places: int


@dataclass(frozen=True, slots=True)
class PlaceHours:
    """A place and its opening hours, None where it has none; `listed` as in TaggedPlaces.places."""

    id: str
    hours: str | None
    position: Position
    listed: bool


def find_access(graph: Graph, *, services: Sequence[str], ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return by id the tags "access=…" of those places that are of any of the services and have one."""
    rows = graph.read("find_access", services=list(services), ids=list(ids))
    return {r["id"]: tuple(r["tags"]) for r in rows}


def find_opening_hours(
    graph: Graph, *, service: str, key: str, datasets: Sequence[str] | None = None
) -> list[PlaceHours]:
    """Return the places of the service, sorted by id, each with what a key with rules says."""
    rows = graph.read(
        "find_opening_hours",
        service=service,
        key=key,
        datasets=listed(datasets),
    )
    return [
        PlaceHours(
            r["id"],
            # a graph of before has rules split at their semicolons
            "; ".join(r["values"]) or None,
            Position(r["latitude"], r["longitude"]),
            r["listed"],
        )
        for r in rows
    ]


def find_tag_values(
    graph: Graph, *, service: str, keys: Sequence[str], datasets: Sequence[str] | None = None
) -> list[str]:
    """Return the different tags ("key=value") of keys, in small letters, of places of the service, sorted."""
    (row,) = graph.read(
        "find_tag_values",
        service=service,
        keys=list(keys),
        datasets=listed(datasets),
    )
    return sorted(row["tags"])


def find_tagged_places(
    graph: Graph,
    *,
    service: str,
    yes: Sequence[str],
    no: Sequence[str],
    against: Sequence[str],
    datasets: Sequence[str] | None = None,
) -> TaggedPlaces:
    """Return the places of the service that have a tag of `yes` and none of `against`, and the untold ones.

    Untold are those that have none of all these tags ("key=value").
    """
    (row,) = graph.read(
        "find_tagged_places",
        service=service,
        yes=list(yes),
        no=list(no),
        against=list(against),
        datasets=listed(datasets),
    )
    return TaggedPlaces(tuple(row["ids"]), tuple(row["untold"]), row["places"])
