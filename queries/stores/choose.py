"""Which Neo4j and Qdrant are used: one's own, else this project's containers, else the local ones.

Whoever sets NEO4J_URI gets that server or an error, never another one in silence.
"""

import time
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Literal

from queries.errors import StoreError, StoreRefused, StoreUnavailable
from queries.graph import Graph
from queries.progress import Progress, silent
from queries.settings import ComposeSettings, HomeSettings, Neo4jSettings, QdrantSettings, ReadSettings
from queries.stores.containers import Container, find_containers
from queries.stores.local_neo4j import USER, start_local, stop_local
from queries.stores.neo4j_files import LocalFiles, read_password
from queries.stores.neo4j_process import Running, find_running
from queries.vectors.port import Vectors

Kind = Literal["own", "compose", "local"]
_STARTING_TIMEOUT_S = 90.0


@dataclass(frozen=True, slots=True)
class GraphStore:
    """A Neo4j and how to reach it; `starting` while its container has not reported healthy."""

    kind: Kind
    uri: str
    user: str
    password: str = field(repr=False)
    database: str
    starting: bool = False

    def connect(self, read: ReadSettings | None = None) -> Graph:
        """Return a connection, not yet tried."""
        return Graph(
            self.uri,
            user=self.user,
            password=self.password,
            database=self.database,
            read_timeout_s=(read or ReadSettings()).timeout_s,
        )


def find_graph_store(
    *,
    home: HomeSettings | None = None,
    neo4j: Neo4jSettings | None = None,
    compose: ComposeSettings | None = None,
) -> GraphStore | None:
    """Return the Neo4j to use, by the order of the design; None where the local one is not up."""
    neo4j = neo4j or Neo4jSettings()
    if neo4j.uri:
        return GraphStore("own", neo4j.uri, neo4j.user, neo4j.password.get_secret_value(), neo4j.database)
    container = _find_container("neo4j", 7687, compose)
    if container is not None:
        uri = f"bolt://127.0.0.1:{container.ports[7687]}"
        starting = "starting" in container.status
        return GraphStore("compose", uri, USER, container.read_password(), "neo4j", starting)
    files = LocalFiles.of((home or HomeSettings()).home)
    running = find_running(files)
    return None if running is None else _local_store(files, running)


def start_graph_store(
    *,
    home: HomeSettings | None = None,
    neo4j: Neo4jSettings | None = None,
    compose: ComposeSettings | None = None,
    progress: Progress = silent,
) -> GraphStore:
    """Return the Neo4j to use, up and tried; the local one is fetched and started if need be.

    Raises StoreUnavailable or StoreRefused, in one line; one's own server is never replaced by another.
    """
    home = home or HomeSettings()
    store = find_graph_store(home=home, neo4j=neo4j, compose=compose)
    if store is None or store.kind == "local":
        running = start_local(home.home, home.cache, progress=progress)
        return _local_store(LocalFiles.of(home.home), running)
    _connect(store, None, progress).close()
    return store


def open_graph(
    *,
    home: HomeSettings | None = None,
    neo4j: Neo4jSettings | None = None,
    compose: ComposeSettings | None = None,
    read: ReadSettings | None = None,
    start: bool = True,
    progress: Progress = silent,
) -> Graph:
    """Return a connection to the Neo4j to use, tried; starts the local one when nothing is up.

    With start=False nothing is started: raises StoreUnavailable where nothing is up.
    """
    home = home or HomeSettings()
    store = find_graph_store(home=home, neo4j=neo4j, compose=compose)
    if store is not None:
        try:
            return _connect(store, read, progress)
        except StoreUnavailable as error:
            # refused is refused; but a local server that broke off just now is started again
            if store.kind != "local" or isinstance(error, StoreRefused) or not start:
                raise
    if not start:
        raise StoreUnavailable("no Neo4j is up; start one: perto up", url="")
    store = start_graph_store(home=home, neo4j=neo4j, compose=compose, progress=progress)
    return _connect(store, read, progress)


def stop_graph_store(*, home: HomeSettings | None = None, progress: Progress = silent) -> bool:
    """Stop the local Neo4j of the home, what it holds stays; False where none was up."""
    return stop_local((home or HomeSettings()).home, progress=progress)


def find_qdrant_url(
    *, qdrant: QdrantSettings | None = None, compose: ComposeSettings | None = None
) -> str | None:
    """Return the URL of one's own Qdrant, else of this project's container; None: the local folder."""
    qdrant = qdrant or QdrantSettings()
    if qdrant.url:
        return qdrant.url
    container = _find_container("qdrant", 6333, compose)
    return None if container is None else f"http://127.0.0.1:{container.ports[6333]}"


def open_vector_store(
    model: str,
    *,
    home: HomeSettings | None = None,
    qdrant: QdrantSettings | None = None,
    compose: ComposeSettings | None = None,
) -> AbstractContextManager[Vectors]:
    """Open the vectors of a model where they are kept: one's own Qdrant, the container, or the local folder.

    Opening connects to nothing yet; the first read or write raises VectorsUnavailable where nothing answers.
    """
    # its client takes half a second to import, and questions answered by the graph need none of it
    from queries.vectors.qdrant import open_vectors

    qdrant = qdrant or QdrantSettings()
    key = qdrant.api_key if qdrant.url else None  # one's own key is not for a container
    return open_vectors(
        model=model,
        folder=(home or HomeSettings()).home / "qdrant",
        url=find_qdrant_url(qdrant=qdrant, compose=compose),
        api_key=key.get_secret_value() if key else None,
    )


def _find_container(service: str, port: int, compose: ComposeSettings | None) -> Container | None:
    container = find_containers((compose or ComposeSettings()).project_name).get(service)
    return container if container is not None and port in container.ports else None


def _local_store(files: LocalFiles, running: Running) -> GraphStore:
    return GraphStore("local", f"bolt://127.0.0.1:{running.port}", USER, read_password(files), "neo4j")


def _connect(store: GraphStore, read: ReadSettings | None, progress: Progress) -> Graph:
    """Return a tried connection; wait for a container that is starting."""
    graph = store.connect(read)
    try:
        _verify(graph, store, progress)
    except BaseException:
        graph.close()
        raise
    return graph


def _verify(graph: Graph, store: GraphStore, progress: Progress) -> None:
    started, shown = time.monotonic(), -1
    while True:
        try:
            graph.verify()
            return
        except StoreRefused as error:
            if store.kind == "own":
                raise
            where = "its .env" if store.kind == "compose" else "its PERTO_HOME"
            raise StoreRefused(
                f"the {store.kind} Neo4j at {store.uri} refuses the password in {where}; "
                "it keeps the one of its first start: put that back",
                url=store.uri,
            ) from error
        except StoreError:
            elapsed_s = time.monotonic() - started
            if not store.starting or elapsed_s > _STARTING_TIMEOUT_S:
                raise
            if int(elapsed_s) > shown:
                progress("waiting for the Neo4j container", shown := int(elapsed_s), None)
            time.sleep(0.5)
