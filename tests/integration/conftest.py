"""The real Neo4j of the integration tests: one for the session, emptied for each module that writes."""

import os
from collections.abc import Iterator

import pytest

from queries.graph import Graph

_EMPTY = "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS"


@pytest.fixture(scope="session")
def graph_server() -> Iterator[Graph]:
    """A real Neo4j with the schema: PERTO_TEST_NEO4J_URI, else a container, else a local server."""
    with Graph(
        os.environ["PERTO_TEST_NEO4J_URI"],
        user=os.environ.get("PERTO_TEST_NEO4J_USER", "neo4j"),
        password=os.environ["PERTO_TEST_NEO4J_PASSWORD"],
    ) as graph:
        graph.create_schema()
        yield graph


@pytest.fixture(scope="module")
def graph(graph_server: Graph) -> Graph:
    """The session's Neo4j without data; the schema stays."""
    with graph_server._driver.session() as session:
        session.run(_EMPTY).consume()
    return graph_server
