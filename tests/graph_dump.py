"""All that a graph holds, as sets that can be compared; and a graph without anything."""

from typing import Any

from queries.graph import Graph
from queries.statements.ingest import get_labels
from queries.statements.nearness import CoveredRow, get_covered

_NODES = "MATCH (n) RETURN labels(n) AS labels, properties(n) AS properties, elementId(n) AS element"
_EDGES = """
MATCH (a)-[r]->(b)
RETURN type(r) AS type, labels(a) AS from_labels, a.id AS from_id, labels(b) AS to_labels, b.id AS to_id,
       properties(r) AS properties, elementId(r) AS element
"""

Dump = set[tuple[Any, ...]]


def dump_graph(graph: Graph, *, elements: bool = False) -> Dump:
    """Return every node and edge with all properties; with elements also Neo4j's own ids of them."""
    with graph._driver.session() as session:
        nodes = session.run(_NODES).data()
        edges = session.run(_EDGES).data()
    found: Dump = set()
    for row in nodes:
        found.add((*row["labels"], _frozen(row["properties"]), row["element"] if elements else ""))
    for row in edges:
        ends = (*row["from_labels"], _flat(row["from_id"]), *row["to_labels"], _flat(row["to_id"]))
        found.add((row["type"], *ends, _frozen(row["properties"]), row["element"] if elements else ""))
    assert len(found) == len(nodes) + len(edges), "two nodes or edges are the same"
    return found


def dump_covered(graph: Graph) -> list[CoveredRow]:
    """Return COVERED of all pairs that have it."""
    return get_covered(graph, services=sorted(get_labels(graph)))


def empty_graph(graph: Graph) -> None:
    """Delete every node and edge; the schema stays."""
    with graph._driver.session() as session:
        session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 200 ROWS").consume()


def _frozen(properties: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    return tuple(sorted((k, _flat(v)) for k, v in properties.items()))


def _flat(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
