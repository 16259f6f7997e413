"""Parameters as Cypher literals on one line; that Neo4j reads them back is tested in test_ask_statements."""

import pytest

from service.presentation.cypher_text import console_text, literal


def test_a_statement_carries_its_parameters_before_it() -> None:
    text = console_text(
        "MATCH (p:POI)\nWHERE p.id IN $ids\nRETURN p.id AS id", {"ids": ["node/1"], "datasets": None}
    )
    assert text == (
        ":param {datasets: null, ids: ['node/1']}\nMATCH (p:POI)\nWHERE p.id IN $ids\nRETURN p.id AS id;"
    )


def test_a_statement_without_parameters_has_no_param_line() -> None:
    assert console_text("RETURN 1 AS one;", {}) == "RETURN 1 AS one;"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (300.0, "300.0"),
        (20, "20"),
        ([], "[]"),
        ("D'Ávila", "'D\\'Ávila'"),
        ("a\\", "'a\\\\'"),
        ("'; MATCH (n) DETACH DELETE n //", "'\\'; MATCH (n) DETACH DELETE n //'"),
        ("two\nlines\u2028", "'two\\nlines\\u2028'"),
    ],
)
def test_values_are_written_so_that_they_stay_values(value: object, text: str) -> None:
    assert literal(value) == text


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {"a b": 1}, {1, 2}, object()])
def test_what_is_no_literal_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="no Cypher literal"):
        literal(value)
