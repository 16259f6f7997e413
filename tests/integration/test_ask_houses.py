"""Houses by their numbers: lists, ranges, buildings, two towns, interpolation; and names alike."""

from pathlib import Path

import pytest

from loader.load import load_file
from queries.graph import Graph
from service import Answer, Perto
from tests.case_files import places_of
from tests.graph_dump import empty_graph
from tests.osm_xml import node, square, way, write_osm

AURORA = {"addr__street": "Rua da Aurora"}
TOWN = [
    *(node(900 + i, 41.15, -8.63 + i * 0.001) for i in range(6)),
    node(1, 41.1501, -8.6295, addr__housenumber="118;120", **AURORA),
    node(2, 41.1501, -8.6285, addr__housenumber="122-126", **AURORA),
    node(3, 41.1501, -8.6275, addr__housenumber="130A", addr__street="R. da Aurora"),
    node(4, 41.1501, -8.6265, addr__housenumber="7"),
    node(5, 41.1701, -8.6265, addr__housenumber="9"),
    node(6, 41.1501, -8.6262, addr__housenumber="s/n", **AURORA),
    node(7, 41.1801, -8.6262, addr__housenumber="5", addr__place="Vila Nova"),
    node(8, 41.15025, -8.62695, amenity="cafe", name="Café da Casa", addr__housenumber="140", **AURORA),
    node(9, 41.1601, -8.6295, addr__housenumber="12", addr__street="Tower Road", addr__city="Sliema"),
    node(10, 41.2601, -8.6295, addr__housenumber="12", addr__street="Tower Road", addr__city="Qormi"),
    node(11, 41.1602, -8.6295, amenity="cafe", name="Torre"),
    node(12, 41.1503, -8.6280, amenity="cafe", name="Bar 25"),
    *square(100, 41.1502, -8.6270, 0.0001),
    *(node(920 + i, 41.16, -8.63 + i * 0.001) for i in range(3)),
    node(1001, 41.1499, -8.6300, addr__housenumber="201", **AURORA),
    node(1002, 41.1499, -8.6280),
    node(1003, 41.1499, -8.6260, addr__housenumber="221", **AURORA),
    node(1004, 41.1498, -8.6280, amenity="bar", name="Ponto"),
    *(node(940 + i, 41.19, -8.63 + i * 0.001) for i in range(6)),
    node(1010, 41.1901, -8.6300, amenity="cafe", name="Hora Certa"),
    way(
        1, [900, 901, 902, 903, 904, 905], highway="residential", name="Rua da Aurora", name__en="Dawn Street"
    ),
    way(2, [920, 921, 922], highway="residential", name="Tower Road"),
    way(3, [100, 101, 102, 103, 100], building="yes", addr__housenumber="140", **AURORA),
    way(4, [1001, 1002, 1003], addr__interpolation="odd"),
    way(5, [940, 941], highway="residential", name="Rua da Hora"),
    way(6, [942, 943], highway="residential", name="Rua da Fonte Nova"),
    way(7, [944, 945], highway="residential", name="Travessa da Ponte"),
    *square(950, 41.1895, -8.6305, 0.001),
    way(8, [950, 951, 952, 953, 950], place="suburb", name="Vila da Lomba"),
]


@pytest.fixture(scope="module")
def perto(graph: Graph, tmp_path_factory: pytest.TempPathFactory) -> Perto:
    empty_graph(graph)
    load_file(graph, write_osm(tmp_path_factory.mktemp("town") / "town.osm", *TOWN))
    return Perto(graph)


