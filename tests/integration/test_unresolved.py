"""What is asked and not understood is counted: words, names, and kinds of place that are not loaded."""

from pathlib import Path

import pytest

from queries.graph import Graph
from queries.settings import HomeSettings
from queries.stores.status import status
from queries.unresolved import UnresolvedParts
from service import Perto, Reading
from service.command.listings import unresolved_line
from service.reading import PairReading, PlaceReading
from service.settings import AskSettings
from tests.sample_graph import load_sample


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("PERTO_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture(scope="module")
def graph(graph_server: Graph) -> Graph:
    load_sample(graph_server)
    return graph_server


def counted(home: Path) -> set[tuple[str, str, int]]:
    return {(one.part, one.kind, one.count) for one in UnresolvedParts(home).most_frequent(100)}


def test_words_and_names_that_are_not_understood_are_counted_and_told_by_status(
    graph: Graph, home: Path
) -> None:
    perto = Perto(graph)
    for question in (
        "cafes near ME",
        "cafés perto de mim",
        "cafes near me!",
        'cafes within 300 m of "Livraria Lello"',
        "cafes within 150 m of a fountain",
    ):
        perto.ask(question, mode="graph")

    assert counted(home) >= {("livraria lello", "name", 1)}
    assert {part for part, kind, _ in counted(home) if kind == "word"} <= {
        "near me",
        "perto de mim",
        "me",
        "mim",
    }
    assert sum(count for _, _, count in counted(home)) == 4
    told = status(home=HomeSettings(home=home)).unresolved
    assert {(one.part, one.kind, one.count) for one in told} == counted(home)
    assert "livraria lello   name, once, last 20" in "\n".join(unresolved_line(one) for one in told)


def test_nothing_is_counted_where_that_is_switched_off_or_nobody_wrote_words(
    graph: Graph, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nowhere = PlaceReading(kind="poi", name="Livraria Lello", relation="within", radius_m=300.0)
    Perto(graph).ask(reading=Reading(kind="places", services=("cafe",), places=(nowhere,)), mode="graph")
    unknown = PairReading(a=("volcano",), b=("park",), radius_m=300.0)
    Perto(graph).ask(reading=Reading(kind="pairs", pairs=(unknown,)), mode="graph")
    monkeypatch.setenv("PERTO_COUNT_UNRESOLVED", "0")
    assert Perto(graph, settings=AskSettings()).ask("cafes near me", mode="graph").outcome == "not_understood"

    assert list(home.iterdir()) == []


def test_a_home_that_can_not_be_written_changes_no_answer(graph: Graph, home: Path) -> None:
    (home / "unresolved.jsonl").mkdir()
    answer = Perto(graph).ask("cafes near me", mode="graph")

    assert answer.outcome == "not_understood"
    assert counted(home) == set()
