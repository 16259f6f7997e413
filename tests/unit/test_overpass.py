"""Regions fetched from an Overpass on loopback: right ones, wrong ones, and answers kept on disk."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import shapely
from shapely.geometry import Point

from loader.errors import SourceError, SourceUnavailable
from loader.overpass.answer_cache import Answers
from loader.overpass.fetch import Overpass, Use, fetch_region, find_boundary, tell_age
from loader.overpass.http import Clock
from loader.overpass.region import Around, Boundary
from loader.settings import OVERPASS_URLS, OverpassSettings
from queries.errors import SettingsError
from tests.overpass_city import BOUNDARY, CENTRE, at, boundary, node, planet, ring, way
from tests.overpass_server import BASE_TIME, Planet, serve
from tests.web_server import Answer, WebServer, answer, web_server

VARIANTS = Path(__file__).resolve().parents[2] / "../shared/osm/overpass/variants"
AROUND = Around(CENTRE, 1000)


@dataclass
class Kept:
    """A folder of kept answers with a clock of its own."""

    folder: Path
    seconds: float = 1_700_000_000.0

    def overpass(self, *servers: WebServer, use: Use = "recent") -> Overpass:
        urls = tuple(server.url for server in servers) or ("http://127.0.0.1:9/closed",)
        slept: list[float] = []
        return Overpass(
            OverpassSettings(urls=urls, timeout_s=5),
            Answers(self.folder, now=lambda: self.seconds),
            use=use,
            clock=Clock(sleep=slept.append, monotonic=lambda: sum(slept), random=lambda: 0.0),
        )


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path / "overpass")


@pytest.fixture
def city() -> Planet:
    return planet(
        node(1, at(0.5), amenity="fountain", name="Fonte"),
        node(2, at(1.5), amenity="recycling"),
        node(3, at(3), amenity="recycling"),
        way(4, *ring(20), leisure="park", name="Parque ao redor"),
        way(5, at(0), at(0, 0.5), at(0, 4), highway="residential", name="Rua da Aurora"),
        way(6, at(0), at(0.5), highway="footway"),
        node(7, at(0.1), man_made="unheard_of"),
        boundary(8, "Recife", 15),
        boundary(9, "Brasil", 50, level="2"),
        node(10, at(0.2), place="suburb", name="Boa Vista"),
        node(11, at(0.2), amenity="bar;recycling"),
    )


@pytest.fixture
def server(city: Planet) -> Iterator[WebServer]:
    with web_server(respond=serve(city)) as server:
        yield server


def test_a_region_comes_whole_with_its_halo_and_what_lies_around_it(server: WebServer, kept: Kept) -> None:
    fetched = fetch_region(AROUND, kept.overpass(server))
    extract = fetched.extract
    places = {place.id: place.shape.geom_type for place in extract.places}
    assert places == {"node/1": "Point", "node/2": "Point", "way/4": "Polygon", "node/11": "Point"}
    assert {(road.id, road.nodes) for road in extract.roads} == {("way/5", (500, 501, 502))}
    areas = {area.id: area.shape is not None for area in extract.areas}
    assert areas == {"relation/8": True, "node/10": False}
    assert extract.coverage == AROUND.coverage
    assert extract.extracted_at == BASE_TIME
    assert fetched.attribution == "www.openstreetmap.org, ODbL"
    assert [str(told) for told in fetched.told] == [
        "services: fetched now",
        "roads: fetched now",
        "areas: fetched now",
    ]


def test_roads_of_other_classes_are_asked_for_and_read(server: WebServer, kept: Kept) -> None:
    extract = fetch_region(AROUND, kept.overpass(server), classes=("footway",)).extract
    assert {road.id for road in extract.roads} == {"way/6"}


def test_a_region_of_the_sea_is_empty_and_no_failure(kept: Kept) -> None:
    with web_server(respond=serve(planet())) as server:
        extract = fetch_region(AROUND, kept.overpass(server)).extract
    assert (extract.places, extract.roads, extract.areas) == ([], [], [])


def test_an_area_is_fetched_by_its_name_or_its_number(server: WebServer, kept: Kept) -> None:
    overpass = kept.overpass(server)
    region = find_boundary("Recife", overpass)
    assert (region.relation, region.title) == (8, "Recife")
    assert find_boundary(" relation/8 ", overpass) == region
    extract = fetch_region(region, overpass).extract
    assert {place.id for place in extract.places} == {"node/1", "node/2", "node/3", "way/4", "node/11"}
    assert extract.skipped == []
    assert shapely.from_wkt(extract.coverage).equals(region.shape)


def test_a_name_of_several_boundaries_lists_them(kept: Kept) -> None:
    twins = planet(boundary(8, "Porto", 5, level="7"), boundary(9, "Porto", 15, level="6"))
    with web_server(respond=serve(twins)) as server, pytest.raises(SourceError) as caught:
        find_boundary("Porto", kept.overpass(server))
    assert str(caught.value) == (
        "2 boundaries are named 'Porto': relation/9 (admin level 6, centre -8.0578,-34.8829); "
        "relation/8 (admin level 7, centre -8.0578,-34.8829). Choose one, e.g. --area relation/9"
    )
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("area", "said"),
    [
        ("Atlântida", "no administrative boundary is named 'Atlântida'"),
        ("relation/77", "OpenStreetMap has no relation/77"),
        ('x"];out;', "no administrative boundary is named"),
    ],
)
def test_an_area_that_is_not_there_is_one_line(area: str, said: str, server: WebServer, kept: Kept) -> None:
    with pytest.raises(SourceError, match=said) as caught:
        find_boundary(area, kept.overpass(server))
    assert caught.value.exit_code == 2


def test_a_boundary_with_a_gap_is_refused(kept: Kept) -> None:
    told, _ = way(8, *ring(5)[:-1])
    member = {"type": "way", "ref": 8, "role": "outer", "geometry": told["geometry"]}
    tags = {**BOUNDARY, "name": "Aberta", "admin_level": "8"}
    relation = {"type": "relation", "id": 8, "members": [member], "tags": tags}
    with (
        web_server(respond=serve(planet((relation, Point(0, 0))))) as server,
        pytest.raises(SourceError, match="boundary of relation/8 can't be used: its boundary is not whole"),
    ):
        find_boundary("Aberta", kept.overpass(server))


def test_a_server_without_the_area_is_no_empty_city(server: WebServer, kept: Kept) -> None:
    region = Boundary(12345, "Nova", shapely.box(0, 0, 1, 1))
    with pytest.raises(SourceUnavailable, match=r"has no area of relation/12345 \(yet\)"):
        fetch_region(region, kept.overpass(server))
    assert not kept.folder.exists()


def read_variant(name: str) -> bytes:
    path = VARIANTS / name
    if not path.exists():
        pytest.skip(f"{path.name} is not there")
    return path.read_bytes()


@pytest.mark.parametrize(
    ("name", "content_type", "said"),
    [
        ("overpy_remark-runtime-error-01.json", "application/json", "Query timed out"),
        ("overpy_remark-runtime-remark-01.json", "application/json", "runtime remark: Test"),
        ("overpy_remark-unknown-01.json", "application/json", "Test remark"),
        ("overpass_bad-request.html", "text/html", "line 2: parse error: ';' expected - 'out' found"),
    ],
)
def test_a_failure_under_status_200_is_a_failure(name: str, content_type: str, said: str, kept: Kept) -> None:
    wrong = answer(read_variant(name), content_type=content_type)
    with web_server(respond=lambda asked: wrong) as server, pytest.raises(SourceUnavailable) as caught:
        fetch_region(AROUND, kept.overpass(server))
    assert said in str(caught.value)
    assert caught.value.exit_code == 4
    assert not kept.folder.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        answer('{"elements": [{"type": "no'),
        answer("[]"),
        answer("null"),
        answer('{"version": 0.6}'),
        answer('{"elements": {}}'),
        answer(""),
        answer("[" * 100_000),
        answer(b"\xff\xfe\x00"),
        answer('{"elements": [], "remark": "runtime error: out of memory"}'),
    ],
)
def test_what_is_no_whole_answer_is_a_failure_and_the_next_server_is_asked(
    wrong: Answer, city: Planet, kept: Kept
) -> None:
    with web_server(respond=lambda asked: wrong) as bad, pytest.raises(SourceUnavailable):
        fetch_region(AROUND, kept.overpass(bad))
    assert not kept.folder.exists()
    with web_server(respond=lambda asked: wrong) as bad, web_server(respond=serve(city)) as good:
        assert len(fetch_region(AROUND, kept.overpass(bad, good)).extract.places) == 4


def test_a_failure_of_one_of_three_is_a_failure_of_all(city: Planet, kept: Kept) -> None:
    right = serve(city)

    def no_roads(asked: Any) -> Answer:
        return answer(status="400 Bad Request") if 'way["highway"' in asked.form["data"] else right(asked)

    with web_server(respond=no_roads) as server, pytest.raises(SourceUnavailable, match="HTTP 400"):
        fetch_region(AROUND, kept.overpass(server))


def test_answers_are_kept_and_serve_for_a_day(server: WebServer, kept: Kept) -> None:
    new = fetch_region(AROUND, kept.overpass(server))
    asked = len(server.asked)
    kept.seconds += 3 * 3600
    old = fetch_region(AROUND, kept.overpass())  # no server is up there
    assert old.extract == new.extract
    assert {str(told) for told in old.told} >= {"roads: kept 3 h ago (--refresh fetches anew)"}
    kept.seconds += 22 * 3600
    fetch_region(AROUND, kept.overpass(server))
    assert (asked, len(server.asked)) == (3, 6)


def test_refresh_always_asks_and_cached_never_does(server: WebServer, kept: Kept) -> None:
    with pytest.raises(SourceError, match="leave out --cached") as caught:
        fetch_region(AROUND, kept.overpass(server, use="cached"))
    assert (caught.value.exit_code, server.asked) == (2, [])
    fetch_region(AROUND, kept.overpass(server))
    kept.seconds += 400 * 86_400
    told = fetch_region(AROUND, kept.overpass(use="cached")).told
    assert {t.age_s for t in told} == {400 * 86_400}
    fetch_region(AROUND, kept.overpass(server, use="refresh"))
    assert len(server.asked) == 6


def test_a_refresh_that_fails_leaves_the_kept_answer(server: WebServer, kept: Kept) -> None:
    fetch_region(AROUND, kept.overpass(server))
    with pytest.raises(SourceUnavailable):
        fetch_region(AROUND, kept.overpass(use="refresh"))
    assert len(fetch_region(AROUND, kept.overpass(use="cached")).extract.places) == 4


def test_a_damaged_kept_answer_is_fetched_anew(server: WebServer, kept: Kept) -> None:
    fetch_region(AROUND, kept.overpass(server))
    for path in kept.folder.iterdir():
        path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(SourceError, match="leave out --cached"):
        fetch_region(AROUND, kept.overpass(use="cached"))
    assert len(fetch_region(AROUND, kept.overpass(server)).extract.places) == 4


def test_a_change_of_time_out_or_server_asks_nothing_anew(server: WebServer, kept: Kept) -> None:
    fetch_region(AROUND, kept.overpass(server))
    overpass = kept.overpass(use="cached")
    overpass.settings = OverpassSettings(urls=("http://127.0.0.1:9/other",), timeout_s=900)
    assert len(fetch_region(AROUND, overpass).extract.places) == 4


def test_an_answer_that_cannot_be_kept_is_used_and_told(server: WebServer, kept: Kept) -> None:
    kept.folder.write_text("a file where the folder should be")
    fetched = fetch_region(AROUND, kept.overpass(server, use="refresh"))
    assert len(fetched.extract.places) == 4
    assert {note.id for note in fetched.extract.noted} >= {"the answer about services"}


def test_an_answer_is_kept_in_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = Answers(tmp_path)
    answers.keep("question", b"old")

    def cut_off(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "utime", cut_off)
    with pytest.raises(KeyboardInterrupt):
        answers.keep("question", b"new")
    found = answers.find("question")
    assert found is not None
    assert found[0] == b"old"
    assert len(list(tmp_path.iterdir())) == 1


def test_settings_are_read_and_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    assert OverpassSettings().urls == OVERPASS_URLS
    monkeypatch.setenv("PERTO_OVERPASS_URLS", "http://a/api, https://b/api")
    monkeypatch.setenv("PERTO_OVERPASS_TIMEOUT_S", "30")
    assert OverpassSettings() == OverpassSettings(urls=("http://a/api", "https://b/api"), timeout_s=30)
    for wrong in ("ftp://a", " , "):
        monkeypatch.setenv("PERTO_OVERPASS_URLS", wrong)
        with pytest.raises(SettingsError, match="PERTO_OVERPASS_URLS"):
            OverpassSettings()


@pytest.mark.parametrize(
    ("age_s", "said"), [(0, "0 s"), (59, "59 s"), (150, "2 min"), (7200, "2 h"), (200_000, "2 days")]
)
def test_an_age_is_told_as_people_would(age_s: float, said: str) -> None:
    assert tell_age(age_s) == said


def test_the_server_is_told_nothing_but_the_question(server: WebServer, kept: Kept) -> None:
    fetch_region(AROUND, kept.overpass(server))
    assert {tuple(asked.form) for asked in server.asked} == {("data",)}
    assert all(
        "cookie" not in asked.headers and "authorization" not in asked.headers for asked in server.asked
    )
    assert json.dumps(server.asked[0].form).count("out:json") == 1