def ask(perto: Perto, question: str) -> Answer:
    return perto.ask(question, mode="graph", limit="all")


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("Rua da Aurora, 118", "node/1"),
        ("Rua da Aurora, 120", "node/1"),
        ("Rua da Aurora, 124", "node/2"),
        ("Rua da Aurora, 122-126", "node/2"),
        ("Rua da Aurora, 130 A", "node/3"),
        ("130a, Rua da Aurora", "node/3"),
        ("Rua da Aurora, 7", "node/4"),
        ("7 Dawn Street", "node/4"),
        ("Rua da Aurora, s/n", "node/6"),
        ("Vila Nova, 5", "node/7"),
        ("Rua da Aurora, 140", "way/3"),
        ("12, Tower Road, Sliema", "node/9"),
        ("Tower Road 12, Qormi", "node/10"),
        ("Rua da Aurora, 201", "node/1001"),
        ("Rua da Aurora, 211", "way/4"),
    ],
)
def test_a_house_is_found_however_the_map_has_it(name: str, id_: str, perto: Perto) -> None:
    for question in (f"cafés a até 50 km de {name}", f"cafes within 50 km of {name}"):
        [place] = ask(perto, question).reading.places
        assert (place.kind, place.id) == ("address", id_)


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("Rua da Aurora, 123", "123"),
        ("Rua da Aurora, 130", "130"),
        ("212 Dawn Street", "212"),
        ("Rua da Aurora, 9", "9"),
        ("Tower Road 13", "13"),
    ],
)
def test_a_number_beside_those_on_the_map_is_refused(name: str, number: str, perto: Perto) -> None:
    answer = ask(perto, f"cafés perto de {name}")
    assert answer.outcome == "not_understood"
    assert answer.problem is not None
    assert f" {number} " in answer.problem.reason


def test_a_house_at_which_a_place_is_holds_it(perto: Perto) -> None:
    assert places_of(ask(perto, "cafés a até 60 m da Rua da Aurora, 140")) == {"node/8": 0.0}


def test_a_number_in_two_towns_is_asked_back(perto: Perto) -> None:
    answer = ask(perto, "cafes near 12 Tower Road")
    assert answer.outcome == "not_understood"
    assert {c.id for c in answer.candidates} == {"node/9", "node/10"}
    assert answer.problem is not None
    assert {ask(perto, t).reading.places[0].id for t in answer.problem.try_} == {"node/9", "node/10"}


def test_what_is_not_the_number_itself_is_said(perto: Perto) -> None:
    ranged = ask(perto, "cafés a até 50 m da Rua da Aurora, 124")
    assert any("122-126" in note for note in ranged.notes)
    beside = ask(perto, "cafes near 7 Dawn Street")
    assert any("nearest" in note for note in beside.notes)
    between = ask(perto, "bares a até 50 m da Rua da Aurora, 211")
    assert places_of(between) == {"node/1004": 11.11}
    assert any("interpolado" in said for said in between.reading.assumptions)
    assert "interpolado entre 201-221" in between.text
    own = ask(perto, "bares a até 500 m da Rua da Aurora, 201")
    assert not any("interpolado" in said for said in own.reading.assumptions)


def test_a_name_with_a_number_is_itself(perto: Perto) -> None:
    answer = ask(perto, "cafés a até 100 m do Bar 25")
    assert answer.reading.places[0].id == "node/12"
    assert places_of(answer) == {"node/8": 88.32}


@pytest.mark.parametrize(
    ("question", "asked", "meant"),
    [
        ("cafés perto da Rua da Horta", "Rua da Horta", "Rua da Hora"),
        ("cafes near Rua da Horta", "Rua da Horta", "Rua da Hora"),
        ("quantos cafés há perto da Rua da Horta?", "Rua da Horta", "Rua da Hora"),
        ("café mais próximo da Rua da Horta", "Rua da Horta", "Rua da Hora"),
        ("zonas com mais cafés perto da Rua da Horta", "Rua da Horta", "Rua da Hora"),
        ("distância da Rua da Horta ao Bar 25", "Rua da Horta", "Rua da Hora"),
        ("há mais cafés perto da Rua da Horta ou da Tower Road?", "Rua da Horta", "Rua da Hora"),
        ("tell me about Rua da Horta", "Rua da Horta", "Rua da Hora"),
        ("bares perto da Rua da Horta", "Rua da Horta", "Rua da Hora"),
        ("cafés perto da Rua da Aurara, 120", "Rua da Aurara", "Rua da Aurora"),
        ("cafés a até 1 km da Hora Certta", "Hora Certta", "Hora Certa"),
    ],
)
def test_an_answer_of_another_name_says_so_first(question: str, asked: str, meant: str, perto: Perto) -> None:
    answer = ask(perto, question)
    assert answer.outcome in ("answered", "none")
    first = answer.text.splitlines()[0]
    assert asked in first
    assert meant in first
    assert any(asked in note and meant in note for note in answer.notes)
    assert answer.text.count(f"“{asked}”") == 1


