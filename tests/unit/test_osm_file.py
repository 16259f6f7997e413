"""Reading OpenStreetMap files: whole ones, broken ones, and broken elements beside good ones."""

import bz2
import gzip
import os
from pathlib import Path

import osmium
import pytest
import shapely

from loader.errors import SourceError
from loader.formats.detect import fetch
from loader.formats.extract import Extract
from queries.geometry.position import Position
from tests.osm_xml import node, relation, square, way, write_osm

SAMPLE = Path(__file__).resolve().parents[2] / "loader" / "sample" / "helsinki.osm.pbf"
LONG_TAG = b'<osm version="0.6"><node id="1"><tag k="a" v="' + b"x" * 1100 + b'"/></node></osm>'
CAFE = node(1, 41.15, -8.61, amenity="cafe", name="Good")


def shapes(extract: Extract) -> set[tuple[str, str]]:
    return {(place.id, place.shape.geom_type) for place in extract.places}


def remarks(extract: Extract) -> set[tuple[str, str]]:
    return {(remark.id, remark.reason) for remark in [*extract.skipped, *extract.noted]}


def blob_ends(data: bytes) -> list[int]:
    """Return where each block of a .osm.pbf ends, by its own reading of the format."""
    ends, at = [], 0
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        header, i = data[at + 4 : at + 4 + size], 0
        body = 0
        while i < len(header):
            field = header[i] >> 3
            i, value, shift = i + 1, 0, 0
            while True:
                value, shift, i = value | (header[i] & 127) << shift, shift + 7, i + 1
                if header[i - 1] < 128:
                    break
            if field == 3:
                body = value
            else:
                i += value
        at += 4 + size + body
        ends.append(at)
    return ends


def test_nodes_ways_and_multipolygons_become_points_lines_and_areas(tmp_path: Path) -> None:
    hole = square(20, 41.1503, -8.6097, 0.0002)
    path = write_osm(
        tmp_path / "a.osm",
        CAFE,
        *square(10, 41.15, -8.61),
        *hole,
        way(1, [10, 11, 12, 13, 10], leisure="park"),
        way(2, [10, 11, 12], leisure="park"),
        way(3, [10, 11, 12, 13, 10]),
        way(4, [20, 21, 22, 23, 20]),
        way(5, [10, 11], highway="bus_stop"),
        relation(1, [("way", 3, "outer"), ("way", 4, "inner")], type="multipolygon", leisure="park"),
    )
    extract = fetch(path)
    assert shapes(extract) == {
        ("node/1", "Point"),
        ("way/1", "Polygon"),
        ("way/2", "LineString"),
        ("way/5", "LineString"),
        ("relation/1", "Polygon"),
    }
    assert {len(p.shape.interiors) for p in extract.places if p.id == "relation/1"} == {1}
    assert remarks(extract) == {("way/2", "its ring does not close here: kept as a line")}


def test_one_element_is_one_place_however_many_services_it_has(tmp_path: Path) -> None:
    both = node(2, 41.1, -8.6, amenity="cafe; restaurant;nothing", shop="supermarket")
    extract = fetch(write_osm(tmp_path / "a.osm", CAFE, both))
    assert {(p.id, p.services) for p in extract.places} == {
        ("node/1", ("cafe",)),
        ("node/2", ("amenity=*", "amenity=nothing", "cafe", "restaurant", "shop=*", "supermarket")),
    }


def test_ids_repeated_across_types_are_different_places(tmp_path: Path) -> None:
    path = write_osm(
        tmp_path / "a.osm",
        CAFE,
        *square(10, 41.15, -8.61),
        way(1, [10, 11, 12, 13, 10], amenity="cafe"),
        relation(1, [("way", 1, "outer")], type="multipolygon", amenity="cafe"),
    )
    assert {p.id for p in fetch(path).places} == {"node/1", "way/1", "relation/1"}


def test_roads_of_the_classes_asked_for_are_read_and_no_others(tmp_path: Path) -> None:
    usual = ["motorway", "trunk", "primary", "secondary", "tertiary"]
    usual += ["unclassified", "residential", "living_street", "pedestrian"]
    classes = [*usual, "primary_link", "footway"]
    ways = [way(i, [10, 11], highway=name) for i, name in enumerate(classes, 1)]
    path = write_osm(tmp_path / "a.osm", *square(10, 41.15, -8.61), *ways)
    assert [road.road_class for road in fetch(path).roads] == usual
    chosen = fetch(path, road_classes=["footway", "primary"]).roads
    assert [road.road_class for road in chosen] == ["primary", "footway"]


