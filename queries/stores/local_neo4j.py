"""The local Neo4j of a PERTO_HOME: started by one process at a time, reused by all, stopped on demand."""

import re
import socket
import time
from contextlib import AbstractContextManager
from pathlib import Path

from queries.errors import StoreError, StoreRefused, StoreUnavailable
from queries.graph import Graph
from queries.progress import Progress, silent
from queries.stores.neo4j_files import LocalFiles, hold_folder, last_useful_line, read_password
from queries.stores.neo4j_process import (
    Running,
    end_server,
    find_running,
    launch_server,
    prepare_server,
    search_running,
)
from queries.stores.neo4j_server import fetch_server

USER = "neo4j"
# a process that turns into another program has no command line for a moment, longer on a busy machine
_GONE_S = 3.0
_START_TIMEOUT_S = 180.0
_LAUNCHES = 3


def start_local(home: Path, cache: Path, *, progress: Progress = silent) -> Running:
    """Return the home's server, up and tried: reused, else started while other processes wait.

    The first start fetches the server into the cache. Raises StoreUnavailable with the last useful line of
    the log where it does not come up, StoreRefused where its password is lost.
    """
    files = LocalFiles.of(home)
    with _alone(files, progress):
        if running := search_running(files):
            _await(files, running, read_password(files), progress, launched=False)
            return running
        jars = fetch_server(cache, progress=progress)
        password = prepare_server(files, jars)
        for _ in range(_LAUNCHES):
            running = launch_server(files, jars)
            if _await(files, running, password, progress, launched=True):
                return running
            if not _port_was_taken(files):  # between our look and Java's
                break
        raise _failure(files, "did not start")


def stop_local(home: Path, *, progress: Progress = silent) -> bool:
    """End the home's server in order and wait until it is gone; False where none was up."""
    files = LocalFiles.of(home)
    if not files.root.is_dir():
        return False
    with _alone(files, progress):
        running = search_running(files)
        if running is not None:
            progress("stopping Neo4j", 0, None)
            end_server(files, running)
        return running is not None


def _alone(files: LocalFiles, progress: Progress) -> AbstractContextManager[None]:
    """Hold perto's own lock on this home."""
    does = "starts or stops Neo4j"
    return hold_folder(files.root, does=does, setting="PERTO_HOME", progress=progress, mode=0o700)


def _await(files: LocalFiles, running: Running, password: str, progress: Progress, *, launched: bool) -> bool:
    """Wait until the server accepts the password; False where its process ends before."""
    # one that was up already answers at once, as a rule
    stage, grace_s = ("starting Neo4j", 0) if launched else ("waiting for Neo4j to answer", 3)
    started, shown = time.monotonic(), -1
    seen = started
    with Graph(f"bolt://127.0.0.1:{running.port}", user=USER, password=password) as graph:
        while (elapsed_s := time.monotonic() - started) < _START_TIMEOUT_S:
            if _listens(files, running, launched=launched):
                try:
                    graph.verify()
                except StoreRefused:
                    raise
                except StoreError:  # it listens before its databases are ready
                    pass
                else:
                    return True
            if find_running(files) is not None:
                seen = time.monotonic()
            elif time.monotonic() - seen > _GONE_S:
                return False
            if int(elapsed_s) - grace_s > shown:
                progress(stage, shown := int(elapsed_s) - grace_s, None)
            time.sleep(0.1)
    raise _failure(files, f"does not answer after {_START_TIMEOUT_S:.0f} s")


def _listens(files: LocalFiles, running: Running, *, launched: bool) -> bool:
    if launched:
        # who listens before our server says so is another program: it must not get our password
        try:
            said = files.console.read_text(errors="replace")
        except OSError:
            return False
        return re.search(rf"Bolt enabled on \S+:{running.port}\.", said) is not None
    try:
        with socket.create_connection(("127.0.0.1", running.port), timeout=1):
            return True
    except OSError:
        return False


def _port_was_taken(files: LocalFiles) -> bool:
    try:
        said = files.console.read_text(errors="replace")
    except OSError:
        return False
    return "Address already in use" in said


def _failure(files: LocalFiles, what: str) -> StoreUnavailable:
    line = last_useful_line(files.console) or last_useful_line(files.logs / "neo4j.log")
    return StoreUnavailable(
        f"the local Neo4j {what}: {line or 'it printed nothing'} (log: {files.console})",
        url=str(files.root),
    )
