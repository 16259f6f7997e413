"""Which places of a file are cut: a part of them is not in it."""

from pathlib import Path

from loader.formats.detect import fetch
from tests.osm_xml import node, relation, way, write_osm


def test_a_place_is_cut_where_a_node_or_member_is_missing_and_encloses_where_a_ring_is(
    tmp_path: Path,
) -> None:
    nodes = [node(n, n * 0.01, n % 3 * 0.01) for n in range(1, 6)]
    path = write_osm(
        tmp_path / "town.osm",
        *nodes,
        way(1, [1, 2, 3, 1], leisure="park"),
        way(2, [1, 2, 99, 1], leisure="park"),
        way(3, [1, 2, 99], waterway="stream"),
        way(4, [1, 2, 3]),
        way(5, [3, 4, 99, 3]),
        way(6, [4, 99]),
        relation(1, [("way", 4, "outer"), ("way", 98, "outer")], type="multipolygon", leisure="park"),
        relation(2, [("way", 4, ""), ("way", 98, "")], type="waterway", waterway="river"),
        relation(3, [("way", 4, ""), ("way", 5, "")], type="site", leisure="park"),
        relation(4, [("way", 4, ""), ("way", 6, "")], type="waterway", waterway="river"),
        relation(5, [("way", 1, ""), ("way", 4, "")], type="site", leisure="park"),
    )
    assert {place.id: (place.cut, place.encloses) for place in fetch(path).places} == {
        "way/1": (False, False),
        "way/2": (True, True),
        "way/3": (True, False),
        "relation/1": (True, True),
        "relation/2": (True, False),
        "relation/3": (True, True),
        "relation/4": (True, False),
        "relation/5": (False, False),
    }
