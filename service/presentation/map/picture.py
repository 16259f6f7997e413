"""What a map shows of an answer, as plain data: places with their roles, rows, lines, roads, bounds."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import shapely
from shapely.affinity import scale
from shapely.geometry.base import BaseGeometry

from queries.catalogue.catalogue import Language
from queries.statements.places import FoundPlace
from queries.statements.roads import FoundWay
from service.answer import Answer
from service.evidence.background import Background, Box, Region, box_of, listed_places
from service.language.phrasing import kind_label

# more roads than this make a page heavy: the smaller classes go first
_MAX_ROADS = 8_000
_ROAD_RANKS = {"motorway": 5, "trunk": 5, "primary": 4, "secondary": 3, "tertiary": 2, "residential": 0}
# half a metre: nobody sees it on a map of a city
_SIMPLER_BY_DEGREES = 5e-6
_EVERYDAY_DEGREES = 0.02
# two metres: coasts have many points
_REGION_SIMPLER_BY_DEGREES = 2e-5
_DECIMALS = 6


def draw(answer: Answer, background: Background) -> dict[str, Any]:
    """Return the page's data: JSON values only, coordinates as [longitude, latitude] in degrees."""
    geometries = {s.id: shapely.from_wkt(s.geometry) for s in background.shapes if s.geometry}
    places = _places(answer, background.elsewhere, geometries)
    _add_regions(places, background.regions)
    outlines = {region.id: region.shape for region in background.regions}
    rows = _rows(answer)
    of_regions = _region_rows(answer, background.regions)
    box = _whole(box_of(answer, background.elsewhere, background.regions), geometries.values())
    kept = _lighten(background.roads)
    # where the answer is zones or areas, its pairs are lines on the map
    only = of_regions if answer.reading.kind in ("zones", "clusters") and of_regions else []
    shown = only or [*rows, *of_regions]
    return {
        "question": answer.question or answer.reading.sentence or "perto",
        "outcome": answer.outcome,
        "text": answer.text,
        "sentence": answer.reading.sentence,
        "assumptions": list(answer.reading.assumptions),
        "problem": answer.problem.model_dump(by_alias=True) if answer.problem else None,
        "candidates": [
            {"id": c.id, "label": ": ".join(part for part in (c.name, c.locator) if part) or c.id}
            for c in answer.candidates
        ],
        "rows": shown,
        "total": _total(answer, bool(only)),
        "similar": [{"id": s.id, "label": s.name or s.id} for s in answer.similar],
        "citations": [c.model_dump(mode="json") for c in answer.citations],
        "statements": [{"name": s.name, "console": s.console} for s in answer.statements],
        "datasets": [d.model_dump(mode="json") for d in answer.data.datasets],
        "attribution": answer.data.attribution,
        "places": list(places.values()),
        "lines": _lines(answer, [*rows, *_unpaired(answer)], places, geometries | outlines),
        "roads": _road_lines(kept),
        "roads_left_out": len(kept) < len(background.roads),
        "legend": {role: _legend(answer, role, places.values()) for role in ("a", "b")},
        "bounds": None if box is None else [[box.west, box.south], [box.east, box.north]],
    }


def _places(
    answer: Answer, elsewhere: Mapping[str, FoundPlace], geometries: Mapping[str, BaseGeometry]
) -> dict[str, dict[str, Any]]:
    asked = {p.id for p in answer.places} | {pair.a.id for pair in answer.pairs}
    asked |= {c.id for c in answer.candidates}
    labels = _labels(answer.language)
    found: dict[str, dict[str, Any]] = {}
    for place in listed_places(answer).values():
        found[place.id] = {
            "id": place.id,
            "name": place.name,
            "locator": place.locator,
            "services": ", ".join(labels(place.services)),
            "latitude": place.latitude,
            "longitude": place.longitude,
            "role": "a" if place.id in asked else "b",
        }
    for other in elsewhere.values():
        found[other.id] = {
            "id": other.id,
            "name": other.name,
            "locator": "",
            "services": ", ".join(labels(other.services)),
            "latitude": other.position.latitude,
            "longitude": other.position.longitude,
            "role": "b",
        }
    for id_, geometry in geometries.items():
        if id_ in found:
            found[id_]["shape"] = _geojson(geometry)
    return found


def _rows(answer: Answer) -> list[dict[str, Any]]:
    if answer.pairs:
        return [{"a": p.a.id, "b": p.b.id, "distance_m": p.distance_m} for p in answer.pairs]
    return [
        {"a": p.id, "b": p.nearest.id if p.nearest else None, "distance_m": p.distance_m}
        for p in answer.places
    ]


def _region_rows(answer: Answer, regions: Sequence[Region]) -> list[dict[str, Any]]:
    """Return a row for each region that is counted, in the answer's order: a place with nothing near it."""
    order = [zone.id for zone in answer.zones] + [area.id for area in answer.areas]
    order += [side.place.id for side in answer.sides if side.place is not None]
    known = {region.id: region.count for region in regions if region.count is not None}
    return [{"a": id_, "b": None, "distance_m": None, "count": known[id_]} for id_ in order if id_ in known]


def _total(answer: Answer, only_regions: bool) -> int:
    if only_regions:
        return answer.total_zones + answer.total_areas
    return answer.total_pairs if answer.pairs else answer.total


def _add_regions(places: dict[str, dict[str, Any]], regions: Sequence[Region]) -> None:
    """Add what is no place, with its outline; one that stands as a place already gets it."""
    most = max((region.count or 0 for region in regions), default=0)
    for region in regions:
        west, south, east, north = region.shape.bounds
        places[region.id] = {
            "id": region.id,
            "name": region.name,
            "locator": "",
            "services": "",
            "latitude": region.position.latitude,
            "longitude": region.position.longitude,
            "role": region.role,
            **places.get(region.id, {}),
            "shape": _geojson(shapely.simplify(region.shape, _REGION_SIMPLER_BY_DEGREES)),
            "region": True,
            "count": region.count,
            "share": round((region.count or 0) / most, 3) if most else 0.0,
            "box": [[west, south], [east, north]],
        }


