"""Embeddings kept on disk by model and text, for all homes and processes: no text is embedded twice.

One SQLite file, written in short transactions. It is a convenience: a file that is broken is begun anew,
and one that can't be used now is done without; `problem` says so, and nothing here raises for it.
"""

import hashlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal, TypeVar

import numpy as np

from queries.vectors.embedding import Embedder, Matrix

MAX_BYTES = 500_000_000  # about 300,000 texts of 384 numbers
# codes of SQLite for a file that is no database, a broken one, and one that holds other tables
_BROKEN = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}
# vectors of one text by one model differ by rounding only; those of two models hardly look alike
_ALIKE = 0.999

_CREATE = """
CREATE TABLE IF NOT EXISTS embedding (
    number INTEGER PRIMARY KEY,
    model TEXT NOT NULL,
    digest BLOB NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (model, digest)
)
"""
_FIND = "SELECT vector FROM embedding WHERE model = ? AND digest = ?"
_KEEP = "INSERT OR REPLACE INTO embedding (model, digest, vector) VALUES (?, ?, ?)"
_DROP_OLDEST = """
DELETE FROM embedding
WHERE number <= (SELECT min(number) + (max(number) - min(number)) / 10 FROM embedding)
"""
_USED = """
SELECT (page_count - freelist_count) * page_size
FROM pragma_page_count, pragma_freelist_count, pragma_page_size
"""

_T = TypeVar("_T")


class EmbeddingCache:
    """What one embedder gave for texts; `problem` is one line where the file could not be used as it was.

    Over `max_bytes` the oldest tenth is dropped. Another process that writes is waited for `wait_s` seconds.
    """

    def __init__(
        self, path: Path, *, embedder: Embedder, max_bytes: int = MAX_BYTES, wait_s: float = 5.0
    ) -> None:
        self.path = path
        self.problem: str | None = None
        self._embedder = embedder
        self._max_bytes = max_bytes
        self._wait_s = wait_s
        self._database: sqlite3.Connection | None = None
        self._usable = True
        self._is_closed = False  # to writes
        self._length: int | None = None  # of a vector that the embedder gives now

    def find(self, texts: Sequence[str]) -> dict[str, Matrix]:
        """Return the vectors of those texts that are kept.

        The first that is found is compared with what the embedder gives for its text: where another model
        goes by the same name now, all of that name is forgotten. Raises what the embedder raises.
        """
        nothing: dict[str, Matrix] = {}
        found = self._try(lambda database: self._select(database, texts), otherwise=nothing)
        if found and self._length is None:
            text, kept = next(iter(found.items()))
            given = self._embedder.embed_passages([text])[0]
            self._length = len(given)
            if kept.shape != given.shape or not float(kept @ given) > _ALIKE:
                self._try(self._forget, otherwise=None, writes=True)
                return {}
        return {text: vector for text, vector in found.items() if len(vector) == self._length}

    def keep(self, texts: Sequence[str], vectors: Matrix) -> None:
        """Write the vectors of texts, one row each, in one step."""
        self._length = vectors.shape[1]
        rows = [
            (self._embedder.model, _digest(text), vector.astype("<f4").tobytes())
            for text, vector in zip(texts, vectors, strict=True)
        ]
        self._try(lambda database: self._insert(database, rows), otherwise=None, writes=True)

    def close(self) -> None:
        """Let go of the file."""
        if self._database is not None:
            with suppress(sqlite3.Error):
                self._database.close()
            self._database = None

    def _select(self, database: sqlite3.Connection, texts: Sequence[str]) -> dict[str, Matrix]:
        found: dict[str, Matrix] = {}
        with _transaction(database, "DEFERRED"):
            for text in texts:
                row = database.execute(_FIND, [self._embedder.model, _digest(text)]).fetchone()
                if row and (vector := _vector(row[0])) is not None:
                    found[text] = vector
        return found

    def _insert(self, database: sqlite3.Connection, rows: Sequence[tuple[str, bytes, bytes]]) -> None:
        with _transaction(database, "IMMEDIATE"):
            database.executemany(_KEEP, rows)
            if database.execute(_USED).fetchone()[0] > self._max_bytes:
                database.execute(_DROP_OLDEST)

    def _forget(self, database: sqlite3.Connection) -> None:
        with _transaction(database, "IMMEDIATE"):
            database.execute("DELETE FROM embedding WHERE model = ?", [self._embedder.model])

    def _try(self, work: Callable[[sqlite3.Connection], _T], *, otherwise: _T, writes: bool = False) -> _T:
        """Do the work; on a broken file again, with a new one; else do without it from now on."""
        while self._usable and not (writes and self._is_closed):
            try:
                return work(self._open())
            except (sqlite3.Error, OSError) as error:
                self.close()
                reason = " ".join(str(error).split())[:200]
                if self._is_renewed(error, reason):
                    continue
                self._is_closed = True
                self._usable = writes  # what can't be written may still be read
                how = "can't be added to" if writes else "can't be read"
                self.problem = self.problem or f"the kept embeddings in {self.path} {how} ({reason})"
        return otherwise

    def _is_renewed(self, error: Exception, reason: str) -> bool:
        """Take a broken file away, once; say whether that was done."""
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # what is above these bits is detail
        if self.problem is not None or code not in _BROKEN:
            return False
        try:
            for path in (self.path, self.path.with_name(f"{self.path.name}-journal")):
                path.unlink(missing_ok=True)
        except OSError:
            return False
        self.problem = f"the kept embeddings in {self.path} were broken ({reason}) and are made anew"
        return True

    def _open(self) -> sqlite3.Connection:
        if self._database is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            database = sqlite3.connect(self.path, timeout=self._wait_s, isolation_level=None)
            self._database = database
            # a vector of 384 numbers would leave half of each of the usual pages empty
            database.execute("PRAGMA page_size = 8192")
            if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'embedding'").fetchone():
                with _transaction(database, "IMMEDIATE"):
                    database.execute(_CREATE)
        return self._database


@contextmanager
def open_embedding_cache(
    folder: Path, *, embedder: Embedder, max_bytes: int = MAX_BYTES, wait_s: float = 5.0
) -> Iterator[EmbeddingCache]:
    """Yield the embeddings of `embedder` that are kept in a folder; to forget them all, delete its file."""
    cache = EmbeddingCache(
        folder / "embeddings.sqlite", embedder=embedder, max_bytes=max_bytes, wait_s=wait_s
    )
    try:
        yield cache
    finally:
        cache.close()


@contextmanager
def _transaction(database: sqlite3.Connection, kind: Literal["DEFERRED", "IMMEDIATE"]) -> Iterator[None]:
    # who will write asks for it at once: having read first, one can be refused it without a wait
    database.execute(f"BEGIN {kind}")
    try:
        yield
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
    database.execute("COMMIT")


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _vector(blob: object) -> Matrix | None:
    """Return the vector of length 1 that a blob holds, None where it holds none."""
    if not isinstance(blob, bytes) or len(blob) % 4:
        return None
    vector: Matrix = np.frombuffer(blob, "<f4").astype(np.float32)
    with np.errstate(all="ignore"):
        return vector if abs(np.linalg.norm(vector) - 1) < 1e-3 else None
