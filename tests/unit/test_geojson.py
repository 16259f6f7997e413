"""GeoJSON with OpenStreetMap tags: ids, tags and shapes as exporters write them, and what is broken."""

from typing import Any

import pytest
import shapely

from loader.errors import SourceError
from loader.formats.extract import Extract
from loader.formats.geojson import read_geojson
from loader.transform.roads import find_connections
from queries.geometry.position import Position

POINT = {"type": "Point", "coordinates": [-8.61, 41.15]}
RING = [[-8.61, 41.15], [-8.60, 41.15], [-8.60, 41.16], [-8.61, 41.16], [-8.61, 41.15]]
HOLE = [[-8.607, 41.153], [-8.603, 41.153], [-8.603, 41.157], [-8.607, 41.153]]
AREA = {"type": "Polygon", "coordinates": [RING]}
PARK = {"leisure": "park"}


def feature(properties: dict[str, Any], geometry: Any = POINT, **more: Any) -> dict[str, Any]:
    return {"type": "Feature", "properties": properties, "geometry": geometry, **more}


def read(*features: Any, **more: Any) -> Extract:
    return read_geojson({"type": "FeatureCollection", "features": list(features), **more}, source="a.geojson")


def shapes(extract: Extract) -> dict[str, str]:
    return {place.id: place.shape.geom_type for place in extract.places}


def told(remarks: Any) -> dict[str, str]:
    return {remark.id: remark.reason for remark in remarks}


@pytest.mark.parametrize(
    ("properties", "more", "id_"),
    [
        ({"@id": "way/123"}, {}, "way/123"),
        ({"id": "node/1"}, {}, "node/1"),
        ({}, {"id": "relation/7"}, "relation/7"),
        ({"id": "https://www.openstreetmap.org/way/5"}, {}, "way/5"),
        ({"full_id": "r12", "osm_id": "12", "osm_type": "relation"}, {}, "relation/12"),
        ({"@id": 123, "@type": "way"}, {}, "way/123"),
        ({"id": "123", "type": "node"}, {}, "node/123"),
        ({}, {"id": 123}, "node/123"),
        ({"osm_way_id": "44"}, {}, "way/44"),
        ({"osm_id": "44", "osm_way_id": None}, {}, "node/44"),
        ({"@id": "node/9"}, {"id": 1}, "node/9"),
    ],
)
def test_an_id_is_found_wherever_exporters_put_it(
    properties: dict[str, Any], more: dict[str, Any], id_: str
) -> None:
    assert shapes(read(feature({**PARK, **properties}, **more))).keys() == {id_}


def test_numbers_without_a_type_are_taken_by_their_shape_and_that_is_said() -> None:
    several = {"type": "MultiPolygon", "coordinates": [[RING]]}
    extract = read(feature(PARK, id=77), feature(PARK, AREA, id="78"), feature(PARK, several, id=79))
    assert shapes(extract).keys() == {"node/77", "way/78", "relation/79"}
    assert told(extract.noted)["file"].startswith("3 ids are numbers without a type")


def test_a_feature_without_an_id_gets_one_that_stays_and_row_numbers_are_none() -> None:
    first = read(
        feature(PARK, id="0"), feature({**PARK, "name": "b"}, id="1"), feature({**PARK, "name": "b"})
    )
    again = read(feature({"name": "b", **PARK}), feature(PARK))
    assert shapes(first) == shapes(again)
    assert len(first.places) == 2
    assert all(place.id.startswith("feature/") and len(place.id) == 24 for place in first.places)