def _unpaired(answer: Answer) -> list[dict[str, Any]]:
    """Return what listed places are nearest to, where the list of pairs ended before their pair."""
    paired = {p.a.id for p in answer.pairs}
    return [
        {"a": p.id, "b": p.nearest.id, "distance_m": p.distance_m}
        for p in answer.places
        if answer.pairs and p.nearest and p.id not in paired
    ]


def _lines(
    answer: Answer,
    rows: Sequence[Mapping[str, Any]],
    places: Mapping[str, Mapping[str, Any]],
    geometries: Mapping[str, BaseGeometry],
) -> list[dict[str, Any]]:
    """Return a line for each measured pair, where the distance was measured: from edge to edge or centres."""
    measured = [r for r in rows if r["b"] in places and r["distance_m"] and math.isfinite(r["distance_m"])]
    # the nearest has no radius, though its reading has one
    radii = [p.radius_m for p in answer.reading.pairs if p.relation == "within" and not answer.reading.each]
    radii += [p.radius_m for p in answer.reading.places if p.relation == "within" and p.radius_m]
    longest_m = max([*(r["distance_m"] for r in measured), *radii], default=0.0)
    lines = []
    for row in measured:
        ends = [places[row["a"]], places[row["b"]]]
        if answer.measure == "edge":
            coordinates = _shortest(*(geometries.get(p["id"], _point(p)) for p in ends))
        else:
            coordinates = [[p["longitude"], p["latitude"]] for p in ends]
        # across the antimeridian the short way leaves the range of longitudes
        if abs(coordinates[1][0] - coordinates[0][0]) > 180:
            coordinates[1][0] += math.copysign(360, coordinates[0][0] - coordinates[1][0])
        lines.append(
            {
                "a": row["a"],
                "b": row["b"],
                "distance_m": row["distance_m"],
                "nearness": round(1 - row["distance_m"] / longest_m, 3),
                "coordinates": coordinates,
            }
        )
    return lines


def _point(place: Mapping[str, Any]) -> BaseGeometry:
    return shapely.Point(place["longitude"], place["latitude"])


def _shortest(a: BaseGeometry, b: BaseGeometry) -> list[list[float]]:
    """Return the two nearest points; longitudes are squeezed first, so that both degrees are equally long."""
    squeeze = max(math.cos(math.radians((a.bounds[1] + b.bounds[1]) / 2)), 0.01)
    origin = (0, 0)
    line = shapely.shortest_line(
        scale(a, xfact=squeeze, origin=origin), scale(b, xfact=squeeze, origin=origin)
    )
    return [[round(x / squeeze, _DECIMALS), round(y, _DECIMALS)] for x, y in line.coords]


def _geojson(geometry: BaseGeometry) -> dict[str, Any]:
    rounded = shapely.set_precision(geometry, 10**-_DECIMALS, mode="pointwise")
    shape: dict[str, Any] = shapely.geometry.mapping(rounded)
    return {"type": shape["type"], **{k: v for k, v in shape.items() if k != "type"}}


def _lighten(roads: Sequence[FoundWay]) -> Sequence[FoundWay]:
    if len(roads) <= _MAX_ROADS:
        return roads
    for least in (1, 3, 4):
        kept = [r for r in roads if _ROAD_RANKS.get(r.road_class.removesuffix("_link"), 0) >= least]
        if len(kept) <= _MAX_ROADS:
            break
    return kept


def _road_lines(roads: Sequence[FoundWay]) -> list[list[Any]]:
    lines = shapely.simplify(shapely.from_wkt([r.geometry for r in roads]), _SIMPLER_BY_DEGREES)
    return [
        [road.road_class, road.name, [[round(x, _DECIMALS), round(y, _DECIMALS)] for x, y in part.coords]]
        for road, line in zip(roads, lines, strict=True)
        for part in shapely.get_parts(line)
        if len(part.coords) > 1
    ]


def _legend(answer: Answer, role: str, places: Iterable[Mapping[str, Any]]) -> str:
    """Return what places of this role are: the services asked for, else those that the places have."""
    labels = _labels(answer.language, plural=True)
    services = [s for pair in answer.reading.pairs for s in (pair.a if role == "a" else pair.b)]
    if role == "a":
        services = services or list(answer.reading.services)
    if services:
        return ", ".join(dict.fromkeys(labels(services)))
    names = [p["name"] or p["services"] for p in places if p["role"] == role]
    return ", ".join(list(dict.fromkeys(n for n in names if n))[:3])


def _labels(language: Language, *, plural: bool = False) -> Any:
    def labels(services: Iterable[str]) -> list[str]:
        return [kind_label(s, language, plural=plural) for s in services]

    return labels


def _whole(box: Box | None, geometries: Iterable[BaseGeometry]) -> Box | None:
    """Widen the box by the shapes of an everyday size: a park as large as a town would make all else dots."""
    if box is None or box.east > 180:
        return box
    bounds = [g.bounds for g in geometries if not g.is_empty]
    bounds = [b for b in bounds if max(b[2] - b[0], b[3] - b[1]) < _EVERYDAY_DEGREES]
    return Box(
        min([box.south, *(b[1] for b in bounds)]),
        min([box.west, *(b[0] for b in bounds)]),
        max([box.north, *(b[3] for b in bounds)]),
        max([box.east, *(b[2] for b in bounds)]),
    )
