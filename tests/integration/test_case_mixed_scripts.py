"""Case mixed_scripts: names in any writing are asked for, also in a locale that has no code for them."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from queries.graph import Graph
from service import Perto
from tests.case_files import load_case
from tests.integration.conftest import Server

Run = Callable[..., subprocess.CompletedProcess[bytes]]
OLD_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.fixture(scope="module")
def perto(graph: Graph) -> Perto:
    load_case(graph, "mixed_scripts")
    return Perto(graph)


@pytest.fixture
def ask(server: Server, perto: Perto, tmp_path: Path) -> Run:
    def run(*arguments: str | bytes) -> subprocess.CompletedProcess[bytes]:
        settings = {
            "NEO4J_URI": server.uri,
            "NEO4J_USER": server.user,
            "NEO4J_PASSWORD": server.password,
            "PERTO_HOME": str(tmp_path),
        }
        call = [sys.executable, "-m", "perto", *arguments]
        environment = {**os.environ, **settings, **OLD_LOCALE}
        return subprocess.run(call, env=environment, capture_output=True, timeout=120, check=False)

    return run


@pytest.mark.parametrize(
    ("question", "id_"),
    [
        ("me fale do Jardim São João", "way/927000001"),
        ("me fale do Café do Zé ☕", "node/8270000001"),
        ("tell me about مقهى النور", "node/8270000002"),
        ("tell me about カフェ灯台", "node/8270000003"),
        ("me fale do Καφέ Ωμέγα", "node/8270000004"),
        ("tell me about καφε ωμεγα", "node/8270000004"),
        ("me fale do Coração de Açúcar", "node/8270000005"),
    ],
)
def test_names_in_any_writing_can_be_asked(perto: Perto, question: str, id_: str) -> None:
    answer = perto.ask(question, mode="graph")
    assert answer.outcome == "answered"
    assert [place.id for place in answer.places] == [id_]


@pytest.mark.parametrize("name", ["مقهى النور", "カフェ灯台", "Καφέ Ωμέγα", "Café do Zé ☕"])
def test_what_is_near_them_can_be_asked_in_both_languages(perto: Perto, name: str) -> None:
    for question in (f"cafés a até 5 km de {name}", f"cafes within 5 km of {name}"):
        answer = perto.ask(question, mode="graph", limit="all")
        assert (answer.outcome, len(answer.places)) == ("answered", 4)


def test_a_question_is_understood_in_the_locale_c(ask: Run) -> None:
    result = ask("ask", "me fale do Jardim São João", "--mode", "graph", "--json")
    answer = json.loads(result.stdout)
    assert (result.returncode, result.stderr) == (0, b"")
    assert answer["question"] == "me fale do Jardim São João"
    assert [place["id"] for place in answer["places"]] == ["way/927000001"]
    said = ask("ask", "me fale do Jardim São João", "--mode", "graph").stdout
    assert said.decode().startswith("“Jardim São João”: Parque (way/927000001)")


def test_bytes_that_are_no_text_are_one_line_in_the_locale_c(ask: Run) -> None:
    for call in (
        ["ask", b"caf\xe9s"],
        ["ask", "cafés", "--dataset", b"\xe9"],
        ["load", b"/nowhere/\xe9.osm"],
    ):
        result = ask(*call)
        assert result.returncode == 2
        assert result.stdout == b""
        [line] = result.stderr.decode().splitlines()
        assert line.startswith("perto: ")


def test_a_data_set_with_accents_is_named_in_the_locale_c(ask: Run) -> None:
    refused = ask("ask", "cafés", "--dataset", "Évora")
    assert refused.stderr.decode() == "perto: no data set named 'Évora'; loaded: mixed_scripts\n"
