"""Coverage: what an extract holds whole, as it is given; and the margins of places to its border."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import shapely
from shapely.errors import ShapelyError

from loader.derive.cells import batches
from loader.errors import SourceError
from queries.geometry.coverage import join_coverages, margins_m
from queries.geometry.distance import Shapes
from queries.graph import Graph
from queries.statements.nearness import LocatedPlace
from queries.statements.sites import merge_margins

_WHOLE_EARTH = shapely.box(-180, -90, 180, 90)


def read_coverage(given: str) -> str:
    """Return the area that is meant as WKT: a GeoJSON file, GeoJSON or WKT, in longitude latitude order.

    Raises SourceError where it is none, in one line.
    """

    def refuse(what: str) -> SourceError:
        return SourceError(f"--coverage {what}; give a GeoJSON file or WKT", source=given[:80], exit_code=2)

    text = given.strip()
    if not text.upper().startswith(("POLYGON", "MULTIPOLYGON", "{")):
        try:
            text = Path(given).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeError) as error:
            raise refuse(f"{given[:80]!r} is neither a polygon nor a file that can be read") from error
    try:
        shape = _from_geojson(json.loads(text)) if text.startswith("{") else shapely.from_wkt(text)
    except (ValueError, TypeError, KeyError, ShapelyError) as error:
        raise refuse(f"can't be read ({' '.join(str(error).split())[:80]})") from error
    if shape.geom_type not in ("Polygon", "MultiPolygon") or shape.is_empty:
        raise refuse(f"is a {shape.geom_type}, no polygon")
    if not shapely.covers(_WHOLE_EARTH, shape):
        raise refuse("is not on the Earth: coordinates are longitude, latitude in degrees")
    if not shape.is_valid:
        shape = shapely.union_all([p for p in shapely.get_parts(shapely.make_valid(shape)) if p.area > 0])
        if shape.is_empty:
            raise refuse("encloses nothing")
    wkt: str = shape.wkt
    return wkt


def _from_geojson(value: Any) -> Any:
    """Return the union of all areas in GeoJSON of any type."""
    if value["type"] == "FeatureCollection":
        return shapely.union_all([_from_geojson(feature) for feature in value["features"]])
    if value["type"] == "Feature":
        return _from_geojson(value["geometry"])
    return shapely.from_geojson(json.dumps(value))


def sync_margins(
    graph: Graph, places: Sequence[LocatedPlace], coverages: Iterable[str | None]
) -> dict[str, float | None]:
    """Write the margins that changed, and return all: metres to the border of the union of the coverages.

    A place that reaches outside has 0, also one of which a part is in no extract; None: no coverage is known.
    """
    coverage = join_coverages(coverages)
    margins: dict[str, float | None] = dict.fromkeys(place.id for place in places)
    if coverage is not None:
        shapes = Shapes.from_found(places)
        metres = margins_m(shapes, coverage).tolist()
        margins = {p.id: 0.0 if p.cut else m for p, m in zip(places, metres, strict=True)}
    changed = [place.id for place in places if place.margin_m != margins[place.id]]
    for ids in batches(changed):
        merge_margins(graph, rows={id_: margins[id_] for id_ in ids})
    return margins
