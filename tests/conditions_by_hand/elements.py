"""Every element of an OpenStreetMap file that could be a place, once, read without a line of perto's."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import osmium
import shapely
from osmium.geom import WKBFactory


@dataclass(frozen=True, slots=True)
class Element:
    """An element with tags and its shape in longitude and latitude."""

    id: str
    tags: Mapping[str, str]
    shape: shapely.Geometry


@cache
def read_elements(path: Path) -> tuple[Element, ...]:
    """Read what has tags: areas filled, other ways as lines.

    A relation without an area is no place beside its members; what has no position in the file lies nowhere.
    """
    areas = dict(_areas(path))
    found = []
    for thing in osmium.FileProcessor(str(path)).with_locations():
        tags = dict(thing.tags)
        if not tags:
            continue
        if thing.is_node():
            found.append(Element(f"node/{thing.id}", tags, shapely.Point(thing.lon, thing.lat)))
        elif thing.is_way():
            shape = areas.get(f"way/{thing.id}") or _line(thing)
            if shape is not None:
                found.append(Element(f"way/{thing.id}", tags, shape))
        elif thing.is_relation() and f"relation/{thing.id}" in areas:
            found.append(Element(f"relation/{thing.id}", tags, areas[f"relation/{thing.id}"]))
    return tuple(found)


def _areas(path: Path) -> Iterator[tuple[str, shapely.Geometry]]:
    wkb = WKBFactory()
    for thing in osmium.FileProcessor(str(path)).with_areas():
        if thing.is_area():
            kind = "way" if thing.from_way() else "relation"
            try:
                yield f"{kind}/{thing.orig_id()}", shapely.from_wkb(wkb.create_multipolygon(thing))
            except RuntimeError:  # a ring that crosses itself
                continue


def _line(way: osmium.osm.Way) -> shapely.Geometry | None:
    known = [(n.lon, n.lat) for n in way.nodes if n.location.valid()]
    if len(set(known)) < 2:
        return shapely.Point(known[0]) if known else None
    return shapely.LineString(known)
