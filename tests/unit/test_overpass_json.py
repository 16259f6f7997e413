"""Overpass answers: what each output mode tells, what it lacks, and what is broken in it."""

from typing import Any

import pytest

from loader.errors import SourceError
from loader.formats.extract import Extract
from loader.formats.overpass_json import parse_answer, read_answers
from loader.transform.roads import find_connections
from queries.geometry.position import Position

PARK = {"leisure": "park"}
GOOD: dict[str, Any] = {"type": "node", "id": 1, "lat": 41.15, "lon": -8.61, "tags": {"amenity": "recycling"}}


def vertices(*pairs: tuple[float, float] | None) -> list[dict[str, float] | None]:
    return [pair and {"lat": pair[0], "lon": pair[1]} for pair in pairs]


SQUARE = vertices((41.15, -8.61), (41.15, -8.60), (41.16, -8.60), (41.16, -8.61), (41.15, -8.61))
HOLE = vertices((41.153, -8.607), (41.153, -8.603), (41.157, -8.603), (41.157, -8.607), (41.153, -8.607))


def read(*elements: Any, **more: Any) -> Extract:
    return read_answers([{"elements": list(elements), **more}], source="answer")


def shapes(extract: Extract) -> dict[str, str]:
    return {place.id: place.shape.geom_type for place in extract.places}


def skipped(extract: Extract) -> dict[str, str]:
    return {remark.id: remark.reason for remark in extract.skipped}


def noted(extract: Extract) -> dict[str, str]:
    return {remark.id: remark.reason for remark in extract.noted}


