"""A small Overpass over a file: as much of its language as perto speaks, evaluated on its own.

Distances are those of a sphere, as Overpass measures them; a filter by place finds what has a node or an
edge there, so an area around the whole region is found by is_in alone.
"""

import json
import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import osmium
import shapely
from shapely.geometry import GeometryCollection, LineString, Point, box
from shapely.geometry.base import BaseGeometry

from tests.web_server import Answer, Asked, answer

BASE_TIME = "2020-07-01T00:00:00Z"
AREA_OF_RELATION = 3_600_000_000
_KINDS = {"nwr": "nwr", "wr": "wr", "way": "w", "rel": "r"}
_STATEMENT = re.compile(r"\s*(nwr|wr|way|rel)(\.\w+)?((?:\[.*\])?)(?:\((.*?)\))?;")
_TAG = re.compile(r'\["((?:[^"\\]|\\.)*)"(?:(=|~|!~)"((?:[^"\\]|\\.)*)")?\]')
_FRAME = ("(", ");", ".region out ids;", "(way(pivot.here);rel(pivot.here);)->.enclosing;")
_SPHERE_M = math.radians(6_371_000)


@dataclass
class Planet:
    """The tagged elements of a file as Overpass prints them, and the edges of each in degrees."""

    elements: list[dict[str, Any]] = field(default_factory=list)
    edges: list[BaseGeometry] = field(default_factory=list)

    def relation(self, number: int) -> int | None:
        """Return where a relation is."""
        found = (i for i, e in enumerate(self.elements) if (e["type"], e["id"]) == ("relation", number))
        return next(found, None)


@cache
def read_planet(path: Path) -> Planet:
    """Read a file, by osmium alone."""
    planet = Planet()
    spots: dict[int, tuple[float, float]] = {}
    ways: dict[int, list[tuple[float, float]]] = {}
    for o in osmium.FileProcessor(str(path)):
        element: dict[str, Any] = {
            "type": {"n": "node", "w": "way", "r": "relation"}[o.type_str()],
            "id": o.id,
        }
        edges: BaseGeometry
        if o.is_node():
            spots[o.id] = (o.location.lon, o.location.lat)
            element |= {"lat": o.location.lat, "lon": o.location.lon}
            edges = Point(spots[o.id])
        elif o.is_way():
            nodes = [n.ref for n in o.nodes if n.ref in spots]
            ways[o.id] = [spots[n] for n in nodes]
            element |= {"nodes": nodes, "geometry": _geometry(ways[o.id])}
            edges = _line(ways[o.id])
        else:
            members, parts = [], []
            for m in o.members:
                told: dict[str, Any] = {"type": m.type, "ref": m.ref, "role": m.role}
                told["type"] = {"n": "node", "w": "way", "r": "relation"}[m.type]
                if m.type == "w" and m.ref in ways:
                    told["geometry"] = _geometry(ways[m.ref])
                    parts.append(_line(ways[m.ref]))
                elif m.type == "n" and m.ref in spots:
                    told |= dict(zip(("lon", "lat"), spots[m.ref], strict=True))
                    parts.append(Point(spots[m.ref]))
                members.append(told)
            element |= {"members": members}
            edges = GeometryCollection(parts)
        if o.tags:
            planet.elements.append(element | {"tags": dict(o.tags)})
            planet.edges.append(edges)
    return planet


def serve(planet: Planet) -> Callable[[Asked], Answer]:
    """Return what a right server answers to each question."""
    return lambda asked: answer(json.dumps(evaluate(planet, asked.form["data"])))


