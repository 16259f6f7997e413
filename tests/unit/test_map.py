"""The page of a map: what is in it, what can't get out of it, and where it can be written."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from queries.errors import StoreUnavailable
from queries.geometry.position import Position
from queries.statements.places import FoundPlace
from queries.statements.roads import FoundWay
from service.answer import ListedPlace, NearestPlace
from service.errors import QuestionError
from service.evidence.background import Background
from service.map_file import write_map
from service.presentation.map.map import render_map
from service.presentation.map.page import check_tile_url, get_words
from service.reading import PlaceReading, Problem, Reading
from tests.map_answers import HOSTILE, ROADS, SHAPES, empty_answer, pairs_answer, place


class Parsed(HTMLParser):
    """Elements as a browser sees them: tag, attributes, and the text of scripts by id."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self._inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._inside = dict(attrs).get("id") or tag

    def handle_data(self, data: str) -> None:
        self.texts[self._inside] = self.texts.get(self._inside, "") + data

    @property
    def data(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.texts["data"])
        return found

    @property
    def policy(self) -> str:
        policies = [a["content"] for t, a in self.tags if a.get("http-equiv") == "Content-Security-Policy"]
        assert len(policies) == 1
        return policies[0] or ""


def test_the_page_holds_the_answer_its_places_lines_and_roads() -> None:
    data = Parsed(render_map(pairs_answer(), Background(roads=ROADS, shapes=SHAPES))).data
    assert {(p["id"], p["role"], p["services"]) for p in data["places"]} == {
        ("node/1", "a", "cafe"),
        ("node/2", "a", "cafe"),
        ("way/9", "b", "park"),
    }
    assert {(r["a"], r["b"], r["distance_m"]) for r in data["rows"]} == {
        ("node/1", "way/9", 83.2),
        ("node/2", "way/9", 237.4),
    }
    assert (data["total"], data["legend"]) == (5, {"a": "cafes", "b": "parks"})
    assert [road[:2] for road in data["roads"]] == [["primary", "Esplanadi"], ["residential", None]]
    assert [p["shape"]["type"] for p in data["places"] if "shape" in p] == ["Polygon"]


def test_a_line_ends_at_the_edge_that_was_measured_to_and_is_thicker_when_nearer() -> None:
    near, far = Parsed(render_map(pairs_answer(), Background(shapes=SHAPES))).data["lines"]
    assert near["coordinates"] == [[24.9505, 60.168], [24.952, 60.168]]
    assert near["nearness"] > far["nearness"] > 0


def test_a_line_between_centres_joins_the_centres() -> None:
    answer = pairs_answer(measure="centre")
    assert Parsed(render_map(answer, Background(shapes=SHAPES))).data["lines"][0]["coordinates"] == [
        [24.9505, 60.168],
        [24.9525, 60.1685],
    ]


def test_a_place_measured_to_a_place_named_in_the_question_gets_a_line() -> None:
    cafe = ListedPlace(
        **place("node/1", "Café", "cafe", 60.168, 24.9505),
        distance_m=83.2,
        bearing_deg=60.0,
        nearest=NearestPlace(id="way/9", name="Park"),
    )
    reading = Reading(
        kind="places",
        services=("cafe",),
        places=(PlaceReading(kind="poi", id="way/9", name="Park", relation="within", radius_m=300.0),),
    )
    answer = pairs_answer(pairs=(), places=(cafe,), reading=reading, total=1)
    park = FoundPlace("way/9", "Park", ("park",), Position(60.1685, 24.9525), (), ())
    data = Parsed(render_map(answer, Background(shapes=SHAPES, elsewhere={"way/9": park}))).data
    assert {(p["id"], p["role"]) for p in data["places"]} == {("node/1", "a"), ("way/9", "b")}
    assert data["lines"][0]["coordinates"] == [[24.9505, 60.168], [24.952, 60.168]]
    assert data["legend"] == {"a": "cafes", "b": "Park"}