def test_a_relation_that_is_no_area_stands_for_its_members(tmp_path: Path) -> None:
    path = write_osm(
        tmp_path / "a.osm",
        CAFE,
        node(2, 41.16, -8.61),
        *square(10, 41.15, -8.61),
        way(1, [10, 11, 12, 13, 10], building="yes"),
        relation(1, [("node", 1, ""), ("node", 2, "")], type="multipolygon", amenity="drinking_water"),
        relation(2, [("way", 1, ""), ("node", 2, ""), ("way", 99, "")], type="site", amenity="school"),
        relation(3, [("way", 99, "outer")], type="multipolygon", leisure="park"),
        relation(4, [], type="multipolygon", leisure="park"),
        relation(5, [("way", 1, ""), ("node", 10, "")], type="site", amenity="school"),
    )
    extract = fetch(path)
    assert shapes(extract) == {
        ("node/1", "Point"),
        ("relation/1", "MultiPoint"),
        ("relation/2", "GeometryCollection"),
        ("relation/5", "Polygon"),
    }
    assert remarks(extract) == {
        ("relation/5", "it is no area: it stands for its members"),
        ("relation/1", "it is no area: it stands for its members"),
        ("relation/2", "it is no area: it stands for its members; 1 of its 3 members are not in the file"),
        ("relation/3", "none of its members is in the file"),
        ("relation/4", "none of its members is in the file"),
    }


def test_an_area_cut_at_the_edge_of_the_extract_is_kept_as_its_lines(tmp_path: Path) -> None:
    path = write_osm(
        tmp_path / "a.osm",
        CAFE,
        *square(10, 41.15, -8.61),
        way(1, [10, 11, 12, 13, 99, 10], leisure="park"),
        way(2, [10, 11, 12]),
        relation(1, [("way", 2, "outer"), ("way", 98, "outer")], type="multipolygon", leisure="park"),
    )
    extract = fetch(path)
    assert shapes(extract) == {
        ("node/1", "Point"),
        ("way/1", "LineString"),
        ("relation/1", "LineString"),
    }
    assert {id_ for id_, _ in remarks(extract)} == {"way/1", "relation/1"}


def test_broken_elements_are_told_and_stop_nothing(tmp_path: Path) -> None:
    path = write_osm(
        tmp_path / "a.osm",
        CAFE,
        node(2, 91, 0, amenity="cafe"),
        node(3, 0, 200, amenity="cafe"),
        '<node id="4" version="1"><tag k="amenity" v="cafe"/></node>',
        way(1, [1], amenity="cafe"),
        way(2, [], amenity="cafe"),
        way(3, [77, 78], amenity="cafe"),
        way(4, [2, 3], amenity="cafe"),
        way(5, [1, 1, 1, 1], leisure="park"),
        way(6, [1], highway="primary"),
    )
    extract = fetch(path)
    assert shapes(extract) == {("node/1", "Point"), ("way/1", "Point"), ("way/5", "Point")}
    assert extract.roads == []
    assert remarks(extract) == {
        ("node/2", "its coordinates are not on the Earth (latitude 91, longitude 0)"),
        ("node/3", "its coordinates are not on the Earth (latitude 0, longitude 200)"),
        ("node/4", "it has no coordinates"),
        ("way/1", "its nodes are all at one spot: kept as a point"),
        ("way/2", "it has no nodes"),
        ("way/3", "none of its nodes is in the file"),
        ("way/4", "none of its nodes is in the file"),
        ("way/5", "its nodes are all at one spot: kept as a point"),
        ("way/6", "a road of a single point"),
    }


def test_an_area_that_can_t_be_assembled_is_kept_without_its_holes(tmp_path: Path) -> None:
    path = write_osm(
        tmp_path / "a.osm",
        CAFE,
        *square(10, 41.15, -8.61),
        *square(20, 41.1503, -8.6097, 0.0002),
        way(1, [10, 12, 11, 13, 10]),
        way(2, [20, 21, 22, 23, 20]),
        way(3, [10, 11, 12, 13]),
        relation(1, [("way", 1, "outer")], type="multipolygon", leisure="park"),
        relation(2, [("way", 3, "outer"), ("way", 2, "inner")], type="multipolygon", leisure="park"),
    )
    extract = fetch(path)
    assert shapes(extract) == {
        ("node/1", "Point"),
        ("relation/1", "MultiPolygon"),
        ("relation/2", "LineString"),
    }
    assert {id_ for id_, _ in remarks(extract)} == {"relation/1", "relation/2"}
    assert not any(place.shape.is_empty for place in extract.places)


