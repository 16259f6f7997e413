"""GeoJSON as tools write it: ids in all their forms, rows of one id, no values, and what a file lacks."""

import json
from pathlib import Path
from typing import Any

import pytest
import shapely

from loader.formats.detect import fetch
from loader.formats.extract import Extract
from loader.formats.geojson import read_geojson

CASES = Path(__file__).parents[1] / "cases"
PARK = {"leisure": "park"}
POINT = {"type": "Point", "coordinates": [-8.61, 41.15]}


def ring(west: float = -8.61, south: float = 41.15, side: float = 0.001) -> list[list[float]]:
    east, north = west + side, south + side
    return [[west, south], [east, south], [east, north], [west, north], [west, south]]


def area(*rings: list[list[float]]) -> dict[str, Any]:
    return {"type": "Polygon", "coordinates": list(rings or [ring()])}


def areas(*rings: list[list[float]]) -> dict[str, Any]:
    return {"type": "MultiPolygon", "coordinates": [[one] for one in rings]}


def line(*points: list[float]) -> dict[str, Any]:
    return {"type": "LineString", "coordinates": list(points)}


def feature(properties: dict[str, Any], geometry: Any = None, **more: Any) -> dict[str, Any]:
    return {"type": "Feature", "properties": properties, "geometry": geometry or area(), **more}


def read(*features: Any, **more: Any) -> Extract:
    return read_geojson({"type": "FeatureCollection", "features": list(features), **more}, source="a.geojson")


def ids(extract: Extract) -> set[str]:
    return {place.id for place in extract.places}


def notes(extract: Extract) -> dict[str, str]:
    return {remark.id: remark.reason for remark in extract.noted}


def test_a_park_in_two_rows_is_one_of_both_parts() -> None:
    extract = fetch(CASES / "rows_of_one_id.geojson")
    parks = {place.id: place.shape for place in extract.places if "park" in place.services}
    assert parks.keys() == {"relation/4430001", "way/943000002"}
    assert len(parks["relation/4430001"].geoms) == 2
    assert not any(place.cut for place in extract.places)


@pytest.mark.parametrize(
    ("properties", "more", "id_"),
    [
        # QuickOSM
        ({"full_id": "w45", "osm_id": "45", "osm_type": "way"}, {}, "way/45"),
        ({"full_id": "r6", "osm_id": "6"}, {}, "relation/6"),
        ({"full_id": "n7"}, {}, "node/7"),
        ({"id": "Way/45"}, {}, "way/45"),
        ({"id": "way/-45"}, {}, "way/-45"),
        # osmium: --add-unique-id=type_id, and attributes
        ({}, {"id": "w45"}, "way/45"),
        ({}, {"id": "a90"}, "way/45"),
        ({}, {"id": "a91"}, "relation/45"),
        ({"@type": "relation", "@id": 45}, {"id": 1}, "relation/45"),
        # osmnx: to_json of both its indexes, columns after reset_index
        ({}, {"id": "('way', 45)"}, "way/45"),
        ({}, {"id": "('relation', np.int64(45))"}, "relation/45"),
        ({}, {"id": ["way", 45]}, "way/45"),
        ({}, {"id": '["way", 45]'}, "way/45"),
        ({"element": "relation", "id": 45}, {}, "relation/45"),
        ({"element": "way", "id": "45"}, {"id": "0"}, "way/45"),
        ({"element_type": "relation", "osmid": 45}, {}, "relation/45"),
        ({"unique_id": "way/45", "osmid": 45}, {}, "way/45"),
        # pandas: numbers as floats, and as texts of floats
        ({"osm_type": "way", "osm_id": 45.0}, {}, "way/45"),
        ({"osm_type": "way", "osm_id": "45.0"}, {}, "way/45"),
        ({"@id": "way/45.0"}, {}, "way/45"),
        # GDAL: a column for the ids of ways
        ({"osm_id": None, "osm_way_id": "45"}, {}, "way/45"),
        ({"osm_id": "nan", "osm_way_id": "45.0"}, {}, "way/45"),
        ({"osm_id": "6", "osm_way_id": None, "type": "multipolygon"}, {}, "relation/6"),
        # osm2pgsql: relations below zero; imposm: one space of ids
        ({"osm_id": -6}, {}, "relation/6"),
        ({"osm_id": "-6.0"}, {}, "relation/6"),
        ({"osm_type": "relation", "osm_id": -6}, {}, "relation/6"),
        ({"osm_id": -100000000000000006}, {}, "relation/6"),
        # overpass turbo, osmtogeojson
        ({"@id": "relation/6"}, {"id": "relation/6"}, "relation/6"),
        ({"type": "way", "id": 45, "tags": PARK}, {"id": "way/45"}, "way/45"),
        ({"osm_type": "W", "osm_id": 45}, {}, "way/45"),
    ],
)
def test_an_id_is_read_in_every_form_that_tools_write(
    properties: dict[str, Any], more: dict[str, Any], id_: str
) -> None:
    assert ids(read(feature({**PARK, **properties}, **more))) == {id_}