def way(id_: int, tags: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    return {"type": "way", "id": id_, "tags": tags or {}, **more}


def test_geometry_with_or_without_node_numbers_or_with_nodes_apart_is_one_shape() -> None:
    points = [{"type": "node", "id": 10 + i, **v} for i, v in enumerate(SQUARE[:4]) if v]
    numbers = [10, 11, 12, 13, 10]
    wholes = [
        read(way(1, PARK, geometry=SQUARE)),
        read(way(1, PARK, geometry=SQUARE, nodes=numbers)),
        read(way(1, PARK, nodes=numbers), *points),
    ]
    assert {extract.places[0].shape.wkt for extract in wholes} == {wholes[0].places[0].shape.wkt}
    assert [shapes(extract) for extract in wholes] == [{"way/1": "Polygon"}] * 3
    assert not any(extract.noted or extract.skipped for extract in wholes)


def test_a_relation_s_members_with_geometry_are_assembled_with_their_holes() -> None:
    members = [
        {"type": "way", "ref": 1, "role": "outer", "geometry": SQUARE[:3]},
        {"type": "way", "ref": 2, "role": "outer", "geometry": SQUARE[2:]},
        {"type": "way", "ref": 3, "role": "inner", "geometry": HOLE},
        {"type": "node", "ref": 4, "role": "label", "lat": 41.151, "lon": -8.609},
    ]
    tags = {"type": "multipolygon", **PARK, "place": "quarter"}
    extract = read({"type": "relation", "id": 5, "tags": tags, "members": members})
    assert shapes(extract) == {"relation/5": "Polygon"}
    assert len(extract.places[0].shape.interiors) == 1
    assert [(area.id, area.problem) for area in extract.areas] == [("relation/5", None)]
    cut = [*members[:1], {**members[1], "geometry": [*SQUARE[2:4], None]}]
    extract = read({"type": "relation", "id": 5, "tags": tags, "members": [*cut, members[3]]})
    assert shapes(extract) == {"relation/5": "LineString"}
    assert "its rings do not close here" in noted(extract)["relation/5"]
    assert [area.position for area in extract.areas] == [Position(41.151, -8.609)]


def test_roads_meet_at_shared_nodes_and_at_shared_vertices_only_where_nodes_have_no_numbers() -> None:
    road = {"highway": "residential"}
    north = vertices((41.15, -8.61), (41.16, -8.61))
    east = vertices((41.15, -8.61), (41.15, -8.60))
    numbered = read(way(1, road, geometry=north, nodes=[1, 2]), way(2, road, geometry=east, nodes=[3, 4]))
    assert find_connections(numbered.roads) == {"way/1": (), "way/2": ()}
    bare = read(way(1, road, geometry=north), way(2, road, geometry=east))
    assert find_connections(bare.roads) == {"way/1": ("way/2",), "way/2": ("way/1",)}
    mixed = read(way(1, road, geometry=north), way(2, road, geometry=east, nodes=[3, 4]))
    assert find_connections(mixed.roads) == {"way/1": ("way/2",), "way/2": ("way/1",)}


def test_a_centre_or_a_box_gives_a_place_but_no_road_and_no_border() -> None:
    centre = {"center": {"lat": 41.155, "lon": -8.605}}
    box = {"bounds": {"minlat": 41.15, "minlon": -8.61, "maxlat": 41.16, "maxlon": -8.60}}
    extract = read(
        way(1, PARK, **centre, nodes=[1, 2]),
        way(2, PARK, **box),
        way(3, {"highway": "primary"}, **centre),
        {"type": "relation", "id": 4, "tags": {"boundary": "administrative"}, **centre},
        GOOD,
    )
    assert shapes(extract) == {"node/1": "Point", "way/1": "Point", "way/2": "Point"}
    assert {place.shape.wkt for place in extract.places if place.id != "node/1"} == {"POINT (-8.605 41.155)"}
    assert noted(extract).keys() == {"way/1", "way/2"}
    assert "a road without its line" in skipped(extract)["way/3"]
    assert [(a.id, a.shape, a.position) for a in extract.areas] == [
        ("relation/4", None, Position(41.155, -8.605))
    ]


def test_what_lacks_a_position_is_told_beside_what_has_one() -> None:
    extract = read(
        GOOD,
        way(2, PARK),
        way(3, PARK, nodes=[7, 8]),
        way(4, {"building": "yes"}),
        {"type": "relation", "id": 5, "tags": PARK, "members": [{"type": "way", "ref": 9, "role": ""}]},
        {"type": "node", "id": 6, "lat": 91, "lon": 0, "tags": PARK},
        {"type": "node", "id": 7, "lat": 0, "lon": 200, "tags": PARK},
        {"type": "node", "id": 8, "tags": PARK},
        {"type": "area", "id": 3600000005, "tags": PARK},
        {"type": "node", "lat": 1, "lon": 1, "tags": PARK},
        {"type": "count", "id": 0, "tags": {"total": "3"}},
        "nonsense",
    )
    assert shapes(extract) == {"node/1": "Point"}
    told = skipped(extract)
    assert told.keys() == {
        *("way/2", "way/3", "relation/5", "node/6", "node/7", "node/8", "area/3600000005", "file")
    }
    assert told["node/6"] == "its coordinates are not on the Earth (latitude 91, longitude 0)"
    assert "`out geom`" in told["way/2"]
    reasons = " ".join(remark.reason for remark in extract.skipped if remark.id == "file")
    assert all(word in reasons for word in ("count", "no id", "of no kind"))


def test_a_way_cut_at_the_edge_of_what_was_asked_for_keeps_the_rest() -> None:
    extract = read(way(1, PARK, geometry=[*SQUARE[:3], None, SQUARE[4]]), GOOD)
    assert shapes(extract) == {"way/1": "LineString", "node/1": "Point"}
    assert "1 of its 5 nodes are missing" in noted(extract)["way/1"]


def test_an_element_in_several_answers_is_one_the_newest_version_wins() -> None:
    old = {**GOOD, "version": 1, "tags": {"amenity": "recycling", "name": "Old"}}
    new = {**GOOD, "version": 2, "tags": {"amenity": "recycling", "name": "New"}}
    bare = {key: value for key, value in GOOD.items() if key != "tags"}
    for pair in ([old, new], [new, old]):
        extract = read_answers([{"elements": [element]} for element in pair], source="answers")
        assert [place.tags["name"] for place in extract.places] == ["New"]
    assert shapes(read(GOOD, bare)) == shapes(read(bare, GOOD)) == {"node/1": "Point"}


def test_markup_and_odd_characters_of_tags_come_through_as_they_are() -> None:
    name = ("<script>alert('&')</script>, = %41 @ \\ \t\n\x01 café 🚲 " * 9)[:255]
    extract = read({**GOOD, "tags": {"amenity": "recycling", "name": name, "a=b,c d": "x"}})
    assert extract.places[0].tags == {"amenity": "recycling", "name": name, "a=b,c d": "x"}


def test_ids_repeated_across_types_and_two_places_at_one_spot_are_places_of_their_own() -> None:
    relation = {"type": "relation", "id": 1, "tags": {**PARK, "type": "multipolygon"}}
    members = [{"type": "way", "ref": 1, "role": "outer"}]
    extract = read(GOOD, {**GOOD, "id": 2}, way(1, PARK, geometry=SQUARE), {**relation, "members": members})
    assert shapes(extract) == {
        "node/1": "Point",
        "node/2": "Point",
        "way/1": "Polygon",
        "relation/1": "Polygon",
    }


def test_the_time_is_the_answer_s_and_the_coverage_that_which_was_asked_for() -> None:
    dated = {"elements": [GOOD], "osm3s": {"timestamp_osm_base": "2026-08-06T11:31:13Z"}}
    later = {"elements": [], "osm3s": {"timestamp_osm_base": "2026-08-07T00:00:00Z"}}
    extract = read_answers([later, dated], source="answers", coverage="POLYGON ((0 0, 1 0, 1 1, 0 0))")
    assert extract.extracted_at == "2026-08-06T11:31:13Z"
    assert extract.coverage == "POLYGON ((0 0, 1 0, 1 1, 0 0))"
    assert read({**GOOD, "timestamp": "2020-01-01T00:00:00Z"}).extracted_at == "2020-01-01T00:00:00Z"
    assert read(GOOD).coverage is None


def test_an_answer_without_elements_is_no_error_here_but_a_remark_is() -> None:
    assert read().places == []
    with pytest.raises(SourceError, match="timed out"):
        read(GOOD, remark="runtime error: Query timed out")


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"<html><title>504 Gateway Time-out</title></html>", "a web page, not data (504 Gateway Time-out)"),
        (b'{"elements": [{"type": "node"', "is not whole JSON"),
        (b"", "is not whole JSON"),
        (b"[1, 2]", "is no Overpass answer"),
        (b'{"elements": 3}', "has no list of elements"),
        (b"[" * 100_000, "is not whole JSON"),
        (
            b'{"elements": [{"type": "node", "id": 1}], "remark": "runtime error: \\n x"}',
            "(runtime error: x)",
        ),
    ],
)
def test_what_is_no_whole_answer_is_refused_in_one_line(body: bytes, says: str) -> None:
    with pytest.raises(SourceError) as refused:
        parse_answer(body, source="answer")
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)
