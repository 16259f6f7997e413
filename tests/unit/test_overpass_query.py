"""Questions to Overpass: complete for the catalogue, compact, and safe whatever the values hold."""

import re

import pytest
from shapely.geometry import box

from loader.overpass.query import (
    build_areas_query,
    build_boundary_query,
    build_filters,
    build_names_query,
    build_roads_query,
    build_services_query,
)
from loader.overpass.region import Around, Boundary, Box
from queries.catalogue.catalogue import Catalogue, Rule, Service, load_catalogue
from queries.geometry.position import Position
from tests.overpass_server import fits

AROUND = Around(Position(-8.0578, -34.8829), 5000)


def catalogue(*rules: Rule) -> Catalogue:
    names = {"pt": ("a", "as"), "en": ("a", "as")}
    return Catalogue({f"s{i}": Service(f"s{i}", (rule,), names, "m") for i, rule in enumerate(rules)}, {})


def test_the_filters_match_every_rule_of_the_catalogue() -> None:
    known = load_catalogue()
    filters = build_filters(known)
    for service in known.services.values():
        for rule in service.rules:
            tags = {key: "any_value" if value == "*" else value for key, value in rule.tags}
            assert service.id in known.match(tags) or rule.without
            assert any(fits(tags, filter_) for filter_ in filters), rule
            first, value = rule.tags[0]
            assert any(fits(tags | {first: f"other; {value};more"}, f) for f in filters), rule
    assert len(filters) < len(known.services)


def test_rules_of_one_key_are_one_filter() -> None:
    known = catalogue(Rule((("amenity", "bar"),)), Rule((("amenity", "cafe"),)), Rule((("shop", "mall"),)))
    assert build_filters(known) == [
        '["amenity"~"(^|;) *(bar|cafe) *(;|$)"]',
        '["shop"~"(^|;) *(mall) *(;|$)"]',
    ]


def test_an_exclusion_holds_where_all_rules_of_a_tag_share_it() -> None:
    garden, private = ("leisure", "garden"), ("access", "private")
    (filter_,) = build_filters(catalogue(Rule((garden,), (private,)), Rule((garden, ("a", "b")), (private,))))
    assert fits({"leisure": "garden"}, filter_)
    assert not fits({"leisure": "garden", "access": "private"}, filter_)
    (filter_,) = build_filters(catalogue(Rule((garden,), (private,)), Rule((garden, ("a", "b")))))
    assert fits({"leisure": "garden", "access": "private"}, filter_)


def test_values_with_signs_of_their_own_stay_values() -> None:
    odd = 'a.b|c"d\\e(f)[g]{1}*+?^$'
    (filter_,) = build_filters(catalogue(Rule((('k"', odd),))))
    assert fits({'k"': odd}, filter_)
    assert not fits({'k"': "aXb"}, filter_)
    assert "\n" not in filter_
    assert 'rel["boundary"="administrative"]["name"="a\\"];out;"];' in build_names_query(
        'a"];out;', timeout_s=1
    )


@pytest.mark.parametrize(
    "query",
    [
        build_services_query(load_catalogue(), AROUND, timeout_s=90),
        build_roads_query(["primary"], AROUND, timeout_s=90),
        build_areas_query(AROUND, timeout_s=90),
        build_boundary_query(5, timeout_s=90),
        build_names_query("Recife", timeout_s=90),
    ],
)
def test_each_query_bounds_time_and_memory_and_asks_for_edges(query: str) -> None:
    head, *_, out = query.splitlines()
    assert re.fullmatch(r"\[out:json\]\[timeout:90\]\[maxsize:\d+\];", head)
    assert out in {"out geom;", "out tags center;"}
    assert len(query) < 20_000
    for sign, closing in ("()", "[]"):
        plain = re.sub(r'"(?:[^"\\]|\\.)*"', "", query)
        assert plain.count(sign) == plain.count(closing)


def test_roads_are_asked_for_by_class_in_the_region() -> None:
    lines = build_roads_query(["trunk", "primary"], Box(1, 2, 3, 4), timeout_s=9).splitlines()
    assert '  way["highway"~"(^|;) *(primary|trunk) *(;|$)"](1,2,3,4);' in lines


def test_an_area_is_asked_for_by_the_servers_number_and_must_be_shown() -> None:
    region = Boundary(303, "Recife", box(0, 0, 1, 1))
    lines = build_roads_query(["primary"], region, timeout_s=9).splitlines()
    assert lines[1:3] == ["area(3600000303)->.region;", ".region out ids;"]
    assert lines[4].endswith("(area.region);")


def test_areas_around_the_whole_region_are_asked_for_by_a_point_of_it() -> None:
    for query in (
        build_services_query(load_catalogue(), AROUND, timeout_s=9),
        build_areas_query(AROUND, timeout_s=9),
    ):
        assert (
            "is_in(-8.0578000,-34.8829000)->.here;\n(way(pivot.here);rel(pivot.here);)->.enclosing;" in query
        )
        assert 'nwr.enclosing["' in query
    assert "enclosing" not in build_roads_query(["primary"], AROUND, timeout_s=9)