def test_keys_that_are_no_tags_are_left_out() -> None:
    properties = {
        **{"@id": "way/1", "@version": "3", "ciclomapa:side": "a", "id": "way/1", "type": "Lojas"},
        **{"timestamp": "2020", "user": "x", "meta": {}, "relations": [], "version": 4},
        **{"leisure": "park", "capacity": 3, "height": 1.5, "lit": True, "note": None, "empty": ""},
    }
    tags = {"leisure": "park", "capacity": "3", "height": "1.5", "lit": "yes"}
    assert dict(read(feature(properties)).places[0].tags) == tags
    nested = {"type": "way", "id": 1, "tags": PARK, "meta": {}}
    extract = read(feature(nested))
    assert (dict(extract.places[0].tags), shapes(extract).keys()) == (PARK, {"way/1"})
    gdal = {"osm_id": "1", "other_tags": '"leisure"=>"park","note"=>"say \\"hi\\""'}
    assert dict(read(feature(gdal)).places[0].tags) == {**PARK, "note": 'say "hi"'}
    relation = read(feature({"@id": "relation/1", "type": "multipolygon", **PARK}, AREA))
    assert relation.places[0].tags["type"] == "multipolygon"


def test_every_geometry_is_read() -> None:
    line = [[-8.61, 41.15], [-8.60, 41.15], [-8.60, 41.16]]
    extract = read(
        feature({"@id": "node/1", **PARK}),
        feature({"@id": "way/2", **PARK}, AREA),
        feature({"@id": "way/3", **PARK}, {"type": "LineString", "coordinates": RING}),
        feature({"@id": "way/4", **PARK}, {"type": "LineString", "coordinates": line}),
        feature({"@id": "relation/5", **PARK}, {"type": "MultiPolygon", "coordinates": [[RING, HOLE]]}),
        feature({"@id": "relation/6", **PARK}, {"type": "MultiPoint", "coordinates": RING}),
        feature({"@id": "relation/7", **PARK}, {"type": "MultiLineString", "coordinates": [line, HOLE]}),
        feature({"@id": "relation/8", **PARK}, {"type": "GeometryCollection", "geometries": [POINT, AREA]}),
        feature({"@id": "way/9", **PARK}),
    )
    assert shapes(extract) == {
        "node/1": "Point",
        "way/2": "Polygon",
        "way/3": "Polygon",
        "way/4": "LineString",
        "relation/5": "Polygon",
        "relation/6": "MultiPoint",
        "relation/7": "MultiLineString",
        "relation/8": "Polygon",
        "way/9": "Point",
    }
    assert told(extract.noted).keys() == {"way/4", "way/9"}
    hole = next(place.shape for place in extract.places if place.id == "relation/5")
    assert hole.area == pytest.approx(1e-4 - 0.8e-5)


def test_roads_meet_where_they_share_a_vertex_and_areas_have_their_border() -> None:
    east = {"type": "LineString", "coordinates": RING[:2]}
    north = {"type": "LineString", "coordinates": RING[1:3]}
    extract = read(
        feature({"@id": "way/1", "highway": "primary"}, east),
        feature({"@id": "way/2", "highway": "residential"}, north),
        feature({"@id": "way/3", "highway": "residential"}, AREA),
        feature({"@id": "way/4", "highway": "residential"}),
        feature({"@id": "way/5", "place": "neighbourhood", "name": "Sé"}, AREA),
        feature({"@id": "node/6", "place": "suburb"}),
        feature({"@id": "relation/7", "boundary": "administrative"}, east),
    )
    assert find_connections(extract.roads) == {
        "way/1": ("way/2", "way/3"),
        "way/2": ("way/1", "way/3"),
        "way/3": ("way/1", "way/2"),
    }
    assert told(extract.skipped).keys() == {"way/4"}
    assert {(a.id, a.shape is not None, a.position, bool(a.problem)) for a in extract.areas} == {
        ("way/5", True, None, False),
        ("node/6", False, Position(41.15, -8.61), False),
        ("relation/7", False, None, True),
    }


