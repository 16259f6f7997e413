"""The page of a map in a real browser: it draws, it asks for nothing, and hostile names stay text."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import shapely

from queries.geometry.cells import cell_shape, centre
from queries.geometry.position import Position
from queries.statements.roads import FoundWay
from service.answer import Answer, Area, Zone
from service.evidence.background import Background, Region
from service.presentation.map.map import render_map
from service.presentation.map.page import get_words
from service.reading import Reading
from tests.browser.chromium import Page, find_chromium, open_page
from tests.map_answers import HOSTILE, ROADS, SHAPES, empty_answer, pairs_answer

pytestmark = pytest.mark.skipif(
    find_chromium() is None, reason="no Chromium here; install chromium to run these"
)


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with open_page() as found:
        yield found


def show(page: Page, folder: Path, text: str, *, width: int = 1280) -> None:
    path = folder / "map.html"
    path.write_text(text, encoding="utf-8")
    page.open(path, width=width)


def complaints(page: Page) -> list[str]:
    # the software renderer of a machine without a graphics card notes how slow it is
    return [message for message in page.messages if "GL Driver Message" not in message]


@pytest.mark.parametrize("width", [1280, 390])
def test_roads_shapes_places_and_metres_are_drawn_without_a_request(
    page: Page, tmp_path: Path, width: int
) -> None:
    show(page, tmp_path, render_map(pairs_answer(), Background(roads=ROADS, shapes=SHAPES)), width=width)
    drawn = page.value("({...document.body.dataset})")
    assert drawn["map"] == "ready"
    assert {name for name in ("roads", "lines", "placesa", "placesb", "shapes") if int(drawn[name]) > 0} == {
        "roads", "lines", "placesa", "placesb", "shapes",
    }  # fmt: skip
    assert (complaints(page), page.outside()) == ([], [])
    assert page.value("document.documentElement.scrollWidth <= innerWidth")


def test_the_panel_tells_the_answer_with_links_to_evidence_and_openstreetmap(
    page: Page, tmp_path: Path
) -> None:
    show(page, tmp_path, render_map(pairs_answer(), Background(roads=ROADS, shapes=SHAPES)))
    text = page.value("document.body.innerText")
    assert all(
        part in text
        for part in ("cafes within 300 m of a park", "83 m", "237 m", "Shows 2 of 5", "2020-06-01")
    )
    links = page.value("[...document.querySelectorAll('a[target]')].map((a) => a.href)")
    assert set(links) == {
        "https://www.openstreetmap.org/node/1",
        "https://www.openstreetmap.org/node/2",
        "https://www.openstreetmap.org/way/9",
        "https://www.openstreetmap.org/copyright",
    }
    assert page.value(
        "document.querySelector(document.querySelector('a.cite').getAttribute('href')).innerText"
    )
    assert page.value("document.title") == "cafes within 300 m of a park"


def test_the_lines_of_a_list_in_the_text_are_told_once(page: Page, tmp_path: Path) -> None:
    text = (
        "2 cafes [1].\n– “Café”: 83 m from “Park” [1]\n– a line that cites nothing known [7]\nData: helsinki"
    )
    show(page, tmp_path, render_map(pairs_answer(text=text), Background(roads=ROADS, shapes=SHAPES)))
    assert page.value("document.querySelector('.answer').innerText").splitlines() == [
        "2 cafes [1].",
        "– a line that cites nothing known [7]",
        "Data: helsinki",
    ]


def test_a_click_in_the_table_and_on_the_map_opens_the_place(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, render_map(pairs_answer(), Background(roads=ROADS, shapes=SHAPES)))
    popup = "document.querySelector('.maplibregl-popup')?.innerText ?? ''"
    page.value("document.querySelector('a.show').click()")
    assert "Café" in page.value(popup)
    assert "83 m" in page.value(popup)
    page.value("new Promise((done) => setTimeout(done, 800))")
    page.value("document.querySelector('.maplibregl-popup-close-button').click()")
    x, y = page.value(
        "(() => { const b = document.getElementById('map').getBoundingClientRect();"
        " return [b.left + b.width / 2, b.top + b.height / 2]; })()"
    )
    page.click(x, y)
    page.value("new Promise((done) => setTimeout(done, 300))")
    assert "Café" in page.value(popup)


def test_places_that_crowd_become_one_mark_with_their_number(page: Page, tmp_path: Path) -> None:
    answer = pairs_answer()
    crowd = tuple(
        answer.places[0].model_copy(update={"id": f"node/{n}", "longitude": 24.9505 + n * 1e-6})
        for n in range(300)
    )
    far = answer.places[1].model_copy(update={"id": "node/999", "longitude": 24.99})
    show(
        page,
        tmp_path,
        render_map(pairs_answer(pairs=(), places=(*crowd, far), total=301), Background(roads=ROADS)),
    )
    assert page.value("document.body.dataset.placesa") == "2"


def test_hostile_names_are_shown_as_text_and_run_nothing(page: Page, tmp_path: Path) -> None:
    roads = [FoundWay("way/1", HOSTILE, "primary", ROADS[0].geometry)]
    show(page, tmp_path, render_map(pairs_answer(word=HOSTILE), Background(roads=roads, shapes=SHAPES)))
    page.value("document.querySelector('a.show').click()")
    assert page.value("document.body.dataset.harmed ?? ''") == ""
    assert page.value("document.querySelectorAll('img').length") == 0
    assert "</script><img src=x" in page.value("document.querySelector('.maplibregl-popup').innerText")
    assert "</script><img src=x" in page.value("document.querySelector('table').innerText")
    assert (complaints(page), page.outside()) == ([], [])


def regions_answer(name: str) -> tuple[Answer, list[Region]]:
    """Return an answer of two cells and an area called `name`, with a street, and their outlines."""
    zone = Zone(id="891126d33afffff", resolution=9, latitude=60.168, longitude=24.951, counts={"cafe": 12},
                total=12, pairs=0, partial=False)  # fmt: skip
    area = Area(id="way/77", name=name, admin_level=9, counts={"cafe": 3}, total=3, partial=False)
    reading = Reading(kind="zones", services=("cafe",), unit="area", order="most")
    answer = pairs_answer(word=name, pairs=(), places=(), zones=(zone,), areas=(area,), reading=reading,
                          total_zones=1, total_areas=1, citations=())  # fmt: skip
    square = shapely.box(24.944, 60.165, 24.947, 60.168)
    line = shapely.from_wkt(ROADS[0].geometry)
    return answer, [
        Region(zone.id, f"zone {zone.id}", "a", cell_shape(zone.id), centre(zone.id), 12),
        Region("way/77", name, "a", square, Position(60.1665, 24.9455), 3),
        Region("street/way/101", name, "b", line, Position(60.1675, 24.9475)),
    ]


def test_cells_areas_and_streets_are_drawn_with_their_counts(page: Page, tmp_path: Path) -> None:
    answer, regions = regions_answer("Kluuvi")
    show(page, tmp_path, render_map(answer, Background(roads=ROADS, regions=regions)))
    drawn = page.value("({...document.body.dataset})")
    assert drawn["map"] == "ready"
    assert int(drawn["regions"]) >= 2
    assert int(drawn["regionoutlines"]) >= 3
    assert drawn["counts"] == "2"
    assert (drawn["placesa"], drawn["placesb"]) == ("0", "0")
    rows = page.value("[...document.querySelectorAll('table tr')].map((row) => row.innerText)")
    assert [row.split() for row in rows] == [
        ["Place", "Count"],
        ["zone", "891126d33afffff", "12"],
        ["Kluuvi", "↗", "3"],
    ]
    page.value("document.querySelector('a.show').click()")
    assert "Count: 12" in page.value("document.querySelector('.maplibregl-popup').innerText")
    assert (complaints(page), page.outside()) == ([], [])


def test_hostile_names_of_areas_and_streets_are_text(page: Page, tmp_path: Path) -> None:
    answer, regions = regions_answer(HOSTILE)
    show(page, tmp_path, render_map(answer, Background(roads=ROADS, regions=regions)))
    page.value("document.querySelectorAll('a.show')[1].click()")
    assert "</script><img src=x" in page.value("document.querySelector('.maplibregl-popup').innerText")
    assert page.value("document.body.dataset.harmed ?? ''") == ""
    assert page.value("document.querySelectorAll('img').length") == 0
    assert (complaints(page), page.outside()) == ([], [])


def test_a_strange_id_becomes_no_link(page: Page, tmp_path: Path) -> None:
    answer = pairs_answer()
    strange = answer.places[0].model_copy(update={"id": "javascript:alert(1)"})
    show(page, tmp_path, render_map(pairs_answer(pairs=(), places=(strange,), citations=())))
    assert (
        page.value("[...document.querySelectorAll('a[target]')].map((a) => a.href)")
        == ["https://www.openstreetmap.org/copyright"] * 2
    )


def test_the_policy_stops_scripts_and_connections_of_any_other_making(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, render_map(pairs_answer()))
    assert page.value("fetch('https://example.org/').then(() => 'went', () => 'stopped')") == "stopped"
    page.value(
        "(() => { const s = document.createElement('script'); s.text = 'document.body.dataset.harmed = 1';"
        " document.body.append(s); })()"
    )
    assert page.value("document.body.dataset.harmed ?? ''") == ""
    assert page.outside() == []


def test_with_a_tile_url_only_that_host_is_asked_and_without_it_the_roads_stay(
    page: Page, tmp_path: Path
) -> None:
    url = "https://tiles.example.org/{z}/{x}/{y}.png"
    show(page, tmp_path, render_map(pairs_answer(), Background(roads=ROADS), tile_url=url))
    assert page.outside()
    assert not [asked for asked in page.outside() if not asked.startswith("https://tiles.example.org/")]
    assert int(page.value("document.body.dataset.roads")) > 0


def test_an_answer_without_places_shows_its_text_and_says_why_there_is_no_map(
    page: Page, tmp_path: Path
) -> None:
    show(page, tmp_path, render_map(empty_answer()))
    text = page.value("document.body.innerText")
    assert page.value("document.body.dataset.map") == "empty"
    assert "Nenhuma fonte." in text
    assert get_words("pt")["no_place"] in text


def test_without_webgl_the_list_is_there_and_a_note(tmp_path: Path) -> None:
    with open_page("--disable-3d-apis") as page:
        show(page, tmp_path, render_map(pairs_answer(), Background(roads=ROADS)))
        text = page.value("document.body.innerText")
        assert page.value("document.body.dataset.map") == "unavailable"
    assert get_words("en")["no_webgl"] in text
    assert "237 m" in text
