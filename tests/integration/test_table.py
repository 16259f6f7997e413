"""Every kind of value that Neo4j returns, as JSON has it."""

import json
from typing import Any

import pytest

from queries.graph import Graph

PATH = "CREATE p = (a:B:A {n: 1})-[:R {at: point({latitude: 41, longitude: -8})}]->(:C) "


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("null", None),
        ("true", True),
        ("9007199254740993", 9007199254740993),
        ("1.5", 1.5),
        ("0.0 / 0.0", "NaN"),
        ("-1.0 / 0.0", "-Infinity"),
        ("'D\\'Ávila'", "D'Ávila"),
        ("[1, [2, {a: null}]]", [1, [2, {"a": None}]]),
        ("date('2024-02-29')", "2024-02-29"),
        ("time('10:00:00+01:00')", "10:00:00.000000000+01:00"),
        ("localtime('10:00')", "10:00:00.000000000"),
        ("datetime('2024-07-01T10:00:00[Europe/Lisbon]')", "2024-07-01T10:00:00.000000000+01:00"),
        ("localdatetime('2024-07-01T10:00')", "2024-07-01T10:00:00.000000000"),
        ("duration('P1M2DT3H')", "P1M2DT3H"),
        ("point({latitude: 41.15, longitude: -8.61})", {"latitude": 41.15, "longitude": -8.61}),
        (
            "point({latitude: 41.15, longitude: -8.61, height: 3})",
            {"latitude": 41.15, "longitude": -8.61, "height": 3.0},
        ),
        ("point({x: 1, y: 2})", {"srid": 7203, "coordinates": [1.0, 2.0]}),
        ("point({x: 1, y: 2, z: 3})", {"srid": 9157, "coordinates": [1.0, 2.0, 3.0]}),
    ],
)
def test_a_value_is_plain(graph_server: Graph, expression: str, value: Any) -> None:
    table = graph_server.run(f"RETURN {expression} AS value")
    assert (table.columns, table.rows, table.changes) == (["value"], [[value]], {})
    assert json.loads(json.dumps(table.rows, allow_nan=False)) == [[value]]


def test_nodes_relationships_and_paths_tell_labels_types_ends_and_properties(graph_server: Graph) -> None:
    statement = PATH + "WITH p DETACH DELETE nodes(p)[0], nodes(p)[1] RETURN 1"
    assert graph_server.run(statement, write=True).changes["nodes_deleted"] == 2
    table = graph_server.run(PATH + "RETURN p, nodes(p)[0], relationships(p)[0]", write=True)
    ((path, node, relationship),) = table.rows
    first, second = path["nodes"]
    assert first == node
    assert (node["labels"], node["properties"]) == (["A", "B"], {"n": 1})
    assert path["relationships"] == [relationship]
    assert relationship["type"] == "R"
    assert relationship["properties"] == {"at": {"latitude": 41.0, "longitude": -8.0}}
    assert (relationship["start"], relationship["end"]) == (first["element_id"], second["element_id"])
    graph_server.run("MATCH (a:A)-[:R]->(c:C) DETACH DELETE a, c", write=True)
