"""Every statement of docs/cypher.md runs in READ mode on the sample and finds something."""

import pytest

from queries.console.console import read_parameters
from queries.graph import Graph
from tests.cypher_page import STATEMENTS, is_of_near
from tests.sample_graph import load_sample


def test_the_page_holds_a_dozen_statements() -> None:
    assert len(STATEMENTS) >= 12
    assert sum(map(is_of_near, STATEMENTS)) >= 4


@pytest.fixture(scope="module")
def sample(graph_server: Graph) -> Graph:
    load_sample(graph_server)
    return graph_server


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda text: text.split("\n")[0][:50])
def test_each_statement_of_the_page_finds_something(statement: str, sample: Graph) -> None:
    parameters, text = read_parameters(sample, statement)
    table = sample.run(text, parameters=parameters)
    assert table.rows
    assert table.changes == {}
    if is_of_near(statement):
        # of what it reads it says how far that is complete, and where it lists nothing, why
        for row in [dict(zip(table.columns, row, strict=True)) for row in table.rows]:
            assert row["complete_to_m"] > 0
            assert (row["id"] is None) == (row["note"] is not None)
