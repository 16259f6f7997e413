"""Places, roads and boundaries marked as out of use, in every way the map has, and what only looks so."""

from pathlib import Path

import pytest

from loader.formats.detect import fetch
from loader.formats.extract import Extract
from loader.formats.out_of_use import is_never_open
from tests.osm_xml import node, square, way, write_osm

CASES = Path(__file__).parents[1] / "cases"
DATE = "2026-03-14T10:00:00Z"


def read(folder: Path, *elements: str) -> Extract:
    return fetch(write_osm(folder / "a.osm", *elements, time=DATE))


def marks(extract: Extract) -> set[tuple[str, str]]:
    return {(remark.id, remark.reason) for remark in extract.out_of_use}


def kinds(folder: Path, **tags: str) -> tuple[str, ...]:
    """Return what kinds of place a node with these tags is loaded as."""
    return next((p.services for p in read(folder, node(1, 41.15, -8.61, **tags)).places), ())


def test_a_pharmacy_in_use_is_the_only_one_of_the_case() -> None:
    extract = fetch(CASES / "lifecycle.osm")
    assert {(p.id, p.services) for p in extract.places} == {
        ("node/8020000001", ("pharmacy",)),
        ("node/8020000006", ("company", "office=*")),  # what is there now
        ("way/902000001", ("park",)),
    }
    assert marks(extract) == {("node/8020000003", "disused=yes")}
    assert extract.skipped == []


@pytest.mark.parametrize(
    "prefix",
    [
        *("disused", "abandoned", "was", "demolished", "removed", "razed", "destroyed", "proposed"),
        *("planned", "construction", "historic", "ruined", "ruins", "closed", "old"),
    ],
)
def test_a_prefix_takes_the_kind_and_leaves_what_is_there_now(prefix: str, tmp_path: Path) -> None:
    gone = f"{prefix}_amenity" if prefix == "old" else f"{prefix}__amenity"
    assert kinds(tmp_path, **{gone: "pharmacy"}) == ()
    assert kinds(tmp_path, **{gone: "pharmacy", "shop": "bakery"}) == ("bakery", "shop=*")
    assert kinds(tmp_path, **{gone: "pharmacy", "amenity": "pharmacy"}) == ("pharmacy",)


@pytest.mark.parametrize(
    "tags",
    [
        *({key: "yes"} for key in ("disused", "abandoned", "demolished", "removed", "razed", "destroyed")),
        *({key: "yes"} for key in ("proposed", "planned", "construction", "ruins", "closed", "vacant")),
        {"disused": "2019"},
        {"disused": "pharmacy"},
        {"abandoned": "2019-05"},
        {"opening_hours": "off"},
        {"opening_hours": "closed"},
        {"opening_hours": '24/7 closed "obras"'},
        {"opening_hours": "Mo-Su off; PH off"},
        {"end_date": "2019"},
        {"end_date": "2026-03-13"},
        {"end_date": "~2010s"},
        {"start_date": "2027"},
        {"opening_date": "2026-04"},
        {"status": "closed"},
        {"status": "permanently closed"},
        {"operational_status": "Closed"},
        {"operational_status": "non-operational"},
        {"operational_status": "out_of_order"},
        {"shop": "vacant"},
        {"building": "collapsed"},
    ],
    ids=str,
)
def test_a_mark_beside_the_key_takes_the_place_out_and_is_counted(
    tags: dict[str, str], tmp_path: Path
) -> None:
    extract = read(
        tmp_path, node(1, 41.15, -8.61, amenity="pharmacy", **tags), node(2, 41.15, -8.6, amenity="cafe")
    )
    assert {place.id for place in extract.places} == {"node/2"}
    assert [remark.id for remark in extract.out_of_use] == ["node/1"]


@pytest.mark.parametrize(
    "tags",
    [
        {"disused": "no"},
        {"abandoned": "no"},
        {"construction": "minor"},
        {"opening_hours": "Mo off; Tu-Su 10:00-18:00"},
        {"opening_hours": "PH off"},
        {"opening_hours": "Nov-Mar off"},
        {"opening_hours": "off; Apr-Oct 10:00-18:00"},
        {"opening_hours": "24/7"},
        {"end_date": "2026"},
        {"end_date": "2031-01-01"},
        {"end_date": "unknown"},
        {"start_date": "1998"},
        {"start_date": "2026"},
        {"start_date": "before 2030"},
        {"status": "active"},
        {"operational_status": "operational"},
        {"access": "no"},
        {"building": "construction"},
        {"disused__shop": "bakery", "disused__name": "Pão"},
        {"railway": "abandoned"},
    ],
    ids=str,
)
def test_what_only_looks_like_a_mark_leaves_the_place(tags: dict[str, str], tmp_path: Path) -> None:
    assert kinds(tmp_path, amenity="pharmacy", **tags) == ("pharmacy",)


