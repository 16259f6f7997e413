"""Tags of places: which values there are, and which places have those that say something."""

from collections.abc import Sequence
from dataclasses import dataclass

from queries.graph import Graph


@dataclass(frozen=True, slots=True)
class TaggedPlaces:
    """Ids of places of which a tag says yes, and of those of which none says anything; `places` in all."""

    ids: tuple[str, ...]
    untold: tuple[str, ...]
    places: int


def find_tag_values(
    graph: Graph, *, service: str, keys: Sequence[str], datasets: Sequence[str] | None = None
) -> list[str]:
    """Return the different tags ("key=value") of keys, in small letters, of places of the service, sorted."""
    (row,) = graph.read(
        "find_tag_values",
        service=service,
        keys=list(keys),
        datasets=None if datasets is None else list(datasets),
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
        datasets=None if datasets is None else list(datasets),
    )
    return TaggedPlaces(tuple(row["ids"]), tuple(row["untold"]), row["places"])