def test_a_number_without_a_type_is_told_by_the_shape_of_all_its_rows() -> None:
    east = ring(-8.60)
    extract = read(
        feature({"osm_id": 1, **PARK}, POINT),
        feature({"osm_id": 2, **PARK}),
        feature({"osm_id": 3, **PARK}),
        feature({"osm_id": 3, **PARK}, area(east)),
        feature({"osm_id": 4, **PARK}, area(ring(), ring(-8.6098, 41.1502, 0.0002))),
        feature({"osm_id": 5, **PARK}, area(ring())),
        feature({"osm_id": 5, **PARK}, area(ring(-8.609))),  # a tile's border between them
    )
    assert ids(extract) == {"node/1", "way/2", "relation/3", "relation/4", "way/5"}
    assert notes(extract)["file"].startswith("5 ids are numbers without a type")
    # where relations are below zero, what is above is none, in however many parts
    signed = read(
        feature({"osm_id": -9, **PARK}),
        feature({"osm_id": 3, **PARK}),
        feature({"osm_id": 3, **PARK}, area(east)),
        feature(
            {"osm_id": 4, "highway": "primary"}, {"type": "MultiLineString", "coordinates": [ring()[:2]]}
        ),
    )
    assert ids(signed) == {"relation/9", "way/3"}
    assert [road.id for road in signed.roads] == ["way/4"]
    assert not [r for r in signed.noted if "without a type" in r.reason]


def test_the_index_of_a_frame_is_no_id_whatever_rows_are_left_of_it() -> None:
    extract = read(
        feature({**PARK, "name": "a"}, id="0"),
        feature({**PARK, "name": "b"}, id="7"),
        feature({**PARK, "name": "c"}, id="7"),
    )
    assert len(extract.places) == 3
    assert all(id_.startswith("feature/") for id_ in ids(extract))


@pytest.mark.parametrize(
    "nothing", [None, float("nan"), "", " ", "nan", "NaN", "null", "None", "<NA>", "NaT"]
)
def test_no_value_is_no_tag_and_no_id(nothing: Any) -> None:
    properties = {"@id": "way/1", "osm_id": nothing, "name": nothing, "shop": nothing, **PARK}
    extract = read(feature(properties), feature({"osm_id": nothing, **PARK}, POINT))
    assert [dict(place.tags) for place in extract.places] == [PARK, PARK]
    assert {id_.partition("/")[0] for id_ in ids(extract)} == {"way", "feature"}


def test_tags_in_one_column_are_read_as_each_tool_writes_them() -> None:
    tags = {"leisure": "park", "name": 'O "Jardim"', "wheelchair": "yes"}
    for column, given in (
        ("other_tags", '"leisure"=>"park","name"=>"O \\"Jardim\\"","wheelchair"=>"yes"'),
        ("tags", '"leisure"=>"park", "name"=>"O \\"Jardim\\"", "wheelchair"=>"yes", "note"=>NULL'),
        ("other_tags", json.dumps(tags)),
        ("all_tags", tags),
        ("tags", str(tags)),
        ("tags", {**tags, "note": None}),
    ):
        extract = read(feature({"@id": "way/1", column: given}))
        assert [dict(place.tags) for place in extract.places] == [tags], given


