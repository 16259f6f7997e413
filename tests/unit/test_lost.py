"""Files that lost a part of the map: what the rest tells of it, what is refused, what answers must say."""

import json
from pathlib import Path

import pytest

from loader.errors import SourceError
from loader.formats.detect import fetch
from loader.formats.extract import Extract
from queries.caveats import Caveat, read_caveats
from tests.osm_xml import node, relation, square, way, write_osm

CASES = Path(__file__).parents[1] / "cases"
CAFE = node(1, 41.15, -8.61, amenity="cafe")
RING = [10, 11, 12, 13, 10]
BOX = '<bounds minlat="41" minlon="-9" maxlat="42" maxlon="-8"/>'


@pytest.mark.parametrize("name", ["streams.osm.bz2", "streams.osm.gz"])
def test_a_packed_file_of_several_streams_is_read_to_its_end(name: str) -> None:
    services = [place.services for place in fetch(CASES / name).places]
    assert (services.count(("cafe",)), services.count(("park",))) == (40, 2)


def squares(count: int) -> list[str]:
    return [corner for i in range(count) for corner in square(100 + 10 * i, 41.15 + i / 100, -8.61)]


def test_nodes_of_lost_ways_are_refused_with_what_to_do_unless_the_file_may_be_incomplete(
    tmp_path: Path,
) -> None:
    path = write_osm(tmp_path / "a.osm", CAFE, *squares(4), way(1, [100, 101], highway="primary"), box=BOX)
    with pytest.raises(SourceError, match=r"belong to nothing: it was cut short.*--incomplete") as refused:
        fetch(path)
    assert "\n" not in str(refused.value)
    extract = fetch(path, incomplete=True)
    assert {place.id for place in extract.places} == {"node/1"}
    assert (extract.flaws, extract.coverage) == (["ways_lost"], None)


def test_a_few_nodes_of_lost_ways_are_told_in_answers(tmp_path: Path) -> None:
    lost = fetch(write_osm(tmp_path / "a.osm", CAFE, *squares(2), way(1, [100, 101], highway="primary")))
    assert lost.flaws == ["ways_lost"]
    whole = fetch(
        write_osm(tmp_path / "b.osm", CAFE, *square(10, 41.15, -8.61), way(1, RING), node(99, 41, -8))
    )
    assert "ways_lost" not in whole.flaws  # a single node that an editor forgot


def test_a_file_of_nodes_alone_says_so(tmp_path: Path) -> None:
    assert fetch(write_osm(tmp_path / "a.osm", CAFE, node(2, 41, -8))).flaws == ["nodes_only"]
    assert fetch(write_osm(tmp_path / "c.osm", CAFE)).flaws == []  # of one thing there is nothing to tell
    ways = [*square(10, 41.15, -8.61), way(1, RING, leisure="park")]
    assert fetch(write_osm(tmp_path / "b.osm", CAFE, *ways)).flaws == []
    answer = tmp_path / "a.json"
    element = {"type": "node", "id": 1, "lat": 41.15, "lon": -8.61, "tags": {"amenity": "cafe"}}
    answer.write_text(json.dumps({"elements": [element, {**element, "id": 2}]}), encoding="utf-8")
    assert fetch(answer).flaws == ["nodes_only"]


def test_ways_that_belong_to_no_relation_of_a_file_without_any_tell_that_these_are_lost(
    tmp_path: Path,
) -> None:
    nodes = [CAFE, *square(10, 41.15, -8.61)]
    park = relation(1, [("way", 1, "outer")], type="multipolygon", leisure="park")
    assert fetch(write_osm(tmp_path / "a.osm", *nodes, way(1, RING), box=BOX)).flaws == ["relations_lost"]
    assert fetch(write_osm(tmp_path / "b.osm", *nodes, way(1, RING), park, box=BOX)).flaws == []


def caveats(extract: Extract) -> list[Caveat]:
    return extract.find_caveats()


def test_what_is_without_its_shape_is_counted_by_kind(tmp_path: Path) -> None:
    extract = fetch(
        write_osm(
            tmp_path / "a.osm",
            CAFE,
            *square(10, 41.15, -8.61),
            way(1, RING, leisure="park"),
            way(2, [90, 91, 92, 90], leisure="park"),
            way(3, [93, 94], highway="primary"),
            way(4, [10, 95, 12, 13, 10], leisure="park"),
            relation(1, [("way", 97, "outer")], type="multipolygon", leisure="park"),
            relation(2, [("way", 98, "outer")], type="multipolygon", amenity="school"),
        )
    )
    assert {(place.id, place.cut) for place in extract.places} == {
        ("node/1", False),
        ("way/1", False),
        ("way/4", True),
    }
    expected = [Caveat("shapeless", kind, n) for kind, n in (("park", 2), ("road", 1), ("school", 1))]
    assert caveats(extract) == expected
    assert list(read_caveats([str(caveat) for caveat in expected])) == expected


def test_what_is_deleted_in_an_editor_is_the_reason_of_what_it_takes_along(tmp_path: Path) -> None:
    mark = "action='delete' "
    extract = fetch(
        write_osm(
            tmp_path / "a.osm",
            node(-5, 41.15, -8.61, amenity="bar").replace("<node ", "<node action='modify' "),
            CAFE.replace("<node ", "<node action='modify' "),
            *square(10, 41.15, -8.61),
            node(20, 41.15, -8.61).replace("<node ", f"<node {mark}"),
            way(1, RING, leisure="park"),
            way(2, [20], leisure="park"),
            way(3, [10, 20, 12, 10], leisure="park"),
        )
    )
    assert {place.id for place in extract.places} == {"node/1", "node/-5", "way/1", "way/3"}
    assert [(r.id, r.reason) for r in extract.skipped] == [
        ("way/2", "none of its nodes is in the file, or they are deleted there")
    ]
    assert {reason for id_, reason in ((r.id, r.reason) for r in extract.noted) if id_ == "file"} == {
        "1 of its elements are deleted there: left out",
        "1 of its elements are new, their numbers below zero: loaded as they are there",
        "1 of its elements were changed in an editor: loaded as they are there",
    }
    assert [r.reason for r in extract.noted if r.id == "way/3"] == [
        "1 of its 4 nodes are missing from the file, deleted there or not on the Earth:"
        " kept as the rest of its line"
    ]
