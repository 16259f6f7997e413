"""The real Neo4j of the integration tests: one for the session, emptied for each module that writes.

PERTO_TEST_NEO4J_URI (with _USER and _PASSWORD) if set, else a container where a Docker engine answers, else
a local server in a home of its own. Never the Neo4j of the person who runs the tests.
"""

import gc
import os
import re
import time
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from queries.errors import StoreError, StoreRefused
from queries.graph import Graph
from queries.settings import ComposeSettings, HomeSettings, Neo4jSettings
from queries.stores.choose import start_graph_store, stop_graph_store
from service import Perto
from tests.sample_graph import Sample, load_sample

_EMPTY = "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 200 ROWS"
_COMPOSE_FILE = Path(__file__).parents[2] / "docker-compose.yml"


@dataclass(frozen=True, slots=True)
class Server:
    """How a process of its own reaches the Neo4j of the tests."""

    uri: str
    user: str
    password: str

    def connect(self) -> Graph:
        return Graph(self.uri, user=self.user, password=self.password)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the modules that ask of the sample come first, one after another: it is loaded once for them."""
    of_sample = {item.path for item in items if "sample" in getattr(item, "fixturenames", ())}
    items.sort(key=lambda item: item.path not in of_sample)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real Neo4j."""
    with ExitStack() as stack:
        yield _given() or _in_container(stack) or _local(stack, tmp_path_factory.mktemp("neo4j"))


@pytest.fixture(scope="session")
def graph_server(server: Server) -> Iterator[Graph]:
    """A connection to the real Neo4j, with the schema."""
    with server.connect() as graph:
        graph.create_schema()
        yield graph


@pytest.fixture(scope="module")
def sample(graph_server: Graph) -> Sample:
    """The sample, loaded and nothing else, and what is in its file."""
    return load_sample(graph_server)


@pytest.fixture(scope="module")
def perto(graph_server: Graph, sample: Sample) -> Perto:
    """A session on the sample."""
    return Perto(graph_server)


@pytest.fixture(scope="module")
def graph(graph_server: Graph) -> Graph:
    """The session's Neo4j without data; the schema stays."""
    with graph_server._driver.session() as session:
        session.run(_EMPTY).consume()
    return graph_server


def _given() -> Server | None:
    uri = os.environ.get("PERTO_TEST_NEO4J_URI")
    if not uri:
        return None
    user = os.environ.get("PERTO_TEST_NEO4J_USER", "neo4j")
    return Server(uri, user, os.environ["PERTO_TEST_NEO4J_PASSWORD"])


def _in_container(stack: ExitStack) -> Server | None:
    if not _engine_answers():
        return None
    image = re.search(r"neo4j:[\d.]+-community", _COMPOSE_FILE.read_text(encoding="utf-8"))
    assert image is not None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of testcontainers, about itself
        from testcontainers.core.container import DockerContainer

        container = DockerContainer(image[0]).with_env("NEO4J_AUTH", "neo4j/of-the-tests")
        container = container.with_env("NEO4J_db_transaction_monitor_check_interval", "100ms")
        stack.enter_context(container.with_exposed_ports(7687))
        uri = f"bolt://{container.get_container_host_ip()}:{container.get_exposed_port(7687)}"
    server = Server(uri, "neo4j", "of-the-tests")
    graph = stack.enter_context(server.connect())
    deadline = time.monotonic() + 120
    while True:
        try:
            graph.verify()
        except StoreRefused:
            raise
        except StoreError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.5)
        else:
            return server


def _engine_answers() -> bool:
    """Say whether a Docker engine answers: a client without an engine is no engine."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from testcontainers.core.docker_client import DockerClient

        answers = False
        with suppress(Exception):  # whatever it raises
            answers = DockerClient().client.ping()
        gc.collect()  # a failed client leaves a socket open, and warns of it when collected
    return answers


def _local(stack: ExitStack, folder: Path) -> Server:
    home = HomeSettings(home=folder)
    stack.callback(stop_graph_store, home=home)
    nothing_of_the_user = ComposeSettings(project_name="perto-of-the-tests")
    store = start_graph_store(home=home, neo4j=Neo4jSettings(uri=None), compose=nothing_of_the_user)
    return Server(store.uri, store.user, store.password)
