"""Areas: cities, districts and neighbourhoods, by name, and which places lie in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from queries.catalogue.folding import name_key, name_keys
from queries.geometry.borders import Level, level_of
from queries.geometry.position import Position
from queries.graph import Graph, listed
from queries.rows import AreaRow

PlaceArea = tuple[str, str]  # ids of a place and an area


@dataclass(frozen=True, slots=True)
class FoundArea:
    """An area; `geometry` is WKT, None where its boundary is cut or absent; `position` None where unknown.

    `reach_m` is the distance from the position to the farthest point of the boundary.
    """

    id: str
    name: str
    kind: str
    admin_level: int | None
    geometry: str | None
    position: Position | None
    reach_m: float | None


@dataclass(frozen=True, slots=True)
class NamedArea:
    """An area found by name; `exact`: the whole name or another name of it; `whole`: it has a boundary."""

    id: str
    name: str
    kind: str
    admin_level: int | None
    exact: bool
    whole: bool
    position: Position | None


@dataclass(frozen=True, slots=True)
class KnownArea:
    """An area, its boundary (WKT), and the share of each place that IN_AREA says lies in it.

    `level` is what it competes in, `borders` the places that ON_BORDER says lie on its border.
    """

    id: str
    level: Level
    geometry: str | None
    shares: Mapping[str, float]
    borders: frozenset[str]


def merge_areas(graph: Graph, *, dataset: str, rows: Sequence[AreaRow]) -> None:
    """Write areas as a data set says; its Dataset must be there."""
    graph.write(
        "merge_areas",
        dataset=dataset,
        rows=[
            {
                "id": row.id,
                "name": row.name,
                "name_key": name_key(row.name),
                "alt_names": list(row.alt_names),
                "name_keys": name_keys([row.name, *row.alt_names]),
                "kind": row.kind,
                "admin_level": row.admin_level,
                "latitude": row.position.latitude if row.position else None,
                "longitude": row.position.longitude if row.position else None,
                "geometry": row.geometry,
                "area_m2": row.area_m2,
                "reach_m": row.reach_m,
                "hash": row.hash,
            }
            for row in rows
        ],
    )


def get_areas(graph: Graph, *, after: str, limit: int) -> list[KnownArea]:
    """Return up to limit areas with a boundary or with places, in the order of ids, those after an id."""
    return [
        KnownArea(
            r["id"],
            level_of(r["admin_level"], r["kind"]),
            r["geometry"],
            dict(zip(r["place_ids"], r["shares"], strict=True)),
            frozenset(r["border_ids"]),
        )
        for r in graph.read("get_areas", after=after, limit=limit)
    ]


def merge_in_area(graph: Graph, *, rows: Mapping[PlaceArea, float]) -> None:
    """Write the share of each place in an area; both must be there."""
    listed = [{"place": place, "area": area, "share": share} for (place, area), share in rows.items()]
    graph.write("merge_in_area", rows=listed)


def delete_in_area(graph: Graph, *, rows: Sequence[PlaceArea]) -> None:
    """Take places out of areas."""
    graph.write("delete_in_area", rows=[{"place": place, "area": area} for place, area in rows])


def merge_on_border(graph: Graph, *, rows: Sequence[PlaceArea]) -> None:
    """Write that places lie on the borders of areas; both must be there."""
    graph.write("merge_on_border", rows=[{"place": place, "area": area} for place, area in rows])


def delete_on_border(graph: Graph, *, rows: Sequence[PlaceArea]) -> None:
    """Take places off the borders of areas."""
    graph.write("delete_on_border", rows=[{"place": place, "area": area} for place, area in rows])


def find_areas(graph: Graph, *, ids: Sequence[str]) -> dict[str, FoundArea]:
    """Return the areas of these ids; one that the graph does not have is absent."""
    return {
        r["id"]: FoundArea(
            r["id"],
            r["name"],
            r["kind"],
            r["admin_level"],
            r["geometry"],
            _position(r),
            r["reach_m"],
        )
        for r in graph.read("find_areas", ids=list(ids))
    }


def find_area_places(
    graph: Graph, *, area: str, services: Sequence[str], datasets: Sequence[str] | None = None
) -> list[str]:
    """Return the ids of places of the services that share more than a border with the area, sorted."""
    [row] = graph.read(
        "find_area_places",
        area=area,
        services=list(services),
        datasets=listed(datasets),
    )
    ids: list[str] = row["ids"]
    return ids


def _position(row: Mapping[str, float | None]) -> Position | None:
    latitude, longitude = row["latitude"], row["longitude"]
    return None if latitude is None or longitude is None else Position(latitude, longitude)
