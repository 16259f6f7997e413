"""The process of the local Neo4j: found again by its command line, launched so that it outlives us."""

import json
import subprocess
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

from queries.errors import StoreUnavailable
from queries.settings import child_environment
from queries.stores.neo4j_files import (
    LocalFiles,
    choose_port,
    make_password,
    read_password,
    read_port,
    render_conf,
    write_private,
)
from queries.stores.neo4j_server import admin_command, server_command

_STOP_TIMEOUT_S = 60.0


@dataclass(frozen=True, slots=True)
class Running:
    """The server's process id and Bolt port."""

    pid: int
    port: int


def find_running(files: LocalFiles) -> Running | None:
    """Return this home's server as last noted, None where it no longer lives.

    An id may be another program's by now: only a process whose command line names this home counts.
    """
    with suppress(OSError, ValueError, TypeError, psutil.Error):
        noted = Running(**json.loads(files.running.read_text()))
        if _serves(psutil.Process(noted.pid), files):
            return noted
    return None


def search_running(files: LocalFiles) -> Running | None:
    """Return this home's server, noted or not: a process killed right after the launch notes nothing."""
    if (noted := find_running(files)) or (port := read_port(files)) is None:
        return noted
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if _serves(process, files):
                return _note(files, Running(process.pid, port))
    return None


def prepare_server(files: LocalFiles, jars: Path) -> str:
    """Return the password; before the first start, choose it and give it to the server's own command."""
    if (files.data / "databases").exists():
        return read_password(files)
    make_password(files)
    if not (files.data / "dbms" / "auth.ini").exists():
        write_private(files.conf, render_conf(choose_port(read_port(files))))
        done = subprocess.run(  # noqa: S603
            admin_command(jars, "dbms", "set-initial-password", f"@{files.password}"),
            env=_environment(files),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            said = (done.stderr or done.stdout).strip().splitlines()
            raise StoreUnavailable(
                f"can't prepare the local Neo4j in {files.root}: {said[-1] if said else 'no reason given'}",
                url=str(files.root),
            )
    return read_password(files)


def launch_server(files: LocalFiles, jars: Path) -> Running:
    """Start the server and return at once; its port is the kept one, or another where that is taken.

    It is launched through a shell that ends at once, in a session of its own: the server is no child of
    ours, so that neither Ctrl-C nor our end reaches it, and no zombie is left when it dies.
    """
    port = choose_port(read_port(files))
    write_private(files.conf, render_conf(port))
    files.logs.mkdir(exist_ok=True)
    script = 'cd "$1" && log="$2" && shift 2 && { "$@" >"$log" 2>&1 </dev/null & } && echo $!'
    done = subprocess.run(  # noqa: S603
        ["/bin/sh", "-c", script, "sh", files.root, files.console, *server_command(jars, files.root)],
        env=_environment(files),
        stdout=subprocess.PIPE,
        start_new_session=True,
        check=True,
        text=True,
    )
    return _note(files, Running(int(done.stdout), port))


def end_server(files: LocalFiles, running: Running) -> None:
    """End the server in order and wait until it is gone; by force where it takes longer than a minute."""
    log = files.logs / "debug.log"
    told_before = log.stat().st_size if log.exists() else 0
    with suppress(psutil.NoSuchProcess):
        process = psutil.Process(running.pid)
        process.terminate()
        deadline = time.monotonic() + _STOP_TIMEOUT_S
        while find_running(files) and time.monotonic() < deadline and not _stored(log, told_before):
            time.sleep(0.05)
        process.kill()
    while find_running(files):
        time.sleep(0.05)
    files.running.unlink(missing_ok=True)


def _stored(log: Path, since: int) -> bool:
    """Say whether all databases are closed: Bolt then waits ten seconds more for nobody."""
    with suppress(OSError), log.open("rb") as file:
        file.seek(since)
        return b"Shutting down Bolt server" in file.read()
    return False


def _serves(process: psutil.Process, files: LocalFiles) -> bool:
    # a zombie has no command line
    return f"--home-dir={files.root}" in process.cmdline()


def _note(files: LocalFiles, running: Running) -> Running:
    write_private(files.running, json.dumps(asdict(running)))
    return running


def _environment(files: LocalFiles) -> dict[str, str]:
    return child_environment(NEO4J_HOME=str(files.root), NEO4J_CONF=str(files.conf.parent))
