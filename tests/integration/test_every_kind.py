"""Every kind of question in both languages: the answer keeps to its schema, and each thing it tells works."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from queries.graph import Graph
from service import Answer, Perto
from service.command.explanation import explain
from service.map_file import write_map
from tests.sample_graph import load_sample

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "answer.schema.json").read_text(encoding="utf-8"))
# one question of each kind and way of asking, Portuguese and English, with how it ends on the sample
ASKED = (
    ("pairs", "restaurantes a até 100 m de um parque", "restaurants within 100 m of a park"),
    ("places", "cafés perto de Kiasma", "Italian restaurants within 300 m of Ateneum"),
    ("places", "cafés a mais de 500 m de Kiasma", "cafes more than 500 m from Kiasma"),
    ("count", "quantas fontes há?", "how many toilets are there within 300 m of a tram stop?"),
    ("absence", "parques sem banheiro público a até 60 m", "parks without a toilet within 60 m"),
    ("absence", "cafés sem restaurante a até 5 km", "cafes without a restaurant within 5 km"),
    ("nearest", "os 3 banheiros públicos mais próximos de Kiasma", "the nearest cafe to 60.170, 24.941"),
    ("nearest", "a farmácia mais próxima de cada escola", "the nearest pharmacy to each school"),
    ("zones", "quais zonas têm mais fontes?", "zones with parks but no recycling"),
    ("compare", "há mais cafés ou restaurantes?", "are there more cafes or restaurants?"),
    ("distance", "qual é a distância entre Kiasma e Ateneum?", "how far is Kiasma from Ateneum?"),
    ("along", "cafés ao longo de Mannerheimintie", "cafes along Mannerheimintie"),
    ("lookup", "o que é Mannerheimintie?", "tell me about Ateneum"),
    ("lookup", "o que há na zona 871126d31ffffff?", "what is in zone 871126d31ffffff?"),
    ("association", "há sinergia entre parques e fontes?", "is there synergy between parks and fountains?"),
    ("clusters", "em que zonas se concentram os cafés?", "where do cafes cluster?"),
    (None, "cafés perto de Xanadu", "cafes in Kluuvi"),
    (None, "qual é o melhor café?", "the cheapest cafe near a park"),
)
QUESTIONS = [(kind, question) for kind, *both in ASKED for question in both]
_PARAM = re.compile(r":param (\{[^\n]*\})\n(.*);", re.DOTALL)


@pytest.fixture(scope="module")
def graph(graph_server: Graph) -> Graph:
    load_sample(graph_server)
    return graph_server


@pytest.fixture(scope="module")
def perto(graph: Graph) -> Perto:
    return Perto(graph)


def check_marks(answer: Answer) -> None:
    """Each [n] of the text is a citation, and each citation stands in the text."""
    marks = {int(n) for n in re.findall(r"\[(\d+)\]", answer.text)}
    assert marks == {citation.n for citation in answer.citations}


@pytest.mark.parametrize(("kind", "question"), QUESTIONS)
def test_the_answer_keeps_to_its_schema_and_all_it_tells_works(
    kind: str | None, question: str, perto: Perto, graph: Graph, tmp_path: Path
) -> None:
    with graph.trace() as trace:
        answer = perto.ask(question, mode="graph", limit=5)
    told: Any = json.loads(answer.model_dump_json(by_alias=True))
    jsonschema.Draft202012Validator(SCHEMA).validate(told)
    if kind is None:
        assert answer.outcome == "not_understood", answer.text
        assert answer.problem is not None
        assert answer.problem.try_
        assert all(perto.ask(t, mode="graph").outcome != "not_understood" for t in answer.problem.try_)
    else:
        assert answer.outcome in ("answered", "none"), answer.text
        assert answer.reading.kind == kind
        check_marks(answer)
        assert "2019-04-21 (“helsinki”)" in answer.text
        assert answer.statements
    for statement in answer.statements:
        # as a Cypher console reads it
        found = _PARAM.fullmatch(statement.console)
        assert found
        with graph._driver.session() as session:
            parameters = session.run(f"RETURN {found[1]} AS p").single(strict=True)["p"]  # type: ignore[arg-type]
            again = session.run(found[2], parameters).data()  # type: ignore[arg-type]
        assert again == graph.read(statement.name, **statement.parameters)
    explained = explain(answer, trace.statements, graph)
    assert [one.problem for one in explained.statements if one.problem] == []
    assert write_map(answer, graph, tmp_path / "map.html").stat().st_size > 100_000
