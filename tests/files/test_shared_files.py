"""Every map file that the project is tried on is read or refused, as an independent reading of it expects."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import osmium
import pytest

from loader.errors import SourceError
from loader.formats.detect import fetch
from loader.formats.extract import ROAD_CLASSES, Extract
from loader.transform.places import transform_places
from loader.transform.roads import find_connections
from queries.catalogue.catalogue import Catalogue, Rule, Service

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "osm"
FILES = sorted(
    path.relative_to(FOLDER).as_posix()
    for path in FOLDER.glob("*/**/*.*")
    if path.is_file() and path.parent.name not in {"variants", "scale"}
)
VARIANTS = FOLDER / "overpass" / "variants"
# the study's kinds of place, by their tags
STUDY = {
    "waste_disposal": {("amenity", "waste_disposal")},
    "recycling": {("amenity", "recycling")},
    "fountain": {("amenity", "fountain")},
    "water_point": {("amenity", "drinking_water"), ("amenity", "water_point")},
    "park": {("leisure", "park")},
}
REFUSED = {
    "count_bangkok_transcribed.json": "it is a count (`out count`), which lists no place",
    "overpass_bad-request.html": "is a web page, not data (line 2: parse error: ';' expected - 'out' found.)",
    "overpy_area-01.json": "it holds Overpass areas, which have tags and no shape",
    "overpy_remark-runtime-error-01.json": 'Query timed out in "query" at line 4 after 2 seconds.',
    "overpy_remark-runtime-remark-01.json": "(runtime remark: Test)",
    "overpy_remark-unknown-01.json": "(Test remark)",
    "overpy_way-04.json": "its elements have no coordinates",
    "way_out.json": "its elements have no coordinates",
    "way_out_body.json": "its elements have no coordinates",
    "way_out_ids.json": "its elements have no tags",
    "way_out_meta.json": "its elements have no coordinates",
    "way_out_noids.json": "its elements have no ids",
    "way_out_skel.json": "its elements have no tags",
    "way_out_tags.json": "its elements have no coordinates",
}
THEATRE = "way/24981342"
PLACED = {
    "osm2geojson_center-feature.json": set(),
    "overpy_relation-03.json": set(),
    "way_out_bb.json": {(THEATRE, "Point")},
    "way_out_center.json": {(THEATRE, "Point")},
    "way_out_geom.json": {(THEATRE, "Polygon")},
    "way_out_geom_meta.json": {(THEATRE, "Polygon")},
}

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the folder of map files is not there")


def read_elements(path: Path) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Read id and tags of each element, each once, without anything of the loader's."""
    if ".osm" in path.suffixes:
        for element in osmium.FileProcessor(str(path)):
            if element.tags:
                kind = {"n": "node", "w": "way", "r": "relation"}[element.type_str()]
                yield f"{kind}/{element.id}", dict(element.tags)
        return
    document = json.loads(path.read_text(encoding="utf-8"))
    for element in document.get("elements", []):
        if "tags" in element:
            yield f"{element['type']}/{element['id']}", element["tags"]
    for feature in document.get("features", []):
        properties: dict[str, Any] = feature["properties"]
        yield properties["id"], {key: value for key, value in properties.items() if isinstance(value, str)}


@cache
def read(name: str) -> Extract:
    """Read a file, once for all tests."""
    return fetch(FOLDER / name)


def parts(tags: Mapping[str, str], key: str) -> set[str]:
    return {part.strip() for part in tags.get(key, "").split(";")}


def find_ids(extract: Extract, service: str) -> set[str]:
    return {place.id for place in extract.places if service in place.services}


