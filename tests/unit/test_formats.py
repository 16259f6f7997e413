"""Which kind a file is, by its content, then its name; and files that are packed, cut or no data."""

import bz2
import gzip
import json
from collections.abc import Callable
from pathlib import Path

import osmium
import pytest

from loader.errors import SourceError
from loader.formats.detect import fetch
from tests.osm_xml import node, square, way, write_osm

FEATURE = {
    "type": "Feature",
    "id": "node/1",
    "properties": {"leisure": "park"},
    "geometry": {"type": "Point", "coordinates": [-8.61, 41.15]},
}
ELEMENT = {"type": "node", "id": 1, "lat": 41.15, "lon": -8.61, "tags": {"leisure": "park"}}
OVERPASS = '<osm version="0.6" generator="Overpass API"><meta osm_base="2020-02-03T04:05:06Z"/>'
PACK: dict[str, Callable[[bytes], bytes]] = {"": bytes, ".gz": gzip.compress, ".bz2": bz2.compress}


def write(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def make_contents(folder: Path) -> dict[str, bytes]:
    """Return the same single place in every format, by its usual suffix."""
    xml = write_osm(folder / "first.osm", node(1, 41.15, -8.61, leisure="park"))
    pbf = folder / "first.osm.pbf"
    with osmium.SimpleWriter(str(pbf)) as writer:
        for element in osmium.FileProcessor(str(xml)):
            writer.add(element)
    return {
        ".osm": xml.read_bytes(),
        ".osm.pbf": pbf.read_bytes(),
        ".json": json.dumps({"elements": [ELEMENT]}).encode(),
        ".geojson": json.dumps({"type": "FeatureCollection", "features": [FEATURE]}, indent=1).encode(),
    }


def places(path: Path) -> set[tuple[str, str]]:
    return {(place.id, place.shape.wkt) for place in fetch(path).places}


def test_one_place_is_the_same_in_every_format_packing_and_under_every_name(tmp_path: Path) -> None:
    for suffix, content in make_contents(tmp_path).items():
        for packing, pack in PACK.items():
            if packing and suffix == ".osm.pbf":
                continue
            for name in (f"a{suffix}{packing}", "download", "wrong.osm.pbf", "wrong.json"):
                path = write(tmp_path / name, pack(content))
                assert places(path) == {("node/1", "POINT (-8.61 41.15)")}, (suffix, packing, name)
                assert fetch(path).source == name


def test_a_byte_order_mark_is_no_obstacle(tmp_path: Path) -> None:
    content = b"\xef\xbb\xbf" + json.dumps(FEATURE).encode()
    assert places(write(tmp_path / "a.geojson", content)) == {("node/1", "POINT (-8.61 41.15)")}


def test_a_file_that_ends_in_the_middle_is_refused_in_each_format(tmp_path: Path) -> None:
    for suffix, content in make_contents(tmp_path).items():
        for packing, pack in PACK.items():
            whole = pack(content)
            for size in (len(whole) // 2, len(whole) - 3):
                path = write(tmp_path / f"cut{suffix}{packing}", whole[:size])
                with pytest.raises(SourceError, match=r"not a? ?whole|of a kind") as refused:
                    fetch(path)
                assert "\n" not in str(refused.value)


@pytest.mark.parametrize("compression", ["none", "zlib", "lz4"])
def test_blocks_of_a_pbf_are_unpacked_whatever_packed_them(compression: str, tmp_path: Path) -> None:
    xml = write_osm(
        tmp_path / "a.osm", *square(10, 41.15, -8.61), way(1, [10, 11, 12, 13, 10], leisure="park")
    )
    path = tmp_path / "a.osm.pbf"
    with osmium.SimpleWriter(osmium.io.File(str(path), f"pbf,pbf_compression={compression}")) as writer:
        for element in osmium.FileProcessor(str(xml)):
            writer.add(element)
    assert places(path) == places(xml)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.json", b"<!DOCTYPE html><title>429 Too Many Requests</title>", "(429 Too Many Requests)"),
        ("a.json", b'{"elements": []}', "holds no elements"),
        ("a.json", b'{"type": "Topology"}', "JSON of a kind perto can't read"),
        ("a.json", b"[]", "JSON of a kind perto can't read"),
        ("a.json", b"hello", "is not whole JSON"),
        ("a.geojson", b'{"type": "FeatureCollection", "features": []}', "holds no features"),
        ("a.csv", b"id,name\n1,x\n", "of a kind perto can't read"),
        ("a.osm", OVERPASS.encode() + b"<remark>runtime error: x</remark></osm>", "(runtime error: x)"),
        ("a.osm", OVERPASS.encode() + b'<way id="1"><center lat="1" lon="1"/></way></osm>', "[out:json]"),
        ("a.osm", OVERPASS.encode() + b'<way id="1"><nd ref="1" lat="1"/></way></osm>', "[out:json]"),
    ],
)
def test_what_is_no_data_is_refused_in_one_line(name: str, content: bytes, says: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError) as refused:
        fetch(write(tmp_path / name, content))
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_overpass_answer_in_xml_is_read_with_its_time(tmp_path: Path) -> None:
    content = OVERPASS + node(1, 41.15, -8.61, leisure="park") + "</osm>"
    extract = fetch(write(tmp_path / "a.osm", content.encode()))
    assert [place.id for place in extract.places] == ["node/1"]
    assert extract.extracted_at == "2020-02-03T04:05:06Z"