def test_ways_before_nodes_and_repeated_elements_are_put_in_order_first(tmp_path: Path) -> None:
    elements = [CAFE, *square(10, 41.15, -8.61), way(1, [10, 11, 12, 13, 10], leisure="park")]
    area = relation(1, [("way", 1, "outer")], type="multipolygon", leisure="park")
    ordered = fetch(write_osm(tmp_path / "a.osm", *elements, area))
    newer = CAFE.replace('version="1"', 'version="2"').replace("Good", "Better")
    shuffled = fetch(write_osm(tmp_path / "b.osm", area, *reversed(elements), newer))
    assert shapes(shuffled) == shapes(ordered)
    assert {p.tags.get("name") for p in shuffled.places} == {"Better", None}
    assert ("file", "its elements were not in the usual order: sorted first") in remarks(shuffled)


def test_the_time_is_the_header_s_else_the_newest_element_s_else_unknown(tmp_path: Path) -> None:
    assert fetch(write_osm(tmp_path / "a.osm", CAFE)).extracted_at is None
    dated = write_osm(tmp_path / "b.osm", CAFE, time="2024-05-06T07:08:09Z")
    assert fetch(dated).extracted_at == "2024-05-06T07:08:09Z"
    header = osmium.io.Header()
    header.set("osmosis_replication_timestamp", "2024-06-01T00:00:00Z")
    path = tmp_path / "c.osm.pbf"
    with osmium.SimpleWriter(str(path), header=header) as writer:
        for element in osmium.FileProcessor(str(dated)):
            writer.add(element)
    assert fetch(path).extracted_at == "2024-06-01T00:00:00Z"


def test_the_coverage_is_the_box_of_the_header(tmp_path: Path) -> None:
    box = '<bounds minlat="41" minlon="-9" maxlat="42" maxlon="-8"/>'
    coverage = fetch(write_osm(tmp_path / "a.osm", CAFE, box=box)).coverage
    assert coverage is not None
    assert shapely.from_wkt(coverage).equals(shapely.box(-9, 41, -8, 42))
    assert fetch(write_osm(tmp_path / "b.osm", CAFE)).coverage is None
    across = '<bounds minlat="-18" minlon="179" maxlat="-17" maxlon="-179"/>'
    assert fetch(write_osm(tmp_path / "c.osm", CAFE, box=across)).coverage is None


def test_a_ring_across_the_antimeridian_is_a_place_and_an_area(tmp_path: Path) -> None:
    corners = [(-16.5, 179.999), (-16.5, -179.999), (-16.499, -179.999), (-16.499, 179.999)]
    extract = fetch(
        write_osm(
            tmp_path / "a.osm",
            *(node(10 + i, lat, lon) for i, (lat, lon) in enumerate(corners)),
            way(1, [10, 11, 12, 13, 10], leisure="park", place="suburb", name="Both sides"),
        )
    )
    assert [(p.id, p.shape.geom_type) for p in extract.places] == [("way/1", "MultiPolygon")]
    assert [(a.id, a.shape, a.problem) for a in extract.areas] == [("way/1", extract.places[0].shape, None)]
    assert remarks(extract) == set()


def test_administrative_boundaries_and_places_are_areas_with_their_shape_or_what_is_wrong(
    tmp_path: Path,
) -> None:
    bairro = {"boundary": "administrative", "admin_level": "10"}
    path = write_osm(
        tmp_path / "a.osm",
        node(1, 41.15, -8.61, place="suburb", name="Bonfim"),
        node(2, 41.16, -8.61, place="town", name="Middle", amenity="cafe"),
        *square(10, 41.15, -8.61),
        way(1, [10, 11, 12, 13, 10], place="neighbourhood", name="Sé"),
        way(2, [10, 11, 12], **bairro),
        way(3, [12, 13, 10], **bairro),
        way(4, [10, 11, 12], place="quarter"),
        relation(1, [("way", 2, "outer"), ("way", 3, "outer")], type="boundary", **bairro),
        relation(
            2, [("way", 2, "outer"), ("way", 99, "outer"), ("node", 2, "label")], type="boundary", **bairro
        ),
        relation(3, [("way", 2, "outer"), ("way", 3, "outer")], type="boundary", boundary="protected_area"),
    )
    extract = fetch(path)
    assert {(a.id, a.shape and a.shape.geom_type, a.position, bool(a.problem)) for a in extract.areas} == {
        ("node/1", None, Position(41.15, -8.61), False),
        ("node/2", None, Position(41.16, -8.61), False),
        ("way/1", "Polygon", None, False),
        ("way/4", None, None, True),
        ("relation/1", "Polygon", None, False),
        ("relation/2", None, Position(41.16, -8.61), True),
    }
    assert {place.id for place in extract.places} == {"node/2"}
    assert remarks(extract) == set()