def evaluate(planet: Planet, query: str) -> dict[str, Any]:
    """Answer a query of perto."""
    head, *lines, out = query.splitlines()
    assert head.startswith("[out:json][timeout:")
    found: set[int] = set()
    enclosing: set[int] = set()
    areas: list[dict[str, Any]] = []
    region: BaseGeometry | None = None
    places: dict[str, set[int]] = {}
    for line in lines:
        if line.startswith("area("):
            number = int(line[5 : line.index(")")])
            relation = planet.relation(number - AREA_OF_RELATION)
            if relation is not None:
                areas.append({"type": "area", "id": number})
                region = shapely.union_all(_faces(planet.edges[relation]))
        elif line.startswith("is_in("):
            latitude, longitude = map(float, line[6 : line.index(")")].split(","))
            enclosing = _around(planet, Point(longitude, latitude))
        elif statement := _STATEMENT.fullmatch(line):
            kind, from_set, tags, place = statement.groups()
            if place and place.isdigit():
                relation = planet.relation(int(place))
                found |= set() if relation is None else {relation}
            else:
                if place and place not in places:
                    places[place] = _at(planet, place, region)
                at = enclosing if from_set else places[place] if place else None
                found |= _find(planet, _KINDS[kind], tags, at)
        else:
            assert line in _FRAME, line
    elements = [planet.elements[i] for i in sorted(found)]
    if out == "out tags center;":
        elements = [_centred(planet.elements[i], planet.edges[i]) for i in sorted(found)]
    else:
        assert out == "out geom;"
    told = {"timestamp_osm_base": BASE_TIME, "copyright": "www.openstreetmap.org, ODbL"}
    return {"version": 0.6, "generator": "tests", "osm3s": told, "elements": areas + elements}


def _find(planet: Planet, kinds: str, tags: str, at: set[int] | None) -> set[int]:
    among = range(len(planet.elements)) if at is None else at
    return {
        i for i in among if planet.elements[i]["type"][0] in kinds and fits(planet.elements[i]["tags"], tags)
    }


def _at(planet: Planet, place: str, region: BaseGeometry | None) -> set[int]:
    """Return what has an edge there."""
    edges = np.array(planet.edges)
    if place == "area.region":
        return set(np.flatnonzero(shapely.intersects(edges, region)))
    if place.startswith("around:"):
        radius_m, latitude, longitude = map(float, place.removeprefix("around:").split(","))
        metres = _SPHERE_M * np.array([math.cos(math.radians(latitude)), 1.0])
        flat = shapely.transform(edges, lambda at: (at - [longitude, latitude]) * metres)
        return set(np.flatnonzero(shapely.dwithin(flat, Point(0, 0), radius_m)))
    south, west, north, east = map(float, place.split(","))
    return set(np.flatnonzero(shapely.intersects(edges, box(west, south, east, north))))


def _around(planet: Planet, at: Point) -> set[int]:
    boxes = shapely.envelope(np.array(planet.edges))
    near = np.flatnonzero(shapely.intersects(boxes, at))
    return {int(i) for i in near if any(face.contains(at) for face in _faces(planet.edges[i]))}


def _faces(edges: BaseGeometry) -> list[BaseGeometry]:
    lines = [part for part in shapely.get_parts(edges) if isinstance(part, LineString)]
    return list(shapely.get_parts(shapely.polygonize(lines))) if lines else []


def fits(tags: dict[str, str], filters: str) -> bool:
    for key, sign, value in _TAG.findall(filters):
        here = tags.get(_text(key))
        if sign == "=":
            fits = here == _text(value)
        elif sign == "!~":
            fits = here is None or not re.search(_text(value), here)
        else:
            fits = here is not None and (not sign or re.search(_text(value), here) is not None)
        if not fits:
            return False
    return True


def _text(quoted: str) -> str:
    return re.sub(r"\\(.)", r"\1", quoted)


def _geometry(spots: Iterable[tuple[float, float]]) -> list[dict[str, float]]:
    return [{"lat": lat, "lon": lon} for lon, lat in spots]


def _line(spots: list[tuple[float, float]]) -> BaseGeometry:
    return LineString(spots) if len(spots) > 1 else Point(*spots)


def _centred(element: dict[str, Any], edges: BaseGeometry) -> dict[str, Any]:
    kept = {key: element[key] for key in ("type", "id", "tags")}
    return kept | {"center": {"lat": edges.centroid.y, "lon": edges.centroid.x}}
