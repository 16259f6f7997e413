"""From elements to rows: names, tags, broken shapes, connections."""

from pathlib import Path

import pytest
import shapely
from shapely.geometry import LineString, MultiPoint, Point, Polygon

from loader.formats.detect import fetch
from loader.formats.extract import PlaceElement, RoadElement
from loader.formats.shapes import mend
from loader.transform.places import find_alt_names, find_name, split_tags, transform_place, transform_places
from loader.transform.roads import transform_roads
from tests.osm_xml import node, square, way, write_osm


def place(shape: shapely.Geometry, **tags: str) -> PlaceElement:
    return PlaceElement("way/1", tags, ("park",), shape)


def test_other_names_are_kept_in_all_languages_once_and_without_the_name_itself() -> None:
    tags = {
        "name": "Praça da República",
        "name:en": "Republic Square",
        "name:pt": "Praça da República",
        "name:zh-Hant": "共和國廣場",
        "alt_name": "Praça;Campo; Largo",
        "old_name:pt": "Campo",
        "int_name": "Praca da Republica",
        "name:etymology:wikidata": "Q42",
        "name:left": "Left",
        "branch_name": "Branch",
    }
    assert find_alt_names(tags) == (
        "Campo",
        "Largo",
        "Praca da Republica",
        "Praça",
        "Republic Square",
        "共和國廣場",
    )


def test_a_blank_name_is_no_name() -> None:
    assert (find_name({"name": "  "}), find_name({}), find_name({"name": " A "})) == (None, None, "A")


def test_tags_are_split_at_semicolons_and_keep_what_is_odd_in_them() -> None:
    markup = "<b>" + "x" * 248 + "=;</b>"
    tags = {"cuisine": "pizza; italian;;pizza", "amenity": "cafe", "label": markup, "a=b": "c"}
    assert split_tags(tags) == (
        "a=b=c",
        "amenity=cafe",
        "cuisine=pizza",
        "cuisine=italian",
        "label=<b>" + "x" * 248 + "=",
        "label=</b>",
    )


def test_rules_and_free_text_stay_whole() -> None:
    tags = {
        "opening_hours": "Mo-Fr 09:00-12:00;\n Sa 10:00-12:00;",
        "opening_hours:kitchen": "12:00-15:00; Su off",
        "maxstay:conditional": "2 h @ (Mo-Fr 08:00-18:00); none",
        "description": "a; b",
        "service_times": " ; ",
        "website_of": "a;b",
    }
    assert split_tags(tags) == (
        "description=a; b",
        "maxstay:conditional=2 h @ (Mo-Fr 08:00-18:00); none",
        "opening_hours=Mo-Fr 09:00-12:00; Sa 10:00-12:00",
        "opening_hours:kitchen=12:00-15:00; Su off",
        "website_of=a",
        "website_of=b",
    )


def test_a_point_has_no_geometry_and_no_reach() -> None:
    row, mended = transform_place(place(Point(-8.61, 41.15)))
    assert (row.geometry, row.reach_m, mended) == (None, 0.0, None)
    assert (row.position.latitude, row.position.longitude) == (41.15, -8.61)
    assert [zone.share for zone in row.zones] == [1, 1, 1]


def test_an_area_has_its_shape_its_reach_and_its_share_of_cells() -> None:
    row, _ = transform_place(place(shapely.box(-8.62, 41.15, -8.60, 41.16)))
    assert row.geometry is not None
    assert shapely.from_wkt(row.geometry).equals(shapely.box(-8.62, 41.15, -8.60, 41.16))
    assert row.reach_m == pytest.approx(1007, abs=3)
    for resolution in (7, 8, 9):
        cells = [z.share for z in row.zones if int(z.cell[1], 16) == resolution]
        assert sum(cells) == pytest.approx(1)


def test_an_outline_that_crosses_itself_keeps_all_that_it_encloses() -> None:
    bow_tie = Polygon([(0, 0), (1, 1), (1, 0), (0, 1), (0, 0)])
    whole, reason = mend(bow_tie)
    assert whole.is_valid
    assert whole.area == pytest.approx(0.5)
    assert reason == "its outline crosses itself: mended, all that it encloses is kept"


@pytest.mark.parametrize(
    ("ring", "kind", "reason"),
    [
        ([(0, 0), (1, 0), (0, 0), (0, 0)], "LineString", "its outline encloses nothing: kept as a line"),
        ([(0, 0), (0, 0), (0, 0), (0, 0)], "Point", "its outline is a single point: kept as a point"),
    ],
)
def test_an_outline_without_an_inside_is_kept_as_what_it_is(
    ring: list[tuple[int, int]], kind: str, reason: str
) -> None:
    shape, said = mend(Polygon(ring))
    assert (shape.geom_type, said) == (kind, reason)


def test_a_sound_shape_is_left_alone() -> None:
    for shape in (Point(0, 0), LineString([(0, 0), (1, 1)]), shapely.box(0, 0, 1, 1), MultiPoint([(0, 0)])):
        assert mend(shape) == (shape, None)


def test_a_broken_shape_beside_a_good_one_is_told(tmp_path: Path) -> None:
    path = write_osm(
        tmp_path / "a.osm",
        node(1, 41.15, -8.61, amenity="cafe"),
        *square(10, 41.15, -8.61),
        way(1, [10, 12, 11, 13, 10], leisure="park"),
    )
    rows, noted = transform_places(fetch(path).places)
    assert [row.id for row in rows] == ["node/1", "way/1"]
    assert [remark.id for remark in noted] == ["way/1"]


def test_a_row_s_hash_tells_rows_apart() -> None:
    one, _ = transform_place(place(Point(0, 0), name="A"))
    same, _ = transform_place(place(Point(0, 0), name="A"))
    other, _ = transform_place(place(Point(0, 0), name="B"))
    assert one.hash == same.hash != other.hash


def road(id_: str, shape: LineString, *nodes: int) -> RoadElement:
    return RoadElement(id_, {"name": id_}, "residential", shape, nodes)


def test_roads_connect_where_they_share_a_node_not_where_they_cross() -> None:
    east = LineString([(0, 0), (0.01, 0)])
    rows = transform_roads(
        [
            road("way/1", east, 1, 2),
            road("way/2", LineString([(0.01, 0), (0.02, 0)]), 2, 3),
            road("way/3", LineString([(0.005, -0.01), (0.005, 0), (0.005, 0.01)]), 7, 8, 9),
            road("way/4", east, 4, 5, 4),
        ]
    )
    assert {(row.id, row.connects) for row in rows} == {
        ("way/1", ("way/2",)),
        ("way/2", ("way/1",)),
        ("way/3", ()),
        ("way/4", ()),
    }
    assert rows[0].length_m == pytest.approx(1113.2, abs=0.1)
    assert sum(zone.length_m for zone in rows[0].zones) == pytest.approx(3 * rows[0].length_m)
