"""Areas and streets, pure: names, levels, outlines mended or missing, shares, connected roads."""

import pytest
import shapely
from shapely.geometry import LineString, MultiPoint, Point, Polygon, box

from loader.derive.area_places import find_kind, transform_areas
from loader.derive.streets import find_streets
from loader.errors import SourceError
from loader.formats.extract import ROAD_CLASSES, AreaElement
from loader.transform.roads import read_classes
from queries.geometry.overlaps import find_share
from queries.geometry.position import Position
from queries.statements.streets import StreetRoad

HERE = Position(41.15, -8.61)
SQUARE = box(-8.61, 41.15, -8.60, 41.16)


def area(
    id_: str = "relation/1", shape: object = SQUARE, problem: str | None = None, **tags: str
) -> AreaElement:
    told = {"name": "Sé", "boundary": "administrative", "admin_level": "9"} | tags
    return AreaElement(id_, told, shape, None if shape is not None else HERE, problem)  # type: ignore[arg-type]


def test_an_area_keeps_its_names_level_outline_and_a_position_inside() -> None:
    [row], noted = transform_areas([area(alt_name="Sé Velha", **{"name:en": "Cathedral"})])
    assert (row.name, row.alt_names, row.kind, row.admin_level) == (
        "Sé",
        ("Cathedral", "Sé Velha"),
        "administrative",
        9,
    )
    assert row.geometry is not None
    assert row.position is not None
    assert SQUARE.contains(Point(row.position.longitude, row.position.latitude))
    assert row.area_m2 == pytest.approx(111_061 * 0.01 * 83_900 * 0.01, rel=0.01)
    assert noted == []


def test_an_area_without_a_whole_boundary_stays_with_its_reason() -> None:
    [row], noted = transform_areas([area(shape=None, problem="its boundary is cut")])
    assert (row.geometry, row.area_m2, row.position) == (None, None, HERE)
    assert [(remark.id, remark.reason) for remark in noted] == [("relation/1", "its boundary is cut")]


def test_a_broken_outline_is_mended_and_one_without_an_inside_is_none() -> None:
    bow = Polygon([(0, 0), (0.01, 0.01), (0.01, 0), (0, 0.01), (0, 0)])
    flat = Polygon([(0, 0), (0.01, 0), (0.02, 0), (0, 0)])
    rows, noted = transform_areas([area("relation/1", bow), area("relation/2", flat, name="Flat")])
    assert [row.geometry is not None for row in rows] == [True, False]
    assert ["crosses itself" in noted[0].reason, "encloses nothing" in noted[1].reason] == [True, True]


def test_one_outline_under_one_name_is_one_area_the_relation() -> None:
    turned = shapely.reverse(SQUARE)
    rows, noted = transform_areas(
        [area("way/5", turned, name="SE"), area("relation/7"), area("way/6", name="B")]
    )
    assert [row.id for row in rows] == ["relation/7", "way/6"]
    assert [(remark.id, remark.reason) for remark in noted] == [
        ("way/5", "the same area as relation/7: left out")
    ]


@pytest.mark.parametrize(
    ("tags", "kind"),
    [
        ({"place": "suburb", "boundary": "administrative"}, "suburb"),
        ({"place": "square", "boundary": "administrative"}, "administrative"),
        ({"place": "farm;village"}, "village"),
        ({"place": "plot"}, None),
        ({"boundary": "postal_code"}, None),
    ],
)
def test_the_kind_is_that_of_place_else_administrative(tags: dict[str, str], kind: str | None) -> None:
    assert find_kind(tags) == kind


def test_nameless_areas_and_other_places_are_none() -> None:
    assert transform_areas([area(name=" "), area(boundary="", place="plot")]) == ([], [])


@pytest.mark.parametrize(
    ("text", "level"), [("8", 8), ("8;9", 8), ("", None), ("x", None), ("٣", None), ("-1", None)]
)
def test_the_level_is_a_number_or_nothing(text: str, level: int | None) -> None:
    [row], _ = transform_areas([area(admin_level=text)])
    assert row.admin_level == level


UNIT = box(0, 0, 1, 1)


@pytest.mark.parametrize(
    ("shape", "share"),
    [
        (Point(0.5, 0.5), 1.0),
        (Point(0, 0.5), 0.0),
        (Point(2, 2), 0.0),
        (MultiPoint([(0.5, 0.5), (2, 2)]), 0.5),
        (box(0, 0, 0.5, 0.5), 1.0),
        (box(1, 0, 2, 1), 0.0),
        (box(0.5, 0, 1.5, 1), 0.5),
        (LineString([(0, 0), (1, 0)]), 0.0),
        (LineString([(-1, 0.5), (1, 0.5)]), 0.5),
        (LineString([(0, 0), (0, 0.5), (0.5, 0.5)]), 0.5),
    ],
)
def test_the_share_is_what_lies_inside_and_a_border_is_outside(shape: shapely.Geometry, share: float) -> None:
    assert find_share(shape, UNIT) == pytest.approx(share, abs=2e-3)
    assert (find_share(shape, UNIT) > 0) == shapely.relate_pattern(UNIT, shape, "T********")


def test_streets_join_connected_roads_of_one_name_and_take_the_smallest_id() -> None:
    roads = [
        StreetRoad("way/1", "Rua A", "rua a", (), ("way/9",), ()),
        StreetRoad("way/10", "Rua A", "rua a", (), ("way/9",), ()),
        StreetRoad("way/2", "Rua A", "rua a", (), (), ()),
        StreetRoad("way/3", None, None, (), ("way/4",), ()),
        StreetRoad("way/4", "Rua B", "rua b", (), ("way/9",), ()),
        StreetRoad("way/9", "RUA A", "rua a", (), (), ()),
    ]
    assert find_streets(roads) == {
        "way/1": "street/way/1",
        "way/10": "street/way/1",
        "way/9": "street/way/1",
        "way/2": "street/way/2",
        "way/4": "street/way/4",
    }


def test_classes_of_roads_are_chosen_and_an_unknown_one_is_one_line() -> None:
    assert read_classes(None) == ROAD_CLASSES
    assert read_classes(" service, primary,service ") == ("service", "primary")
    for text in ("primary,autobahn", "", ","):
        with pytest.raises(SourceError, match="class of roads") as refused:
            read_classes(text)
        assert "\n" not in str(refused.value)
