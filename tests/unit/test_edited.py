"""Files that hold what an editor has deleted, and files of changes: what is deleted is no place."""

import bz2
import gzip
import io
import re
from pathlib import Path

import pytest

from loader.errors import SourceError
from loader.formats.detect import fetch
from loader.formats.edited import may_mark_deleted
from tests.osm_xml import node, relation, square, way, write_osm

CAFE = node(1, 41.15, -8.61, amenity="cafe", name="Good")


@pytest.mark.parametrize("mark", ["visible='false'", "visible = \"true\" action='delete'", 'action="delete"'])
@pytest.mark.parametrize("suffix", [".osm", ".osm.gz", ".osm.bz2"])
@pytest.mark.parametrize("ordered", [True, False])
def test_what_is_marked_as_deleted_is_not_loaded(
    mark: str, suffix: str, ordered: bool, tmp_path: Path
) -> None:
    ring = [10, 11, 12, 13, 10]
    gone = [
        node(2, 41.15, -8.61, amenity="cafe", note="deleted"),
        way(6, ring, leisure="park"),
        way(7, [10, 11], highway="primary", name="Gone"),
        relation(8, [("way", 5, "outer")], type="multipolygon", leisure="garden"),
        relation(9, [("way", 5, "outer")], type="boundary", boundary="administrative", name="Gone"),
    ]
    there = [
        CAFE.replace("<node ", "<node user=\"action='delete'\" action='modify' visible='true' "),
        *square(10, 41.15, -8.61),
        way(5, ring, amenity="school", note="action='delete'"),
    ]
    marked = [re.sub("^<(node|way|relation) ", rf"<\1 {mark} ", element) for element in gone]
    path = write_osm(tmp_path / "a.osm", *(marked + there if not ordered else _in_order(marked + there)))
    pack = {".osm": bytes, ".osm.gz": gzip.compress, ".osm.bz2": bz2.compress}[suffix]
    packed = tmp_path / f"b{suffix}"
    packed.write_bytes(pack(path.read_bytes()))
    extract = fetch(packed)
    assert {(place.id, place.shape.geom_type) for place in extract.places} == {
        ("node/1", "Point"),
        ("way/5", "Polygon"),
    }
    assert (extract.roads, extract.areas) == ([], [])
    assert extract.source == packed.name


def _in_order(elements: list[str]) -> list[str]:
    kinds = ("node", "way", "relation")

    def place(element: str) -> tuple[int, int]:
        kind, number = re.findall(r'^<(\w+).*? id="(\d+)"', element)[0]
        return kinds.index(kind), int(number)

    return sorted(elements, key=place)


def test_a_deletion_is_found_wherever_the_file_is_read_in_parts() -> None:
    for size in range((1 << 20) - 40, 1 << 20):
        text = b"x" * size + b' action="delete"'
        assert may_mark_deleted(io.BytesIO(text)), size


@pytest.mark.parametrize("suffix", [".osm", ".osc"])
def test_changes_are_refused(suffix: str, tmp_path: Path) -> None:
    body = f"<create>{CAFE}</create><delete>{node(2, 41.15, -8.61, amenity='cafe')}</delete>"
    path = tmp_path / f"a{suffix}"
    path.write_text(f'<osmChange version="0.6">{body}</osmChange>', encoding="utf-8")
    with pytest.raises(SourceError, match="it holds changes or history"):
        fetch(path)
