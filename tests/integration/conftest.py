"""The real Neo4j of the integration tests: one for the session, emptied for each module."""

import os
from collections.abc import Iterator

import pytest

from queries.graph import Graph


@pytest.fixture(scope="session")
def graph_server() -> Iterator[Graph]:
    with Graph(
        os.environ["PERTO_TEST_NEO4J_URI"],
        user=os.environ.get("PERTO_TEST_NEO4J_USER", "neo4j"),
        password=os.environ["PERTO_TEST_NEO4J_PASSWORD"],
    ) as graph:
        graph.create_schema()
        yield graph