def test_values_of_frames_are_those_of_the_map() -> None:
    given = {"admin_level": 10.0, "capacity": 3.5, "oneway": True, "addr_street": "Rua A"}
    given |= {
        "cuisine": ["pizza", "sushi"],
        "sport": "['tennis', 'padel']",
        "nodes": [1, 2],
        "barrier": "none",
    }
    extract = read(feature({"element": "way", "id": 1, **PARK, **given}))
    assert dict(extract.places[0].tags) == {
        **PARK,
        **{"admin_level": "10", "capacity": "3.5", "oneway": "yes", "addr:street": "Rua A"},
        **{"cuisine": "pizza;sushi", "sport": "tennis;padel", "barrier": "none"},
    }


def test_parts_of_one_id_are_joined_to_one_place_and_counted() -> None:
    west, east = ring(), ring(-8.60)
    for first, second in (
        (area(west), area(east)),
        (areas(west), areas(east)),
        (area(west), areas(west, east)),
    ):
        extract = read(
            feature({"@id": "relation/6", **PARK}, first), feature({"@id": "relation/6", **PARK}, second)
        )
        [place] = extract.places
        assert place.shape.equals(shapely.union_all([shapely.Polygon(west), shapely.Polygon(east)]))
        assert not place.cut
        assert notes(extract) == {
            "file": "1 of its elements are in several rows: each is one, of all its parts"
        }


def test_what_a_tile_cut_is_whole_again() -> None:
    street = {"@id": "way/5", "highway": "primary", "name": "Rua"}
    extract = read(
        feature({"@id": "way/4", **PARK}, area(ring(-8.61))),
        feature({"@id": "way/4", **PARK}, area(ring(-8.6095))),
        feature(street, line([-8.61, 41.15], [-8.605, 41.15])),
        feature(street, line([-8.605, 41.15], [-8.60, 41.16])),
        feature({**street, "@id": "way/6"}, line([-8.61, 41.15], [-8.605, 41.15])),
        feature({**street, "@id": "way/6"}, line([-8.60, 41.15], [-8.595, 41.15])),
    )
    assert [place.shape.geom_type for place in extract.places] == ["Polygon"]
    assert extract.places[0].shape.bounds == pytest.approx((-8.61, 41.15, -8.6085, 41.151))
    assert {(road.id, road.shape.geom_type) for road in extract.roads} == {
        ("way/5", "LineString"),
        ("way/6", "MultiLineString"),
    }
    assert [len(set(road.nodes)) for road in extract.roads] == [3, 4]


def test_a_line_and_the_area_of_it_are_one_place() -> None:
    # osmium export gives a closed way as both
    extract = read(feature(PARK, line(*ring()), id="w45"), feature(PARK, areas(ring()), id="a90"))
    assert {(place.id, place.shape.geom_type) for place in extract.places} == {("way/45", "Polygon")}
    turned = [*ring()[2:], *ring()[1:3]]
    for forth, back in ((ring(), turned), (ring(), turned[::-1])):
        extract = read(feature({"@id": 45, **PARK}, line(*forth)), feature({"@id": 45, **PARK}, areas(back)))
        assert {(place.id, place.shape.geom_type) for place in extract.places} == {("way/45", "Polygon")}
        # osmium export gives no ids unless it is asked for them
        extract = read(
            feature(PARK, line(*forth)), feature(PARK, areas(back)), feature(PARK, area(ring(-8.6)))
        )
        assert [place.shape.geom_type for place in extract.places] == ["Polygon", "Polygon"]


def test_rows_that_contradict_each_other_go_by_one_rule() -> None:
    old, new = (
        {"@id": "way/1", "name": "Velho", **PARK},
        {"@id": "way/1", "name": "Novo", "lit": "yes", **PARK},
    )
    extract = read(feature(old), feature(new, area(ring(-8.60))))
    [place] = extract.places
    assert dict(place.tags) == {"name": "Novo", "lit": "yes", **PARK}
    assert len(place.shape.geoms) == 2
    assert notes(extract)["way/1"] == "its rows contradict each other in name: the last is kept"
    # of two versions the newer is kept whole, wherever it stands
    extract = read(feature({**new, "@version": 3}, area(ring(-8.60))), feature({**old, "@version": 2}))
    [place] = extract.places
    assert (place.tags["name"], place.shape.bounds[0]) == ("Novo", -8.60)
    assert "more than once" in notes(extract)["way/1"]
    # a node is at one place
    moved = {"type": "Point", "coordinates": [-8.60, 41.16]}
    extract = read(feature({"@id": "node/1", **PARK}, POINT), feature({"@id": "node/1", **PARK}, moved))
    assert [(place.shape.x, place.shape.y) for place in extract.places] == [(-8.60, 41.16)]
    assert "different places" in notes(extract)["node/1"]


