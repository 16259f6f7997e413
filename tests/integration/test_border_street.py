"""What lies on the line that two districts share is in one of them, whatever is asked, and is told."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from loader.load import load_file
from queries.graph import Graph
from service import Perto
from service.answer import Answer
from tests import border_brute_force as brute
from tests.graph_dump import dump_graph, empty_graph
from tests.osm_xml import node, relation, way, write_osm

CASE = Path(__file__).parents[1] / "cases" / "border_street.osm"
WEST, EAST = "relation/4450001", "relation/4450002"
ON_LINE, IN_WEST = "node/8450000002", "node/8450000005"


@pytest.fixture(scope="module", params=["complete", "loading"])
def perto(request: pytest.FixtureRequest, graph: Graph) -> Iterator[Perto]:
    """The case as loaded, and as it is while another load runs: then shapes are looked at, not edges."""
    empty_graph(graph)
    load_file(graph, CASE)
    if request.param == "loading":
        with graph._driver.session() as session:
            session.run(
                "MATCH (p:POI)-[:ON_BORDER]->() MATCH (p)-[r:IN_AREA|ON_BORDER]->() DELETE r"
            ).consume()
            session.run("MATCH (d:Dataset) SET d.state = 'loading'").consume()
    yield Perto(graph)
    empty_graph(graph)


def ask(perto: Perto, question: str) -> Answer:
    answer = perto.ask(question, mode="graph", limit="all")
    assert answer.outcome in ("answered", "none"), answer.text
    return answer


def ids(answer: Answer) -> set[str]:
    return {place.id for place in answer.places}


def told(answer: Answer) -> set[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    return {(border.id, border.areas, border.counts_in) for border in answer.borders}


PHARMACY_TOLD = {(ON_LINE, (WEST, EAST), (WEST,))}


@pytest.mark.parametrize(
    ("question", "expected", "said"),
    [
        ("farmácias no Bairro do Nascente", set(), "fica na linha do limite de"),
        ("farmácias no Bairro do Poente", {ON_LINE, IN_WEST}, "e conta em “Bairro do Poente”"),
        ("pharmacies in Bairro do Nascente", set(), "is on the border of"),
        ("pharmacies in Bairro do Poente", {ON_LINE, IN_WEST}, "and counts in “Bairro do Poente”"),
        ("quantas farmácias há no Bairro do Poente?", {ON_LINE, IN_WEST}, "fica na linha do limite de"),
        ("how many pharmacies are there in Bairro do Nascente?", set(), "is on the border of"),
    ],
)
def test_what_is_on_the_line_is_in_the_area_of_the_smaller_id_alone(
    question: str, expected: set[str], said: str, perto: Perto
) -> None:
    answer = ask(perto, question)
    assert (ids(answer), answer.total) == (expected, len(expected))
    assert told(answer) == PHARMACY_TOLD
    assert said in answer.text


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("bairros com mais farmácias", {WEST: 2}),
        ("districts with the most pharmacies", {WEST: 2}),
        ("bairros com menos farmácias", {EAST: 0, WEST: 2}),
        ("bairros com mais pontos de ônibus", {WEST: 2, EAST: 1}),
    ],
)
def test_counts_of_districts_add_up(question: str, expected: dict[str, int], perto: Perto) -> None:
    answer = ask(perto, question)
    assert {area.id: area.total for area in answer.areas} == expected
    assert all(area.shared == 0 for area in answer.areas)
    assert told(answer) == (
        {("node/8450000001", (WEST, EAST), (WEST,))} if "pontos" in question else PHARMACY_TOLD
    )


@pytest.mark.parametrize("question", ["bairros sem farmácias", "districts without pharmacies"])
def test_only_the_other_district_is_without(question: str, perto: Perto) -> None:
    answer = ask(perto, question)
    assert {area.id for area in answer.areas} == {EAST}
    assert told(answer) == PHARMACY_TOLD


@pytest.mark.parametrize(
    "question",
    [
        "há mais farmácias no Bairro do Poente ou no Bairro do Nascente?",
        "more pharmacies in Bairro do Poente or in Bairro do Nascente?",
    ],
)
def test_comparisons_count_it_once(question: str, perto: Perto) -> None:
    answer = ask(perto, question)
    assert [side.total for side in answer.sides] == [2, 0]
    assert told(answer) == PHARMACY_TOLD


def test_looking_up_the_areas_counts_it_once(perto: Perto) -> None:
    west, east = (ask(perto, f"me fale do Bairro do {name}") for name in ("Poente", "Nascente"))
    assert west.areas[0].counts == {"bus_stop": 2, "pharmacy": 2}
    assert east.areas[0].counts == {"bus_stop": 1}
    assert {border.id for border in east.borders} == {ON_LINE, "node/8450000001"}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "pontos de ônibus no Bairro do Poente a até 250 m de uma farmácia",
            {"node/8450000001", "node/8450000003"},
        ),
        ("pontos de ônibus no Bairro do Nascente a até 500 m de uma farmácia", {"node/8450000004"}),
    ],
)
def test_pairs_take_the_border_as_lists_do(question: str, expected: set[str], perto: Perto) -> None:
    assert ids(ask(perto, question)) == expected


def test_a_position_on_the_line_lies_in_one_area(perto: Perto) -> None:
    assert [area.id for area in ask(perto, "me fale de -8.0560, -34.8854639").areas] == [WEST]


def test_a_place_listed_tells_the_borders_it_is_on(graph_server: Graph) -> None:
    empty_graph(graph_server)
    load_file(graph_server, CASE)
    answer = ask(Perto(graph_server), "farmácias")
    assert {place.id: place.borders for place in answer.places} == {ON_LINE: (WEST, EAST), IN_WEST: ()}
    answer = ask(Perto(graph_server), "me fale da Farmácia da Divisa")
    assert told(answer) == PHARMACY_TOLD
    assert "fica na linha do limite de" in answer.text


# one edge of the mesh is not straight up: positions on it are rounded
BOUNDARY = {"type": "boundary", "boundary": "administrative"}
LEFT, MIDDLE, RIGHT = (-8.62, -8.6132417, -8.60), (-8.62, -8.6098315, -8.60), (-8.62, -8.6121999, -8.60)


def _town(third: bool, swapped: bool) -> list[str]:
    """Four districts in a city that share corners, cafes on their lines, and a promenade along one."""
    rows = ((41.14, LEFT), (41.15, MIDDLE), (41.16, RIGHT))
    corners = [
        node(100 + 3 * y + x, lat, lon) for y, (lat, lons) in enumerate(rows) for x, lon in enumerate(lons)
    ]
    at = {100 + 3 * y + x: (lon, lat) for y, (lat, lons) in enumerate(rows) for x, lon in enumerate(lons)}
    cells = {
        11: (100, 101, 104, 103),
        12: (101, 102, 105, 104),
        13: (103, 104, 107, 106),
        14: (104, 105, 108, 107),
    }
    if swapped:
        cells = dict(zip(cells, reversed(cells.values()), strict=True))
    elements = list(corners)
    for id_, ring in cells.items():
        if id_ != 13 or third:
            elements.append(way(id_, [*ring, ring[0]]))
            elements.append(
                relation(id_, [("way", id_, "outer")], **BOUNDARY, admin_level="10", name=f"Bairro {id_}")
            )
    outer = [100, 101, 102, 105, 108, 107, 106, 103, 100]
    elements.append(way(20, outer))
    elements.append(
        relation(
            20,
            [("way", 20, "outer")],
            type="boundary",
            boundary="administrative",
            admin_level="8",
            name="Vila",
        )
    )
    for n, (a, b, t) in enumerate(
        [(101, 104, 0.3), (104, 107, 0.7), (103, 104, 0.5), (104, 105, 0.1), (102, 105, 0.5)]
    ):
        lon, lat = (round(p + t * (q - p), 7) for p, q in zip(at[a], at[b], strict=True))
        elements.append(node(200 + n, lat, lon, amenity="cafe", name=f"Café {n}"))
    elements.append(node(205, at[104][1], at[104][0], amenity="cafe", name="Café do Meio"))
    elements.append(node(206, 41.1450001, -8.6049, amenity="cafe", name="Café de Dentro"))
    return elements


def _expected(third: bool, swapped: bool) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Which areas each cafe lies in and on whose border it is, by brute force over the file's positions."""
    positions, rings = {}, {}
    for element in _town(third, swapped):
        attributes = dict(
            part.split("=", 1) for part in element.split(">")[0].replace('"', "").split() if "=" in part
        )
        if element.startswith("<node"):
            positions[int(attributes["id"])] = float(attributes["lon"]), float(attributes["lat"])
        elif element.startswith("<way"):
            refs = [int(part.split('"')[0]) for part in element.split('<nd ref="')[1:]]
            rings[f"relation/{attributes['id']}"] = [positions[ref] for ref in refs[:-1]]
    city = {"relation/20": rings.pop("relation/20")}
    cafes = {f"node/{n}": positions[n] for n in range(200, 207)}
    homes = {id_: brute.homes(at, rings) | brute.homes(at, city) for id_, at in cafes.items()}
    borders = {id_: brute.borders(at, rings) | brute.borders(at, city) for id_, at in cafes.items()}
    return homes, borders


