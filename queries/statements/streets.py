"""Streets, the connected roads of one name; and which places lie along roads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from queries.catalogue.folding import name_key
from queries.graph import Graph, listed

RoadStreet = tuple[str, str]  # ids of a road and a street
PlaceRoad = tuple[str, str]  # ids of a place and a road


@dataclass(frozen=True, slots=True)
class StreetRoad:
    """A road: its names, the roads of larger id it has a CONNECTS to, and the streets it is part of."""

    id: str
    name: str | None
    name_key: str | None
    alt_names: tuple[str, ...]
    connected: tuple[str, ...]
    streets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StreetNames:
    """A street's name, the other names of its roads, and the keys it is found by."""

    name: str
    alt_names: tuple[str, ...]
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoadOfStreet:
    """A road of a street, or by itself: then `street` is its own id; geometry is a WKT LINESTRING."""

    street: str
    road: str
    road_class: str
    geometry: str
    length_m: float


@dataclass(frozen=True, slots=True)
class JoiningStreet:
    """A street that meets two others: the ids of its own roads that meet the one and the other."""

    id: str
    name: str
    of_one: tuple[str, ...]
    of_other: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JoiningRoad:
    """A road without a name that meets two streets."""

    id: str
    road_class: str


@dataclass(frozen=True, slots=True)
class PlacedRoad:
    """A road (WKT), its length, and the metres to each place by ALONG."""

    id: str
    geometry: str
    length_m: float
    dist_m: Mapping[str, float]


def get_road_streets(graph: Graph, *, after: str, limit: int) -> list[StreetRoad]:
    """Return up to limit roads in the order of ids, those after an id ("" for the first of all)."""
    return [
        StreetRoad(
            r["id"],
            r["name"],
            r["name_key"],
            tuple(r["alt_names"] or ()),
            tuple(r["connected"]),
            tuple(r["streets"]),
        )
        for r in graph.read("get_road_streets", after=after, limit=limit)
    ]


def get_streets(graph: Graph) -> dict[str, StreetNames]:
    """Return the names of every street by id; the keys are those written."""
    return {
        r["id"]: StreetNames(r["name"], tuple(r["alt_names"] or ()), tuple(r["name_keys"] or ()))
        for r in graph.read("get_streets")
    }


def merge_streets(graph: Graph, *, rows: Mapping[str, StreetNames]) -> None:
    """Write streets, names by id."""
    listed = [
        {
            "id": id_,
            "name": names.name,
            "name_key": name_key(names.name),
            "alt_names": list(names.alt_names),
            "name_keys": list(names.keys),
        }
        for id_, names in rows.items()
    ]
    graph.write("merge_streets", rows=listed)


def delete_streets(graph: Graph, *, ids: Sequence[str]) -> None:
    """Take streets out of the graph."""
    graph.write("delete_streets", ids=list(ids))


def merge_street_roads(graph: Graph, *, rows: Sequence[RoadStreet]) -> None:
    """Make roads part of streets; both must be there."""
    graph.write("merge_street_roads", rows=[{"road": road, "street": street} for road, street in rows])


def delete_street_roads(graph: Graph, *, rows: Sequence[RoadStreet]) -> None:
    """Take roads out of streets."""
    graph.write("delete_street_roads", rows=[{"road": road, "street": street} for road, street in rows])


def get_along(graph: Graph, *, after: str, limit: int) -> list[PlacedRoad]:
    """Return up to limit roads in the order of ids, those after an id ("" for the first of all)."""
    return [
        PlacedRoad(r["id"], r["geometry"], r["length_m"], dict(zip(r["place_ids"], r["dist_m"], strict=True)))
        for r in graph.read("get_along", after=after, limit=limit)
    ]


def merge_along(graph: Graph, *, rows: Mapping[PlaceRoad, float]) -> None:
    """Write the metres from each place to a road; both must be there."""
    listed = [{"place": place, "road": road, "dist_m": metres} for (place, road), metres in rows.items()]
    graph.write("merge_along", rows=listed)


def delete_along(graph: Graph, *, rows: Sequence[PlaceRoad]) -> None:
    """Take places away from roads."""
    graph.write("delete_along", rows=[{"place": place, "road": road} for place, road in rows])


def find_street_roads(
    graph: Graph, *, ids: Sequence[str], datasets: Sequence[str] | None = None
) -> list[RoadOfStreet]:
    """Return the roads of these streets, and those of these ids, in the order of both ids."""
    return [
        RoadOfStreet(**row)
        for row in graph.read("find_street_roads", ids=list(ids), datasets=listed(datasets))
    ]


def find_along_places(
    graph: Graph, *, streets: Sequence[str], services: Sequence[str], datasets: Sequence[str] | None = None
) -> dict[str, float]:
    """Return the metres to the streets from the places of the services that ALONG says are within 50 m."""
    rows = graph.read(
        "find_along_places",
        streets=list(streets),
        services=list(services),
        datasets=listed(datasets),
    )
    return {r["id"]: r["dist_m"] for r in rows}


def find_joining_streets(
    graph: Graph, *, one: Sequence[str], other: Sequence[str], datasets: Sequence[str] | None = None
) -> list[JoiningStreet]:
    """Return the streets that meet any of the one and any of the other streets, by id."""
    rows = graph.read(
        "find_joining_streets",
        one=list(one),
        other=list(other),
        datasets=listed(datasets),
    )
    return [JoiningStreet(r["id"], r["name"], tuple(r["of_one"]), tuple(r["of_other"])) for r in rows]


def find_joining_roads(
    graph: Graph, *, one: Sequence[str], other: Sequence[str], datasets: Sequence[str] | None = None
) -> list[JoiningRoad]:
    """Return the roads without a name that meet any of the one and any of the other streets, by id."""
    return [
        JoiningRoad(**r)
        for r in graph.read(
            "find_joining_roads",
            one=list(one),
            other=list(other),
            datasets=listed(datasets),
        )
    ]


def find_meeting_roads(
    graph: Graph, *, one: Sequence[str], other: Sequence[str], datasets: Sequence[str] | None = None
) -> list[RoadStreet]:
    """Return the roads of the one and of the other streets that share a node."""
    rows = graph.read(
        "find_meeting_roads",
        one=list(one),
        other=list(other),
        datasets=listed(datasets),
    )
    return [(r["of_one"], r["of_other"]) for r in rows]
