"""What is up and where: the stores in use, their versions, data, logs, and the embedder."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from queries.errors import ForeignData, StoreError
from queries.graph import Graph
from queries.settings import (
    ComposeSettings,
    EmbeddingSettings,
    HomeSettings,
    Neo4jSettings,
    QdrantSettings,
    ReadSettings,
)
from queries.statements.ownership import check_foreign
from queries.stores.choose import find_graph_store, find_qdrant_url
from queries.stores.jars import find_faults, load_jars, neo4j_version
from queries.stores.neo4j_files import LocalFiles, read_port
from queries.stores.neo4j_process import find_running
from queries.unresolved import Unresolved, UnresolvedParts

# how many of the words and names that were not understood are told
_MOST_UNRESOLVED = 20


@dataclass(frozen=True, slots=True)
class Status:
    """The stores as they are now; kinds are own, compose or local; sizes in bytes; None is not known.

    `neo4j_problem` says in one line why a store that should be there does not serve; data, logs and pid are
    those of the local Neo4j, None where another one is used. `unresolved` are the parts of questions
    that were not understood most often.
    """

    neo4j: str
    neo4j_up: bool
    neo4j_uri: str | None
    neo4j_version: str | None
    neo4j_problem: str | None
    neo4j_pid: int | None
    neo4j_data: str | None
    neo4j_data_bytes: int | None
    neo4j_logs: str | None
    qdrant: str
    qdrant_url: str | None
    qdrant_folder: str | None
    qdrant_bytes: int | None
    embedder: str
    home: str
    cache: str
    server_fetched: bool
    unresolved: list[Unresolved]


def status(
    *,
    home: HomeSettings | None = None,
    neo4j: Neo4jSettings | None = None,
    qdrant: QdrantSettings | None = None,
    compose: ComposeSettings | None = None,
    embedding: EmbeddingSettings | None = None,
) -> Status:
    """Return what is up and where; starts nothing, and an outage is a part of the answer, not an error."""
    home, embedding, qdrant = (
        home or HomeSettings(),
        embedding or EmbeddingSettings(),
        qdrant or QdrantSettings(),
    )
    kind, uri, version, problem = _try_graph(home, neo4j, compose)
    files = LocalFiles.of(home.home) if kind == "local" else None
    running = find_running(files) if files else None
    url = find_qdrant_url(qdrant=qdrant, compose=compose)
    folder = home.home / "qdrant" if url is None else None
    jars = home.cache / f"neo4j-{neo4j_version()}"
    return Status(
        neo4j=kind,
        neo4j_up=version is not None,
        neo4j_uri=uri,
        neo4j_version=version,
        neo4j_problem=problem,
        neo4j_pid=running.pid if running else None,
        neo4j_data=str(files.data) if files else None,
        neo4j_data_bytes=count_bytes(files.data) if files else None,
        neo4j_logs=str(files.logs) if files else None,
        qdrant="own" if qdrant.url else "compose" if url else "local",
        qdrant_url=url,
        qdrant_folder=str(folder) if folder else None,
        qdrant_bytes=count_bytes(folder) if folder else None,
        embedder=" ".join(filter(None, (embedding.adapter, embedding.model, embedding.url))),
        home=str(home.home),
        cache=str(home.cache),
        server_fetched=not find_faults(jars, load_jars()),
        unresolved=UnresolvedParts(home.home).most_frequent(_MOST_UNRESOLVED),
    )


def count_bytes(folder: Path) -> int:
    """Return the bytes that all files under a folder take on disk; 0 where there is none."""
    total = 0
    for path in folder.rglob("*"):
        with suppress(OSError):  # a file may go while we look
            # blocks of 512 bytes (POSIX): Neo4j's files have holes
            total += path.stat().st_blocks * 512 if path.is_file() else 0
    return total


def _find_others(graph: Graph) -> str | None:
    """Say whether others' nodes stand among perto's, which load and ask will refuse."""
    try:
        check_foreign(graph)
    except ForeignData as error:
        return str(error)
    return None


def _try_graph(
    home: HomeSettings, neo4j: Neo4jSettings | None, compose: ComposeSettings | None
) -> tuple[str, str | None, str | None, str | None]:
    """Return kind, address, version and problem of the Neo4j that would be used."""
    try:
        store = find_graph_store(home=home, neo4j=neo4j, compose=compose)
    except StoreError as error:  # a container without its password, or a lost password file
        return "unknown", None, None, str(error)
    if store is None:
        port = read_port(LocalFiles.of(home.home))
        return "local", f"bolt://127.0.0.1:{port}" if port else None, None, "not up; start it: perto up"
    try:
        with store.connect(ReadSettings(timeout_s=5.0)) as graph:
            return store.kind, store.uri, graph.verify(), _find_others(graph)
    except StoreError as error:
        return store.kind, store.uri, None, str(error)
