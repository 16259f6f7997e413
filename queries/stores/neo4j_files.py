"""The files of the local Neo4j: where they lie, its configuration, its port, its password, its last words."""

import os
import re
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from queries.errors import StoreRefused, StoreUnavailable
from queries.progress import Progress

_PORT_LINE = re.compile(r"^server\.bolt\.listen_address=127\.0\.0\.1:(\d+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class LocalFiles:
    """Where the local Neo4j of one home keeps what."""

    root: Path

    @classmethod
    def of(cls, home: Path) -> "LocalFiles":
        """Return the files of the Neo4j in this PERTO_HOME."""
        return cls(home.expanduser().resolve() / "neo4j")

    @property
    def conf(self) -> Path:
        """The configuration, written anew before each start."""
        return self.root / "conf" / "neo4j.conf"

    @property
    def password(self) -> Path:
        """The password, readable by its owner alone."""
        return self.root / "password"

    @property
    def running(self) -> Path:
        """Which process the server is."""
        return self.root / "running.json"

    @property
    def data(self) -> Path:
        """The graph itself."""
        return self.root / "data"

    @property
    def logs(self) -> Path:
        """The folder of the server's logs."""
        return self.root / "logs"

    @property
    def console(self) -> Path:
        """What the server prints: where a failed start explains itself."""
        return self.logs / "console.log"


def render_conf(port: int) -> str:
    """Return the configuration: loopback only, no file URLs, punctual time limits, no reports home."""
    return "\n".join(
        (
            "# written by perto before each start",
            "server.default_listen_address=127.0.0.1",
            f"server.bolt.listen_address=127.0.0.1:{port}",
            f"server.bolt.advertised_address=127.0.0.1:{port}",
            "server.http.enabled=false",
            "server.https.enabled=false",
            "# a READ session could otherwise read any file of this user with LOAD CSV",
            "dbms.security.allow_csv_import_from_file_urls=false",
            "# else a limit of 0.5 s ends a statement after 2 s",
            "db.transaction.monitor.check.interval=100ms",
            "# a server that hangs is given up after two of these; of a minute, as is usual, after 130 s",
            "server.bolt.connection_keep_alive=10s",
            "dbms.usage_report.enabled=false",
            "server.memory.pagecache.size=256m",
            "# half a gigabyte of zeros for an empty graph otherwise",
            "db.tx_log.preallocate=false",
            "db.tx_log.rotation.retention_policy=256M size",
            "",
        )
    )


def read_port(files: LocalFiles) -> int | None:
    """Return the port in the configuration, None before the first start."""
    with suppress(OSError):
        if match := _PORT_LINE.search(files.conf.read_text()):
            return int(match[1])
    return None


def choose_port(kept: int | None) -> int:
    """Return the kept port if nobody listens there now, else another free one of 127.0.0.1."""
    for port in (kept, 0):
        if port is None:
            continue
        with socket.socket() as probe, suppress(OSError):
            # as Java does: a port whose last connections linger is free
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return int(probe.getsockname()[1])
    raise StoreUnavailable("no free port on 127.0.0.1 for the local Neo4j", url="bolt://127.0.0.1")


def make_password(files: LocalFiles) -> None:
    """Choose a password, unless there is one."""
    if not files.password.exists():
        write_private(files.password, secrets.token_hex(24))


def read_password(files: LocalFiles) -> str:
    """Return the password; raises StoreRefused where its file is gone."""
    try:
        return files.password.read_text().strip()
    except OSError as error:
        raise StoreRefused(
            f"the password of the local Neo4j can't be read from {files.password} ({error.strerror}); "
            f"put it back, or remove {files.root} to begin with an empty graph",
            url=str(files.password),
        ) from error


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner may read, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
    part.replace(path)


def last_useful_line(log: Path) -> str | None:
    """Return the deepest cause a log tells, else its last error, else its last line."""
    try:
        lines = [line.strip() for line in log.read_text(errors="replace").splitlines() if line.strip()]
    except OSError:
        return None
    for sign in ("Caused by:", "Exception in thread", "ERROR", "Error"):
        if told := [line for line in lines if sign in line]:
            return told[-1][:300]
    return lines[-1][:300] if lines else None


@contextmanager
def hold_folder(
    folder: Path, *, does: str, setting: str, progress: Progress, mode: int | None = None
) -> Iterator[None]:
    """Make a folder, of this mode, and hold perto's lock on it; the system frees it when its holder dies.

    `does` says of another process what it holds the lock for, `setting` where another folder can be named.
    Raises StoreUnavailable where nothing can be written there.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o777 if mode is None else mode)
        if mode is not None:
            folder.chmod(mode)
        lock = FileLock(folder / ".lock")
        try:
            lock.acquire(timeout=0.2)
        except Timeout:
            progress(f"waiting for another process that {does}", 0, None)
            lock.acquire()
    except OSError as error:
        raise StoreUnavailable(
            f"can't write to {folder} ({error.strerror}); set {setting} to a folder of yours",
            url=str(folder),
        ) from error
    try:
        yield
    finally:
        lock.release()
