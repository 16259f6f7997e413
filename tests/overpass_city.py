"""A city made by hand for a small Overpass: elements as it prints them, with their edges."""

from typing import Any

import shapely
from shapely.geometry import LineString, Point

from queries.geometry.position import Position
from tests.overpass_server import Planet

CENTRE = Position(-8.0578, -34.8829)
DEGREE = 0.009  # a bit less than a kilometre of latitude
BOUNDARY = {"boundary": "administrative", "type": "boundary"}


def at(north_km: float, east_km: float = 0.0) -> tuple[float, float]:
    return (CENTRE.longitude + east_km * DEGREE, CENTRE.latitude + north_km * DEGREE)


def node(number: int, spot: tuple[float, float], **tags: str) -> tuple[dict[str, Any], Any]:
    return {"type": "node", "id": number, "lon": spot[0], "lat": spot[1], "tags": tags}, Point(spot)


def way(number: int, *spots: tuple[float, float], **tags: str) -> tuple[dict[str, Any], Any]:
    nodes = [number * 100 + i for i in range(len(spots))]
    if spots[0] == spots[-1]:
        nodes[-1] = nodes[0]
    geometry = [{"lon": lon, "lat": lat} for lon, lat in spots]
    told = {"type": "way", "id": number, "nodes": nodes, "geometry": geometry, "tags": tags}
    return told, LineString(spots)


def ring(km: float) -> list[tuple[float, float]]:
    return [at(-km, -km), at(-km, km), at(km, km), at(km, -km), at(-km, -km)]


def boundary(number: int, name: str, km: float, level: str = "8") -> tuple[dict[str, Any], Any]:
    told, edges = way(number, *ring(km))
    member = {"type": "way", "ref": number, "role": "outer", "geometry": told["geometry"]}
    tags = {**BOUNDARY, "name": name, "admin_level": level}
    relation = {"type": "relation", "id": number, "members": [member], "tags": tags}
    return relation, shapely.geometrycollections([edges])


def planet(*elements: tuple[dict[str, Any], Any]) -> Planet:
    return Planet([told for told, _ in elements], [edges for _, edges in elements])
