"""Sites and margins of places: which stand together, which are one, and how far the edge of the data is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from queries.graph import Graph, listed
from queries.statements.pairs import FoundShape

# places of one service that are so near stand together as one site
TOGETHER_M = 15.0


class Site(NamedTuple):
    """To which site a place belongs, and which thing it maps: of each the smallest id of those that do.

    All of one thing are of one site.
    """

    site_id: str
    thing_id: str


@dataclass(frozen=True, slots=True)
class CutPlace:
    """A place of which a part is in no extract, the shape of the rest, and its services asked for.

    `encloses`: a part of an outline is missing, so it is not known either what it encloses.
    """

    shape: FoundShape
    encloses: bool
    services: tuple[str, ...]


def merge_sites(graph: Graph, *, rows: Mapping[str, Site]) -> None:
    """Write the site and the thing of places, by id."""
    graph.write("merge_sites", rows=[{"id": id_, **site._asdict()} for id_, site in rows.items()])


def merge_margins(graph: Graph, *, rows: Mapping[str, float | None]) -> None:
    """Write the metres from places to the border of the coverage, by id; None where it is not known."""
    graph.write("merge_margins", rows=[{"id": id_, "margin_m": metres} for id_, metres in rows.items()])


def find_sites(graph: Graph, *, ids: Sequence[str]) -> dict[str, Site]:
    """Return the site and the thing of places by id; one whose site is not written yet is alone in both."""
    (row,) = graph.read("find_sites", ids=list(ids))
    # most places are sites of their own, and need not be told so by the graph
    written = map(Site, row["site_ids"], row["thing_ids"])
    return {id_: Site(id_, id_) for id_ in ids} | dict(zip(row["ids"], written, strict=True))


def find_edge_places(
    graph: Graph,
    *,
    services: Sequence[str],
    radius_m: float,
    ids: Sequence[str] | None = None,
    datasets: Sequence[str] | None = None,
) -> dict[str, float]:
    """Return metres to the border of the coverage of places of the services nearer to it than radius_m."""
    (row,) = graph.read(
        "find_edge_places",
        services=list(services),
        radius_m=radius_m,
        ids=listed(ids),
        datasets=listed(datasets),
    )
    return dict(zip(row["ids"], row["margins_m"], strict=True))


def find_cut_places(
    graph: Graph, *, services: Sequence[str], datasets: Sequence[str] | None = None
) -> list[CutPlace]:
    """Return the places of the services of which a part is in no extract."""
    rows = graph.read(
        "find_cut_places",
        services=list(services),
        datasets=listed(datasets),
    )
    return [_cut(row) for row in rows]


def get_cut_place(graph: Graph, *, place: str) -> CutPlace | None:
    """Return the place of this id if a part of it is in no extract, else None."""
    return next((_cut(row) for row in graph.read("get_cut_place", place=place)), None)


def _cut(row: Mapping[str, Any]) -> CutPlace:
    shape = FoundShape(row["id"], row["latitude"], row["longitude"], row["geometry"], row["reach_m"])
    return CutPlace(shape, row["encloses"], tuple(row["services"]))