def _written(graph: Graph, kind: str) -> dict[str, set[str]]:
    query = f"MATCH (p:POI) RETURN p.id, [(p)-[:{kind}]->(a:Area) | a.id]"
    with graph._driver.session() as session:
        return {id_: set(areas) for id_, areas in session.run(query).values()}


def test_after_each_change_places_are_in_the_areas_brute_force_says(
    graph_server: Graph, tmp_path: Path
) -> None:
    empty_graph(graph_server)
    for third, swapped in ((True, False), (False, False), (False, True), (True, True), (True, False)):
        path = write_osm(tmp_path / "town.osm", *_town(third, swapped))
        load_file(graph_server, path)
        homes, borders = _expected(third, swapped)
        assert (_written(graph_server, "IN_AREA"), _written(graph_server, "ON_BORDER")) == (homes, borders)
        assert load_file(graph_server, path).unchanged
        kept = dump_graph(graph_server)
        answer = ask(Perto(graph_server), "bairros com mais cafés")
        count: dict[str, int] = {}
        for areas in homes.values():
            for area in areas - {"relation/20"}:
                count[area] = count.get(area, 0) + 1
        assert {area.id: area.total for area in answer.areas} == count
        assert answer.total == 7
        empty_graph(graph_server)
        load_file(graph_server, path)
        assert dump_graph(graph_server) == kept