@pytest.mark.parametrize(
    ("question", "asked", "meant"),
    [
        ("cafés perto da Rua das Hora", "Rua das Hora", "Rua da Hora"),
        ("cafes within 80 m of Rua de Hora", "Rua de Hora", "Rua da Hora"),
        ("tell me about Rua das Hora", "Rua das Hora", "Rua da Hora"),
        ("cafés ao longo da Rua das Hora", "Rua das Hora", "Rua da Hora"),
        ("que ruas ligam a Rua das Hora à Tower Road?", "Rua das Hora", "Rua da Hora"),
        ("cafés perto da Rua das Aurora, 120", "Rua das Aurora", "Rua da Aurora"),
        ("nearest cafe to R. Aurora, 120", "R. Aurora", "Rua da Aurora"),
        ("cafés em Vila das Lomba", "Vila das Lomba", "Vila da Lomba"),
    ],
)
def test_a_name_that_differs_in_small_words_says_so_first(
    question: str, asked: str, meant: str, perto: Perto
) -> None:
    answer = ask(perto, question)
    assert answer.outcome in ("answered", "none")
    first = answer.text.splitlines()[0]
    assert first.startswith(("Atenção: ", "Note first: "))
    assert asked in first
    assert meant in first
    assert any(asked in note and meant in note for note in answer.notes)


@pytest.mark.parametrize(
    "question",
    [
        "cafés perto da RUA DA HORÁ",
        "cafes near rua da hora",
        "cafés perto de Dawn Street",
        "cafés perto da rua da aurora, 120",
        "cafes near Dawn Street, 120",
        "cafes near 12, Tower Road, Sliema",
        "cafés em Vila da Lombá",
    ],
)
def test_case_accents_and_other_names_on_the_map_are_no_other_name(question: str, perto: Perto) -> None:
    answer = ask(perto, question)
    assert answer.outcome in ("answered", "none")
    assert not answer.text.startswith(("Atenção", "Note first"))


@pytest.mark.parametrize(
    ("question", "offered"),
    [
        # "ponte" is a word that another name holds
        ("cafés perto da Rua da Ponte Nova", {"Rua da Fonte Nova"}),
        ("cafes near Rua da Ponte Nova", {"Rua da Fonte Nova"}),
    ],
)
def test_where_another_may_be_meant_the_alike_one_is_offered(
    question: str, offered: set[str], perto: Perto
) -> None:
    answer = ask(perto, question)
    assert answer.outcome == "not_understood"
    assert answer.problem is not None
    assert all(any(name in try_ for try_ in answer.problem.try_) for name in offered)


def test_two_names_as_near_are_offered(graph: Graph, perto: Perto, tmp_path: Path) -> None:
    cafes = [
        node(2001, 41.3, -8.6, amenity="cafe", name="Lagosta"),
        node(2002, 41.31, -8.6, amenity="cafe", name="Lagoste"),
    ]
    load_file(graph, write_osm(tmp_path / "two.osm", *cafes), dataset="two")
    answer = ask(perto, "cafés perto do Lagostx")
    assert answer.outcome == "not_understood"
    assert {c.id for c in answer.candidates} == {"node/2001", "node/2002"}