def test_a_centre_is_no_part_of_the_shape_beside_it() -> None:
    far = {"type": "Point", "coordinates": [-8.5, 41.5]}
    for centre in ({"@geometry": "center"}, {"geometry": "center"}, {}):
        extract = read(feature({"@id": "way/1", **PARK}), feature({"@id": "way/1", **PARK, **centre}, far))
        assert [place.shape.geom_type for place in extract.places] == ["Polygon"]
    box = read(feature({"@id": "way/1", "@geometry": "bounds", **PARK}))
    assert [place.shape.geom_type for place in box.places] == ["Point"]
    assert "its box only" in notes(box)["way/1"]


def test_what_its_exporter_lacked_a_part_of_is_cut() -> None:
    for mark in ({"@tainted": True}, {"tainted": True}):
        extract = read(
            feature({"@id": "relation/1", **PARK, **mark}),
            feature({"@id": "way/2", "waterway": "river", **mark}, line(*ring()[:3])),
            feature({"@id": "way/3", **PARK}),
        )
        assert {(place.id, place.cut, place.encloses) for place in extract.places} == {
            ("relation/1", True, True),
            ("way/2", True, False),
            ("way/3", False, False),
        }
    open_ring = {"@id": "relation/4", "type": "multipolygon", **PARK}
    [place] = read(feature(open_ring, {"type": "MultiLineString", "coordinates": [ring()[:3]]})).places
    assert (place.cut, place.encloses) == (True, True)


def test_a_file_of_one_sort_of_elements_says_so() -> None:
    node, way = feature({"@id": "node/1", **PARK}, POINT), feature({"@id": "way/1", **PARK})
    second = feature({"@id": "node/2", **PARK}, POINT)
    assert read(node, second).flaws == ["nodes_only"]
    assert read(node, way).flaws == []
    assert read(way).flaws == []  # parks drawn as areas may be all that was asked for
    assert read(feature(PARK, POINT)).flaws == []  # no elements of OpenStreetMap
    gdal = feature({"osm_id": None, "osm_way_id": "1", **PARK}, areas(ring()))
    assert read(gdal).flaws == read(way, name="multipolygons").flaws == ["one_layer"]
    assert read(gdal, node).flaws == []


def test_a_place_without_geometry_is_counted_as_shapeless() -> None:
    lost = {"type": "Feature", "properties": {"@id": "way/1", **PARK}, "geometry": None}
    extract = read(lost, feature({"@id": "way/2", **PARK}))
    assert (ids(extract), extract.shapeless) == ({"way/2"}, {"park": 1})


@pytest.mark.parametrize("mark", ["", "\x1e"])
def test_one_feature_a_line_is_read_as_a_collection(mark: str, tmp_path: Path) -> None:
    path = tmp_path / "a.geojsonseq"
    features = [feature(PARK, POINT, id="n1"), feature(PARK, id="w45")]
    path.write_text("".join(f"{mark}{json.dumps(one)}\n" for one in features), encoding="utf-8")
    assert ids(fetch(path)) == {"node/1", "way/45"}


def test_the_edges_of_a_street_network_are_its_ways() -> None:
    there, back = line([-8.61, 41.15], [-8.60, 41.15]), line([-8.60, 41.15], [-8.61, 41.15])
    edge = {"osmid": 5, "highway": "primary", "name": "Rua", "oneway": False, "length": 839.1}
    extract = read(
        feature(edge, there, id="(1, 2, 0)"),
        feature({**edge, "reversed": True}, back, id="(2, 1, 0)"),
        feature({**edge, "length": 1.0}, line([-8.60, 41.15], [-8.60, 41.16]), id="(2, 3, 0)"),
    )
    [road] = extract.roads
    assert (road.id, road.shape.geom_type, len(road.shape.coords)) == ("way/5", "LineString", 3)
    assert "length" not in road.tags


def test_seconds_are_a_time() -> None:
    extract = read(feature({"@id": "way/1", "@timestamp": 1583020800, **PARK}))
    assert extract.extracted_at == "2020-03-01T00:00:00Z"