def test_what_one_visits_in_a_disused_station_or_ruin_is_in_use_and_the_station_is_not(
    tmp_path: Path,
) -> None:
    assert kinds(tmp_path, railway="station", disused="yes") == ()
    assert "museum" in kinds(tmp_path, railway="station", tourism="museum", disused="yes")
    assert "train_station" not in kinds(tmp_path, railway="station", tourism="museum", disused="yes")
    assert kinds(tmp_path, railway="station", amenity="cafe", disused="yes") == ("cafe",)
    assert kinds(tmp_path, man_made="mineshaft", tourism="museum", abandoned="yes") == ("museum",)
    assert kinds(tmp_path, tourism="museum", disused="yes") == ()
    assert kinds(tmp_path, man_made="water_tap", amenity="drinking_water", disused="yes") == ()
    castle = kinds(tmp_path, historic="castle")
    assert castle
    assert kinds(tmp_path, historic="castle", ruins="yes") == castle
    assert kinds(tmp_path, historic="castle", abandoned="yes", end_date="1755") == castle
    assert kinds(tmp_path, historic="castle", ruins="castle", amenity="pharmacy") == castle
    assert kinds(tmp_path, historic="castle", construction="yes") == castle
    assert kinds(tmp_path, heritage="2", tourism="attraction", end_date="1886") == ("attraction",)
    assert "attraction" in kinds(tmp_path, historic="castle", ruins="yes", tourism="attraction")
    assert kinds(tmp_path, historic="castle", demolished="yes") == ()
    assert kinds(tmp_path, leisure="park", ruins="yes") == ("park",)


def test_a_church_out_of_use_is_a_church_and_is_told(tmp_path: Path) -> None:
    church = {"amenity": "place_of_worship", "religion": "christian"}
    extract = read(
        tmp_path,
        node(1, 41.15, -8.61, opening_hours="off", **church),
        node(2, 41.15, -8.61, abandoned="yes", ruins="yes", **church),
        node(3, 41.15, -8.61, amenity="place_of_worship", building="church", disused="yes"),
        node(4, 41.15, -8.61, demolished="yes", **church),
        node(5, 41.15, -8.61, **church),
    )
    told = ["node/1", "node/2", "node/3"]
    assert {place.id for place in extract.places if "church" in place.services} == {*told, "node/5"}
    assert extract.marked["church"] == extract.marked["place_of_worship"] == told
    assert [remark.id for remark in extract.noted] == told
    assert marks(extract) == {("node/4", "demolished=yes")}


def test_a_part_that_is_out_of_use_is_noted_and_the_rest_is_loaded(tmp_path: Path) -> None:
    extract = read(tmp_path, node(1, 41.15, -8.61, railway="station", amenity="cafe", disused="yes"))
    [noted] = extract.noted
    assert (noted.id, noted.reason.split(":")[0]) == ("node/1", "out of use (disused=yes)")
    assert marks(extract) == {("node/1", "disused=yes")}


def test_roads_and_boundaries_of_yesterday_and_tomorrow_are_none_of_today(tmp_path: Path) -> None:
    ring = [10, 11, 12, 13, 10]
    street = {"highway": "residential", "name": "Rua"}
    border = {"boundary": "administrative", "admin_level": "8", "name": "Freguesia"}
    extract = read(
        tmp_path,
        *square(10, 41.15, -8.61),
        way(1, [10, 11], **street),
        way(2, [10, 11], highway="proposed", proposed="residential"),
        way(3, [10, 11], highway="construction", construction="residential"),
        way(4, [10, 11], disused__highway="residential"),
        way(5, [10, 11], construction="yes", **street),
        way(6, [10, 11], abandoned="yes", **street),
        way(7, [10, 11], construction="minor", opening_hours="off", **street),
        way(8, [10, 11], railway="rail", disused="yes", **street),
        way(9, [10, 11], end_date="2013-09-29", **street),
        way(10, ring, **border),
        way(11, ring, end_date="2013-09-29", **border),
        way(13, ring, proposed="yes", **border),
        way(12, ring, place="hamlet", abandoned="yes", name="Aldeia"),
    )
    assert {road.id for road in extract.roads} == {"way/1", "way/7", "way/8"}
    assert {area.id for area in extract.areas} == {"way/10", "way/11", "way/12"}
    assert marks(extract) == {
        ("way/5", "construction=yes"),
        ("way/6", "abandoned=yes"),
        ("way/9", "end_date in the past"),
        ("way/13", "proposed=yes"),
    }


def test_hours_that_are_never_open_are_told_from_those_that_close_at_times() -> None:
    never = [
        "off",
        "closed",
        "OFF",
        "24/7 off",
        "24/7 closed",
        'off "mudou-se"',
        "Mo-Su closed",
        "Mo-Su,PH off",
    ]
    assert [hours for hours in never if not is_never_open(hours)] == []
    at_times = [
        "",
        "24/7",
        "Mo off; Tu 10:00-12:00",
        "PH off",
        "SH closed",
        "Dec 25 off",
        "Mo-Fr 09:00-18:00; PH off",
    ]
    assert [hours for hours in at_times if is_never_open(hours)] == []