def test_a_listed_place_whose_pair_is_not_listed_still_has_its_line() -> None:
    answer = pairs_answer()
    far = answer.places[1].model_copy(
        update={"distance_m": 237.4, "nearest": NearestPlace(id="way/9", name="Park")}
    )
    data = Parsed(
        render_map(
            pairs_answer(pairs=answer.pairs[:1], places=(answer.places[0], far)), Background(shapes=SHAPES)
        )
    ).data
    assert [row["a"] for row in data["rows"]] == ["node/1"]
    assert {(line["a"], line["b"], line["distance_m"]) for line in data["lines"]} == {
        ("node/1", "way/9", 83.2),
        ("node/2", "way/9", 237.4),
    }


def test_a_pair_across_the_antimeridian_takes_the_short_way() -> None:
    answer = pairs_answer(measure="centre")
    pair = answer.pairs[0].model_copy(
        update={
            "a": answer.pairs[0].a.model_copy(update={"longitude": 179.999}),
            "b": answer.pairs[0].b.model_copy(update={"longitude": -179.999}),
        }
    )
    data = Parsed(render_map(answer.model_copy(update={"pairs": (pair,), "places": ()}))).data
    (x1, _), (x2, _) = data["lines"][0]["coordinates"]
    assert abs(x2 - x1) < 1
    assert data["bounds"][1][0] - data["bounds"][0][0] < 1


def test_nothing_found_still_makes_a_page() -> None:
    parsed = Parsed(
        render_map(empty_answer(problem=Problem(part="fonte", reason="why", **{"try": ("this",)})))
    )
    assert (parsed.data["bounds"], parsed.data["places"], parsed.data["text"]) == (None, [], "Nenhuma fonte.")
    assert parsed.data["problem"] == {"part": "fonte", "reason": "why", "try": ["this"]}
    assert parsed.tags[0] == ("html", {"lang": "pt"})


def test_every_word_of_the_page_is_there_in_both_languages() -> None:
    assert get_words("pt").keys() == get_words("en").keys()
    assert get_words("pt")["locale"].keys() == get_words("en")["locale"].keys()


def test_too_many_roads_lose_the_small_ones_and_the_page_says_so() -> None:
    line = "LINESTRING (24.94 60.16, 24.95 60.16)"
    small = [FoundWay(f"way/{n}", None, "residential", line) for n in range(8_001)]
    data = Parsed(render_map(pairs_answer(), Background(roads=[*small, *ROADS]))).data
    assert [road[0] for road in data["roads"]] == ["primary"]
    assert get_words("en")["roads_left_out"] in data["notes"]


def test_a_road_across_the_antimeridian_is_drawn_in_its_parts() -> None:
    lines = "MULTILINESTRING ((179.9 -16.5, 180 -16.5), (-180 -16.5, -179.9 -16.5))"
    roads = [FoundWay("way/1", "Line", "primary", lines)]
    data = Parsed(render_map(pairs_answer(), Background(roads=roads))).data
    assert data["roads"] == [
        ["primary", "Line", [[179.9, -16.5], [180.0, -16.5]]],
        ["primary", "Line", [[-180.0, -16.5], [-179.9, -16.5]]],
    ]


@pytest.mark.parametrize("word", ["", HOSTILE])
def test_no_element_of_the_page_loads_anything(word: str) -> None:
    roads = [FoundWay("way/1", word, "primary", ROADS[0].geometry)]
    parsed = Parsed(render_map(pairs_answer(word=word), Background(roads=roads, shapes=SHAPES)))
    assert {tag for tag, _ in parsed.tags} == {
        "html", "head", "meta", "title", "style", "body", "header", "p", "h1", "section", "div", "main",
        "noscript", "script",
    }  # fmt: skip
    assert not [
        a for _, a in parsed.tags if a.keys() & {"src", "href", "srcset", "style", "onerror", "onload"}
    ]
    assert "default-src 'none'" in parsed.policy
    assert "connect-src 'none'" in parsed.policy
    assert not re.search(r"https?:|'unsafe-eval'|script-src[^;]*unsafe", parsed.policy)
    css = parsed.texts["style"]
    assert not re.search(r"url\((?!\"data:)|@import", css)