@pytest.mark.parametrize("name", FILES)
def test_a_file_s_places_and_roads_are_those_that_an_independent_reading_counts(name: str) -> None:
    extract = read(name)
    elements = list(read_elements(FOLDER / name))
    skipped = {remark.id for remark in extract.skipped}
    for service, wanted in STUDY.items():
        expected = {id_ for id_, tags in elements if any(v in parts(tags, k) for k, v in wanted)}
        found = find_ids(extract, service)
        assert found | (expected & skipped) == expected
        assert not found & skipped
    roads = {road.id for road in extract.roads}
    expected = {id_ for id_, tags in elements if parts(tags, "highway") & set(ROAD_CLASSES)}
    expected = {id_ for id_ in expected if id_.startswith("way/")}
    assert roads | (expected & skipped) == expected
    assert len(roads) == len(extract.roads)
    assert len({place.id for place in extract.places}) == len(extract.places)
    of_study = [place for place in extract.places if STUDY.keys() & set(place.services)]
    rows, _ = transform_places(of_study)
    assert {row.id for row in rows} == {place.id for place in of_study}
    assert all(sum(zone.share for zone in row.zones) == pytest.approx(3) for row in rows)


def test_few_elements_are_left_out_where_the_files_are_whole() -> None:
    left_out = {name: len(read(name).skipped) for name in FILES if "campo" not in name}
    # groups of stop areas, relations of relations that are not in the file
    assert {name: number for name, number in left_out.items() if number} == {
        "porto/porto_2020_full.osm.pbf": 2
    }


def test_the_same_data_in_two_formats_gives_the_same_graph() -> None:
    pbf, xml = (read(f"brazil/campo-grande_2013.osm{end}") for end in (".pbf", ".gz"))
    # what goes into the graph is a function of these
    assert (pbf.places, pbf.roads, pbf.areas) == (xml.places, xml.roads, xml.areas)
    assert (pbf.skipped, pbf.noted, pbf.coverage) == (xml.skipped, xml.noted, xml.coverage)


def test_overpass_centres_are_the_places_of_the_file_and_noted_as_centres() -> None:
    whole = read("porto/porto_2020_full.osm.pbf")
    centres = read("porto/porto_pois_center.json")
    shapes = {place.id: place.shape for place in whole.places}
    for service in STUDY:
        assert find_ids(centres, service) == find_ids(whole, service)
    for place in centres.places:
        west, south, east, north = shapes[place.id].bounds
        assert west - 1e-7 <= place.shape.x <= east + 1e-7
        assert south - 1e-7 <= place.shape.y <= north + 1e-7
    noted = {remark.id for remark in centres.noted if "gives its centre only" in remark.reason}
    assert noted == {place.id for place in centres.places if not place.id.startswith("node/")}


def test_roads_by_geometry_alone_are_those_of_the_file_and_connect_as_they_do() -> None:
    whole = read("porto/porto_2020_full.osm.pbf")
    geometries = read("porto/porto_roads_geom.json")
    ids = {road.id for road in geometries.roads}
    of_file = [road for road in whole.roads if road.id in ids]
    assert {(road.id, road.shape.wkt) for road in geometries.roads} == {
        (road.id, road.shape.wkt) for road in of_file
    }
    assert len(ids) == 999
    assert find_connections(geometries.roads) == find_connections(of_file)


def test_keys_that_are_no_tags_are_left_out() -> None:
    extract = read("recife/recife_ciclomapa.geojson")
    keys = {key for element in [*extract.places, *extract.roads] for key in element.tags}
    assert "highway" in keys
    assert not [key for key in keys if key.startswith(("ciclomapa:", "@")) or key in {"id", "type"}]


@pytest.mark.parametrize(
    "name", sorted(path.name for path in VARIANTS.iterdir()) if VARIANTS.is_dir() else []
)
def test_every_output_mode_of_overpass_gives_its_places_or_one_clear_line(name: str) -> None:
    theatre = Service("theatre", (Rule((("amenity", "theatre"),)),), {"pt": ("", ""), "en": ("", "")}, "m")
    catalogue = Catalogue({"theatre": theatre}, {})
    if name in REFUSED:
        with pytest.raises(SourceError) as refused:
            fetch(VARIANTS / name, catalogue=catalogue)
        assert REFUSED[name] in str(refused.value)
        assert "\n" not in str(refused.value)
    else:
        extract = fetch(VARIANTS / name, catalogue=catalogue)
        assert {(place.id, place.shape.geom_type) for place in extract.places} == PLACED[name]
