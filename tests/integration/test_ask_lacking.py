"""Areas and zones of a place that lack something: only those that lie in it are listed."""

from pathlib import Path

import pytest

from loader.load import load_file
from queries.graph import Graph
from service import Answer, Perto
from tests.graph_dump import empty_graph
from tests.integration.test_ask_districts import BOX, town
from tests.osm_xml import write_osm


@pytest.fixture(scope="module")
def perto(graph: Graph, tmp_path_factory: pytest.TempPathFactory) -> Perto:
    empty_graph(graph)
    path: Path = write_osm(
        tmp_path_factory.mktemp("town") / "town.osm", *town(), box=BOX, time="2024-01-01T00:00:00Z"
    )
    load_file(graph, path)
    return Perto(graph)


def ask(perto: Perto, question: str) -> Answer:
    return perto.ask(question, mode="graph", limit="all")


def test_areas_of_a_place_without_something_lie_in_it(perto: Perto) -> None:
    for question in ('bairros sem bares em "Cidade"', 'which districts of "Cidade" have no bar?'):
        answer = ask(perto, question)
        assert {area.name for area in answer.areas} == {"Oeste", "Leste"}, answer.text
        assert "Cidade" in answer.text
    answer = ask(perto, 'districts without cafes in "Cidade"')
    assert {area.name for area in answer.areas} == {"Leste"}


def test_a_place_without_areas_in_it_lists_none_of_elsewhere(perto: Perto) -> None:
    answer = ask(perto, "bairros sem bares em Centro")
    assert (answer.outcome, answer.areas) == ("not_understood", ())
    assert {area.name for area in ask(perto, "bairros sem bares em Oeste").areas} == {"Baixa"}


def test_zones_of_a_place_without_something_have_their_middle_in_it(perto: Perto) -> None:
    inside = ask(perto, 'zonas sem bares em "Cidade"')
    assert {zone.id for zone in inside.zones} <= {zone.id for zone in ask(perto, "zonas sem bares").zones}
    for zone in inside.zones:
        assert 41.149 <= zone.latitude <= 41.155
        assert -8.612 <= zone.longitude <= -8.606
