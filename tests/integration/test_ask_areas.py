"""Questions about areas: what is in one, why nothing can be, and which one a name means."""

from pathlib import Path

import pytest

from loader.load import load_file
from queries.graph import Graph
from service import Perto
from service.answer import Answer, Area
from service.reading import PlaceReading, Reading
from tests.brute_force import distance_m
from tests.graph_dump import empty_graph
from tests.integration.test_surroundings import WEST, town
from tests.osm_xml import square, way, write_osm


@pytest.fixture(scope="module")
def perto(graph: Graph, tmp_path_factory: pytest.TempPathFactory) -> Perto:
    empty_graph(graph)
    path = write_osm(tmp_path_factory.mktemp("town") / "town.osm", *town(), time="2024-01-01T00:00:00Z")
    load_file(graph, path)
    return Perto(graph)


def ask(perto: Perto, question: str) -> Answer:
    return perto.ask(question, mode="graph", limit="all")


def ids(answer: Answer) -> set[str]:
    assert answer.outcome in ("answered", "none"), answer.text
    return {place.id for place in answer.places}


@pytest.mark.parametrize("name", ["Oeste", "OESTE", "West", "way/101"])
def test_places_in_an_area_share_more_than_a_border_with_it_or_are_on_it(name: str, perto: Perto) -> None:
    answer = ask(perto, f"cafés em {name}")
    assert ids(answer) == {"node/201", "node/202"}
    assert [(border.id, border.counts_in) for border in answer.borders] == [("node/202", ("way/101",))]
    assert answer.reading.places[0].id == "way/101"
    assert "find_area_places" in [statement.name for statement in answer.statements]
    assert ids(ask(perto, f"parques em {name}")) == {"way/205"}


def test_counts_and_pairs_take_an_area_as_a_condition_of_what_is_asked_for(perto: Perto) -> None:
    # of another level than Oeste, so that it too has what is on the border
    assert ask(perto, "quantos cafés há em Este?").total == 1
    assert ask(perto, "quantos parques há em Este?").total == 1
    assert ids(ask(perto, "fontes em Este a até 100 m de um café")) == {"node/204"}
    assert ids(ask(perto, "fontes em Oeste a até 100 m de um café")) == set()


def test_the_point_of_the_name_in_an_area_is_nothing_else(perto: Perto) -> None:
    assert not [note for note in ask(perto, "cafés em Oeste").notes if "Oeste" in note]


@pytest.mark.parametrize(
    ("question", "why", "candidates"),
    [
        ("cafés em Ponto", "é só um ponto nos dados", {"node/104"}),
        ("cafés em Cortada", "limites não estão inteiros nos dados", {"relation/105"}),
        ("cafés em Xanadu", "nenhuma cidade e nenhum bairro", set()),
        ("cafés em Ponta", "é só um ponto nos dados", {"node/104"}),
        ("fontes em Inside", "é um lugar, não uma área", set()),
    ],
)
def test_an_area_that_can_hold_nothing_says_why_and_what_would_work(
    question: str, why: str, candidates: set[str], perto: Perto
) -> None:
    answer = ask(perto, question)
    assert answer.outcome == "not_understood"
    assert answer.problem is not None
    assert why in answer.problem.reason
    assert {candidate.id for candidate in answer.candidates} == candidates
    assert answer.problem.try_
    for offered in answer.problem.try_:
        assert ask(perto, offered).outcome in ("answered", "none"), offered


def test_places_can_be_in_a_place_that_has_an_outline(perto: Perto) -> None:
    answer = ask(perto, "cafés em Across")
    assert ids(answer) == {"node/202"}
    assert (answer.reading.places[0].kind, answer.reading.places[0].id) == ("poi", "way/205")
    assert ids(ask(perto, "parques em Across")) == set()


def test_metres_to_an_area_are_those_to_its_outline_or_where_it_is_mapped(perto: Perto) -> None:
    answer = ask(perto, "cafés a até 300 m de Oeste")
    found = {place.id: place.distance_m for place in answer.places}
    wanted = {
        id_: distance_m(at, WEST.wkt)
        for id_, at in {
            "node/201": (41.1505, -8.6105),
            "node/202": (41.1505, -8.6100),
            "node/203": (41.1505, -8.6085),
        }.items()
    }
    assert found == pytest.approx(wanted, abs=0.01)
    assert ids(ask(perto, "cafés a até 50 m de node/104")) == {"node/203"}


def test_while_a_load_runs_the_shapes_are_looked_at_not_the_edges(perto: Perto, graph: Graph) -> None:
    with graph._driver.session() as session:
        session.run("MATCH ()-[i:IN_AREA]->() DELETE i").consume()
        session.run("MATCH (d:Dataset) SET d.state = 'loading'").consume()
    assert ids(ask(perto, "cafés em Oeste")) == {"node/201", "node/202"}
    assert ids(ask(perto, "parques em Este")) == {"way/205"}
    assert ids(ask(perto, "fontes em Oeste")) == set()


def test_a_name_of_several_whole_areas_is_told_and_an_id_chooses(
    perto: Perto, graph: Graph, tmp_path: Path
) -> None:
    other = [*square(1, 41.15, -8.60), way(500, [1, 2, 3, 4, 1], place="suburb", name="oeste")]
    load_file(graph, write_osm(tmp_path / "other.osm", *other))
    answer = ask(perto, "cafés em Oeste")
    assert answer.outcome == "not_understood"
    assert {c.id for c in answer.candidates if isinstance(c, Area)} == {"way/101", "way/500"}
    reading = Reading(
        services=("cafe",), places=(PlaceReading(kind="area", id="way/500", name="Oeste", relation="in"),)
    )
    assert perto.ask(reading=reading, mode="graph").outcome == "none"
