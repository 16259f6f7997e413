"""What counts are made of: of what services places are, and how they lie in cells and areas."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from queries.geometry.borders import Level, level_of
from queries.geometry.position import Position
from queries.graph import Graph, listed

# by service: which of its places count; all of a service that is not there
Members = Mapping[str, Collection[str]]
_ALL: Members = {}


@dataclass(frozen=True, slots=True)
class Lying:
    """Places that lie alike: `places` of them, of these of the services asked for, with these shares by cell.

    `id` is that of the one place, where each is told by itself.
    """

    id: str | None
    services: tuple[str, ...]
    shares: Mapping[str, float]
    places: int


@dataclass(frozen=True, slots=True)
class WholeArea:
    """An area with its whole boundary; `used`: places lie in it."""

    id: str
    name: str
    kind: str
    admin_level: int | None
    position: Position
    used: bool


class AreaAt(NamedTuple):
    """An area at which something lies, and what it competes in with others."""

    id: str
    name: str
    level: Level


@dataclass(frozen=True, slots=True)
class BorderPlace:
    """A place on the border of areas, and the areas that it lies in, in the order of ids."""

    id: str
    name: str | None
    borders: tuple[AreaAt, ...]
    homes: tuple[AreaAt, ...]


@dataclass(frozen=True, slots=True)
class Middle:
    """The named place nearest to the middle of a cell, and the area it lies in."""

    name: str
    area: str | None


def find_service_members(
    graph: Graph,
    *,
    services: Sequence[str],
    ids: Sequence[str] | None = None,
    datasets: Sequence[str] | None = None,
) -> dict[str, set[str]]:
    """Return the ids of the places of each service."""
    rows = graph.read(
        "find_service_members",
        services=list(services),
        ids=listed(ids),
        datasets=listed(datasets),
    )
    found = {r["service"]: set(r["ids"]) for r in rows}
    return {service: found.get(service, set()) for service in services}


def find_zone_shares(
    graph: Graph,
    *,
    services: Sequence[str],
    resolutions: Sequence[int],
    members: Members = _ALL,
    ids: Sequence[str] | None = None,
    datasets: Sequence[str] | None = None,
    halo: bool = False,
    each: bool = False,
) -> dict[int, list[Lying]]:
    """Return by resolution how places of any of the services lie in its cells.

    `members` are those that count of a service, `ids` those of any; `ids` and `datasets` None: all. `halo`:
    those too that are there only because others are near them. `each`: one by one, not those alike together.
    """
    rows = graph.read(
        "find_zone_shares",
        services=list(services),
        resolutions=list(resolutions),
        members=_plain(members),
        ids=listed(ids),
        datasets=listed(datasets),
        halo=halo,
        each=each,
    )
    found: dict[int, list[Lying]] = {resolution: [] for resolution in resolutions}
    return found | {r["resolution"]: list(_lying(r, "zones")) for r in rows}


def find_area_shares(
    graph: Graph,
    *,
    services: Sequence[str],
    areas: Sequence[str],
    members: Members = _ALL,
    ids: Sequence[str] | None = None,
    datasets: Sequence[str] | None = None,
    halo: bool = False,
    each: bool = False,
) -> list[Lying]:
    """Return how the places lie in the areas; those in none of them have no shares.

    Which places, and how they are told, is said as for find_zone_shares.
    """
    rows = graph.read(
        "find_area_shares",
        services=list(services),
        areas=list(areas),
        members=_plain(members),
        ids=listed(ids),
        datasets=listed(datasets),
        halo=halo,
        each=each,
    )
    return [lying for r in rows for lying in _lying(r, "areas")]


def find_border_places(
    graph: Graph,
    *,
    services: Sequence[str],
    areas: Sequence[str],
    members: Members = _ALL,
    ids: Sequence[str] | None = None,
    datasets: Sequence[str] | None = None,
    halo: bool = False,
) -> list[BorderPlace]:
    """Return the places on the border of any of the areas, in the order of ids, as ON_BORDER says.

    Which places is said as for find_zone_shares.
    """
    rows = graph.read(
        "find_border_places",
        services=list(services),
        areas=list(areas),
        members=_plain(members),
        ids=listed(ids),
        datasets=listed(datasets),
        halo=halo,
    )
    return [BorderPlace(r["id"], r["name"], _areas_at(r["borders"]), _areas_at(r["homes"])) for r in rows]


def _areas_at(told: Sequence[Sequence[Any]]) -> tuple[AreaAt, ...]:
    return tuple(AreaAt(id_, name, level_of(level, kind)) for id_, name, level, kind in told)


def find_used_zones(graph: Graph, *, resolution: int, datasets: Sequence[str] | None = None) -> list[str]:
    """Return the cells of a resolution in which places of the data sets lie, wholly or in part, sorted."""
    rows = graph.read("find_used_zones", resolution=resolution, datasets=listed(datasets))
    return [id_ for r in rows for id_ in r["ids"]]


def find_whole_areas(graph: Graph, *, datasets: Sequence[str] | None = None) -> list[WholeArea]:
    """Return the areas of the data sets that have their whole boundary, in the order of ids."""
    rows = graph.read("find_whole_areas", datasets=listed(datasets))
    return [
        WholeArea(
            r["id"],
            r["name"],
            r["kind"],
            r["admin_level"],
            Position(r["latitude"], r["longitude"]),
            r["used"],
        )
        for r in rows
    ]


def find_zone_surroundings(
    graph: Graph, *, zones: Sequence[str], within_m: float, datasets: Sequence[str] | None = None
) -> dict[str, Middle]:
    """Return the named place nearest to the middle of each cell that has one within within_m on a sphere."""
    rows = graph.read(
        "find_zone_surroundings", zones=list(zones), within_m=within_m, datasets=listed(datasets)
    )
    return {r["zone"]: Middle(r["name"], r["area"]) for r in rows}


def _plain(members: Members) -> list[str]:
    """Return the services that are narrowed, and "service id" of each place that counts of them."""
    return [*sorted(members), *(f"{s} {id_}" for s in sorted(members) for id_ in sorted(members[s]))]


def _lying(row: dict[str, Any], cells: str) -> Iterable[Lying]:
    lists = (row["ids"], row["services"], row[cells], row["shares"], row["places"])
    for id_, services, within, shares, places in zip(*lists, strict=True):
        yield Lying(id_, tuple(services), dict(zip(within, shares, strict=True)), places)
