"""Every statement of docs/cypher.md runs in READ mode on the sample and finds something."""

import re
from pathlib import Path

import neo4j
import pytest

from queries.graph import Graph
from tests.sample_graph import load_sample

PAGE = Path(__file__).parents[2] / "docs" / "cypher.md"
STATEMENTS = re.findall(r"```cypher\n(.*?);\n```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_page_holds_a_dozen_statements() -> None:
    assert len(STATEMENTS) >= 12


@pytest.fixture(scope="module")
def sample(graph_server: Graph) -> Graph:
    load_sample(graph_server)
    return graph_server


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda text: text.split("\n")[0][:50])
def test_each_statement_of_the_page_finds_something(statement: str, sample: Graph) -> None:
    with sample._driver.session(default_access_mode=neo4j.READ_ACCESS) as session:
        assert session.run(statement).data()
