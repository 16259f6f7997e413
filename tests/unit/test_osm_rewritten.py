"""Files that are rewritten before they are read: what an editor has not uploaded, positions on ways."""

from pathlib import Path

import osmium
import pytest

from loader.errors import SourceError
from loader.formats.detect import fetch
from loader.formats.extract import Extract
from loader.transform.roads import find_connections
from tests.osm_xml import node, relation, square, way, write_osm

CAFE = node(1, 41.15, -8.61, amenity="cafe", name="Good")


def shapes(extract: Extract) -> set[tuple[str, str]]:
    return {(place.id, place.shape.geom_type) for place in extract.places}


def remarks(extract: Extract) -> set[tuple[str, str]]:
    return {(remark.id, remark.reason) for remark in [*extract.skipped, *extract.noted]}


def test_what_was_never_uploaded_is_loaded_whole_and_told(tmp_path: Path) -> None:
    new = [
        node(-1, 41.15, -8.61, amenity="cafe"),
        node(-2, 41.15, -8.6),
        *(element.replace('id="', 'id="-') for element in square(10, 41.15, -8.61)),
        node(30, 41.15, -8.62),
        way(-3, [-1, -2, 30], highway="primary"),
        way(-4, [-10, -11, -12, -13, -10], leisure="park"),
        way(-5, [-10, -11, -12, -13, -10]),
        way(7, [-1, 30], highway="residential"),
        relation(-6, [("way", -5, "outer"), ("node", -2, "label")], type="multipolygon", leisure="garden"),
        relation(-7, [("way", -5, "outer"), ("way", -99, "outer")], type="multipolygon", leisure="park"),
    ]
    extract = fetch(write_osm(tmp_path / "a.osm", *new))
    assert shapes(extract) == {
        ("node/-1", "Point"),
        ("way/-4", "Polygon"),
        ("relation/-6", "Polygon"),
        ("relation/-7", "Polygon"),
    }
    assert {(road.id, len(road.shape.coords)) for road in extract.roads} == {("way/-3", 3), ("way/7", 2)}
    assert find_connections(extract.roads) == {"way/-3": ("way/7",), "way/7": ("way/-3",)}
    assert {reason for id_, reason in remarks(extract) if id_ == "file"} == {
        "11 of its elements are new, their numbers below zero: loaded as they are there"
    }
    assert {id_ for id_, _ in remarks(extract)} == {"file", "relation/-7"}


@pytest.mark.parametrize("suffix", [".osm.pbf", ".osm", ".opl"])
@pytest.mark.parametrize("keep", [False, True])
def test_positions_on_ways_stand_for_the_nodes_that_are_not_there(
    suffix: str, keep: bool, tmp_path: Path
) -> None:
    plain = write_osm(
        tmp_path / "plain.osm",
        CAFE,
        *square(10, 41.15, -8.61),
        *square(20, 41.1503, -8.6097, 0.0002),
        node(30, 41.151, -8.605, barrier="gate"),
        way(1, [10, 11, 12, 13, 10], leisure="park"),
        way(2, [10, 11, 12, 30], highway="primary"),
        way(3, [30, 12], highway="residential"),
        way(4, [10, 11, 12, 13, 10]),
        way(5, [20, 21, 22, 23, 20]),
        relation(1, [("way", 4, "outer"), ("way", 5, "inner")], type="multipolygon", leisure="garden"),
    )
    path = tmp_path / f"located{suffix}"
    form = {".osm.pbf": "pbf", ".osm": "xml", ".opl": "opl"}[suffix]
    with osmium.SimpleWriter(osmium.io.File(str(path), f"{form},locations_on_ways=true")) as writer:
        for element in osmium.FileProcessor(str(plain)).with_locations():
            if keep or element.tags or not element.is_node():
                writer.add(element)
    if suffix == ".opl":  # osmium's text format is none of those that perto reads
        with pytest.raises(SourceError, match="of a kind"):
            fetch(path)
        return
    located, whole = fetch(path), fetch(plain)
    assert [(p.id, p.tags, p.shape.wkt) for p in located.places] == [
        (p.id, p.tags, p.shape.wkt) for p in whole.places
    ]
    assert {(r.id, r.shape.wkt, r.nodes) for r in located.roads} == {
        (r.id, r.shape.wkt, r.nodes) for r in whole.roads
    }
    assert (remarks(located), located.flaws, located.shapeless) == (set(), [], {})