@pytest.mark.parametrize("suffix", [".osm.gz", ".osm.bz2"])
def test_a_packed_file_reads_as_the_plain_one(suffix: str, tmp_path: Path) -> None:
    plain = write_osm(tmp_path / "a.osm", CAFE, *square(10, 41.15, -8.61), way(1, [10, 11], leisure="park"))
    pack = gzip.compress if suffix == ".osm.gz" else bz2.compress
    packed = tmp_path / f"b{suffix}"
    packed.write_bytes(pack(plain.read_bytes()))
    assert shapes(fetch(packed)) == shapes(fetch(plain))
    packed.write_bytes(pack(plain.read_bytes())[:-9])
    with pytest.raises(SourceError, match="not a whole OpenStreetMap file"):
        fetch(packed)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.osm", b"", "is empty"),
        ("a.osm.pbf", b"", "is empty"),
        ("a.osm.pbf", b"hello, this is no map" * 9, "not a whole OpenStreetMap file"),
        ("a.osm.pbf", bytes(1000), "not a whole OpenStreetMap file"),
        ("a.osm", b"<html><body>504 Gateway Timeout</body></html>", "is a web page, not data"),
        ("a.osm", b'{"elements": []}', "holds no elements"),
        ("a.osm", b'<osm version="0.6"><node id="1" lat="1" lon="0"/>', "not a whole OpenStreetMap file"),
        ("a.osm", b'<osm version="0.6"></osm>', "holds no elements"),
        ("a.osm", b'<osm version="0.6"><node id="1" lat="x" lon="0"/></osm>', "wrong format for coordinate"),
        ("a.osm", b'<osmChange version="0.6"/>', "holds changes or history"),
        ("a.osm", b"hello, this is no map", "not a whole OpenStreetMap file"),
        ("a.osm", LONG_TAG, "OSM tag value is too long"),
        ("a.txt", b"hello, this is no map", "it reads .osm.pbf, .pbf, .osm, .osm.gz, .osm.bz2, .json"),
        ("a.osm.zip", b"PK\x03\x04" + bytes(100), "of a kind perto can't read"),
    ],
)
def test_what_is_no_whole_map_file_is_refused_in_one_line(
    name: str, content: bytes, says: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(SourceError) as refused:
        fetch(path)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)
    assert refused.value.exit_code == 1


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.osm.pbf"
    os.mkfifo(pipe)
    with pytest.raises(SourceError, match="is no ordinary file") as refused:
        fetch(pipe)
    assert refused.value.exit_code == 2


def test_no_such_file_and_a_folder_are_wrong_calls(tmp_path: Path) -> None:
    for path, says in [(tmp_path / "none.osm.pbf", "no such file"), (tmp_path, "is a folder")]:
        with pytest.raises(SourceError, match=says) as refused:
            fetch(path)
        assert refused.value.exit_code == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_refused(tmp_path: Path) -> None:
    path = write_osm(tmp_path / "a.osm", CAFE)
    path.chmod(0)
    with pytest.raises(SourceError, match="may not be read"):
        fetch(path)


def test_a_file_cut_anywhere_is_refused(tmp_path: Path) -> None:
    data = SAMPLE.read_bytes()
    ends = blob_ends(data)
    assert ends[-1] == len(data)
    path = tmp_path / "cut.osm.pbf"
    # within blocks, and between two blocks: after the header, and after the nodes, where all parses well
    for cut in [1, 50, len(data) // 2, len(data) - 1, ends[0], ends[1], ends[2]]:
        path.write_bytes(data[:cut])
        with pytest.raises(SourceError, match="not a whole OpenStreetMap file"):
            fetch(path)