def test_hostile_text_stays_data() -> None:
    page = render_map(
        pairs_answer(word=HOSTILE),
        Background(roads=[FoundWay("way/1", HOSTILE, "primary", ROADS[0].geometry)]),
    )
    parsed = Parsed(page)
    assert parsed.data["places"][0]["name"] == "Café " + HOSTILE
    assert parsed.data["roads"][0][1] == HOSTILE
    assert len([1 for tag, _ in parsed.tags if tag == "script"]) == 5
    assert "<img" not in page.replace(parsed.texts["script"], "")


def test_the_page_carries_the_licence_of_maplibre_and_stays_small() -> None:
    page = render_map(pairs_answer(), Background(roads=ROADS, shapes=SHAPES))
    assert "3-Clause BSD" in page
    assert "Copyright (c) 2023, MapLibre contributors" in page
    assert "sourceMappingURL" not in page
    assert len(page.encode()) < 1_300_000


def test_a_tile_url_lets_only_its_origin_through() -> None:
    url = "https://tiles.example.org:8443/{z}/{x}/{y}.png?key=a&b=c"
    parsed = Parsed(render_map(pairs_answer(), tile_url=url))
    assert parsed.data["tile_url"] == url
    assert re.findall(r"https?://[^ ;]*", parsed.policy) == ["https://tiles.example.org:8443"] * 2


@pytest.mark.parametrize(
    "url",
    [
        "", "tiles", "ftp://host/{z}/{x}/{y}.png", "https://host/{z}/{x}.png",
        "https://host; script-src *//{z}/{x}/{y}", "https://user:secret@host/{z}/{x}/{y}", "https://{s}.host/{z}/{x}/{y}.png",
        "https://host/{z}/{x}/{y}\n",
        "javascript://host/{z}/{x}/{y}", "https://host/?{z}{x}{y}", "https:///{z}/{x}/{y}",
    ],
)  # fmt: skip
def test_an_address_that_is_no_tile_url_is_refused_in_one_line(url: str) -> None:
    with pytest.raises(QuestionError) as caught:
        check_tile_url(url)
    assert "\n" not in str(caught.value)


def test_a_map_is_written_whole_and_replaces_an_old_one(tmp_path: Path) -> None:
    target = tmp_path / "mapa é.html"
    target.write_text("old")
    assert write_map(pairs_answer(), None, target) == target
    assert Parsed(target.read_text(encoding="utf-8")).data["notes"][-1] == get_words("en")["roads_unread"]
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


def test_text_that_no_encoding_takes_is_written_all_the_same(tmp_path: Path) -> None:
    write_map(pairs_answer(question="caf\udce9s"), None, tmp_path / "map.html")
    assert "caf?s" in (tmp_path / "map.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "folder"), ("missing/map.html", "no folder"), ("file/map.html", "no folder"),
        ("x" * 300, "too long"), ("nul\0.html", "null"), ("/dev/null", "ordinary"),
    ],
)  # fmt: skip
def test_a_path_that_cannot_be_written_is_one_clear_line(tmp_path: Path, name: str, says: str) -> None:
    (tmp_path / "file").write_text("kept")
    with pytest.raises(QuestionError, match=says) as caught:
        write_map(empty_answer(), None, tmp_path / name)
    assert "\n" not in str(caught.value)
    assert {path.name for path in tmp_path.iterdir()} == {"file"}


def test_a_write_that_breaks_off_leaves_the_old_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "map.html"
    target.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(QuestionError, match="no space left"):
        write_map(pairs_answer(), None, target)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"map.html": "old"}


def test_a_graph_that_fails_costs_the_background_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*_: object, **__: object) -> None:
        raise StoreUnavailable("down", url="bolt://127.0.0.1:1")

    monkeypatch.setattr("service.retrieval.background.get_places", down)
    write_map(pairs_answer(), object(), tmp_path / "map.html")  # type: ignore[arg-type]
    data = Parsed((tmp_path / "map.html").read_text(encoding="utf-8")).data
    assert len(data["lines"]) == 2
    assert get_words("en")["roads_unread"] in data["notes"]