@pytest.mark.parametrize(
    ("geometry", "reason"),
    [
        (None, "it has no geometry"),
        ({"type": "Point", "coordinates": [0, 91]}, "not on the Earth (latitude 91, longitude 0)"),
        ({"type": "Point", "coordinates": [200, 0]}, "not on the Earth (latitude 0, longitude 200)"),
        ({"type": "Point", "coordinates": ["x", 0]}, "its coordinates are no numbers"),
        ({"type": "Point", "coordinates": [float("nan"), 0]}, "its coordinates are no numbers"),
        ({"type": "Point"}, "its coordinates are no numbers"),
        ({"type": "LineString", "coordinates": []}, "it has no nodes"),
        ({"type": "LineString", "coordinates": 3}, "its coordinates are no list"),
        ({"type": "Polygon", "coordinates": []}, "its geometry is empty"),
        ({"type": "Polygon", "coordinates": [[[0, 0], [0, 91], [1, 1], [0, 0]]]}, "not on the Earth"),
        ({"type": "Circle", "coordinates": [1]}, "is none that GeoJSON has"),
        ({"type": "GeometryCollection", "geometries": [3]}, "a part of its geometry is none"),
    ],
)
def test_a_broken_geometry_is_told_and_stops_nothing(geometry: Any, reason: str) -> None:
    extract = read(feature({"@id": "way/2", **PARK}, geometry), feature({"@id": "node/1", **PARK}), "junk")
    assert shapes(extract).keys() == {"node/1"}
    assert reason in told(extract.skipped)["way/2"]
    assert "feature 3 of the file" in told(extract.skipped)


def test_rings_of_too_few_corners_are_lines_points_or_no_holes() -> None:
    spike = {"type": "Polygon", "coordinates": [RING[:2]]}
    spot = {"type": "Polygon", "coordinates": [RING[:1]]}
    tiny_hole = {"type": "Polygon", "coordinates": [RING, RING[:2]]}
    extract = read(
        feature({"@id": "way/1", **PARK}, spike),
        feature({"@id": "way/2", **PARK}, spot),
        feature({"@id": "way/3", **PARK}, tiny_hole),
    )
    assert shapes(extract) == {"way/1": "LineString", "way/2": "Point", "way/3": "Polygon"}


def test_the_same_id_twice_is_one_place_the_newest_version_then_the_last() -> None:
    for first, last in ((3, 2), (2, 3)):
        extract = read(
            feature({"@id": "node/1", "@version": first, "name": f"v{first}", **PARK}),
            feature({"@id": "node/1", "@version": last, "name": f"v{last}", **PARK}),
        )
        assert [place.tags["name"] for place in extract.places] == ["v3"]
        assert told(extract.noted).keys() == {"node/1"}
    extract = read(feature({"@id": "node/1", "a": "1", **PARK}), feature({"@id": "node/1", "a": "2", **PARK}))
    assert [place.tags["a"] for place in extract.places] == ["2"]


def test_the_time_is_the_file_s_else_the_newest_feature_s() -> None:
    dated = [
        feature({"@id": f"node/{year}", "@timestamp": f"{year}-01-01T00:00:00Z", **PARK})
        for year in (2021, 2020)
    ]
    assert read(*dated).extracted_at == "2021-01-01T00:00:00Z"
    assert read(*dated, timestamp="2022-01-01T00:00:00Z").extracted_at == "2022-01-01T00:00:00Z"
    assert read(feature(PARK)).extracted_at is None


def test_other_coordinates_than_degrees_are_refused() -> None:
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::31985"}}
    with pytest.raises(SourceError, match="EPSG:4326"):
        read(feature(PARK), crs=crs)
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:OGC:1.3:CRS84"}}
    assert len(read(feature(PARK), crs=crs).places) == 1


def test_an_area_across_180_degrees_is_two_that_meet_there() -> None:
    ring = [[179.9, -17], [-179.9, -17], [-179.9, -16.9], [179.9, -16.9], [179.9, -17]]
    shape = (
        read(feature({"@id": "way/1", **PARK}, {"type": "Polygon", "coordinates": [ring]})).places[0].shape
    )
    west, east = shapely.box(-180, -17, -179.9, -16.9), shapely.box(179.9, -17, 180, -16.9)
    assert shape.equals(shapely.union_all([west, east]))
