"""Vectors in a folder of this machine, which one process at a time may open.

Qdrant reads its folder whole to open it. So the folder is copied into memory, let go at once, and copied
again only when its files have changed: a session's second question reads nothing and keeps nobody waiting.
"""

import shutil
import threading
from collections.abc import Collection as Ids
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from filelock import FileLock, Timeout

from queries.errors import ModelMismatch, VectorsUnavailable
from queries.vectors.port import COLLECTIONS, REBUILD, Collection, Hit, Matrix, Point, Snapshot, Vectors


class Store(Vectors, Protocol):
    """An open folder of vectors that can be copied and checked."""

    def copy(self, collection: Collection) -> Snapshot | None:
        """Return all that the collection holds, None where there is no collection."""

    def check(self) -> None:
        """Raise ModelMismatch unless all in it was made by its model."""


class OpenStore(Protocol):
    """Opens the folder at a path, made where there is none, for the vectors of a model."""

    def __call__(self, path: Path, *, model: str) -> Store:
        """Open."""


class LocalVectors:
    """Vectors in `folder`; safe to share between threads.

    Another process that has the folder open is waited for `wait_s` seconds, then VectorsUnavailable.
    """

    def __init__(self, folder: Path, *, model: str, open_store: OpenStore, wait_s: float = 2.0) -> None:
        self.where = str(folder)
        self.model = model
        self._path = folder
        self._wait_s = wait_s
        self._open_store = open_store
        self._mutex = threading.RLock()
        self._store: Store | None = None
        self._stamp: tuple[object, ...] = ()
        self._snapshots: dict[Collection, Snapshot] = {}

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Keep the folder open, and other processes out, until the block ends."""
        with self._opened() as store:
            store.check()
            yield

    def upsert(self, collection: Collection, points: Sequence[Point]) -> None:
        """Write points over those with their ids; creates the collection."""
        with self._opened() as store:
            store.upsert(collection, points)

    def delete(self, collection: Collection, ids: Ids[str]) -> None:
        """Remove the points of these ids."""
        with self._opened() as store:
            store.delete(collection, ids)

    def get_hashes(self, collection: Collection) -> dict[str, str]:
        """Return the text hash of every point by id."""
        with self._opened() as store:
            return store.get_hashes(collection)

    def get_vectors(self, collection: Collection, ids: Ids[str]) -> dict[str, Matrix]:
        """Return the vectors of those ids that are there."""
        return self._snapshot(collection).get_vectors(ids)

    def search(
        self,
        collection: Collection,
        vector: Matrix,
        *,
        services: Ids[str] | None = None,
        datasets: Ids[str] | None = None,
        limit: int,
    ) -> list[Hit]:
        """Return the nearest points, best first, ties by id; exact."""
        snapshot = self._snapshot(collection)
        if len(vector) != snapshot.dimensions:
            raise ModelMismatch(
                f"the vectors in {self.where} have {snapshot.dimensions} numbers, {self.model} gives "
                f"{len(vector)}; {REBUILD}",
                stored=f"{self.model} ({snapshot.dimensions} numbers)",
                asked=f"{self.model} ({len(vector)} numbers)",
            )
        return snapshot.search(vector, services=services, datasets=datasets, limit=limit)

    def drop_collections(self) -> None:
        """Remove the folder, also one that can't be read."""
        with self._mutex, self._locked():
            self.close()
            if self._path.exists():
                shutil.rmtree(self._path)

    def close(self) -> None:
        """Forget the copy."""
        self._stamp, self._snapshots = (), {}

    @contextmanager
    def _opened(self) -> Iterator[Store]:
        with self._mutex:
            if self._store is not None:
                yield self._store
                return
            with self._locked():
                self._make()
                self._store = self._open_store(self._path, model=self.model)
                try:
                    yield self._store
                finally:
                    store, self._store = self._store, None
                    store.close()

    def _snapshot(self, collection: Collection) -> Snapshot:
        with self._mutex:
            if self._store is not None:  # held, perhaps written to: no copy is fresh enough
                self.close()
            if not self._stamp or self._stamp != self._files():
                self.close()
                if self._path.exists():
                    with self._opened() as store:
                        copies = {name: store.copy(name) for name in COLLECTIONS}
                        self._snapshots = {name: copy for name, copy in copies.items() if copy}
                        self._stamp = self._files()
            if collection not in self._snapshots:
                raise VectorsUnavailable(
                    f"there are no vectors in {self.where} yet; perto load FILE makes them"
                )
            return self._snapshots[collection]

    @contextmanager
    def _locked(self) -> Iterator[None]:
        # Qdrant has a lock of its own but takes it after it has read, so a reader could meet half a write;
        # the system frees this one when the process dies
        lock = FileLock(f"{self._path}.lock", thread_local=False)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            lock.acquire(timeout=self._wait_s, poll_interval=0.02)
        except Timeout as error:
            raise VectorsUnavailable(
                f"another process holds the vectors in {self.where}, perhaps a load; try again when it ends"
            ) from error
        except OSError as error:
            raise VectorsUnavailable(
                f"the vectors in {self.where} can't be opened ({error.strerror}); check PERTO_HOME"
            ) from error
        try:
            yield
        finally:
            lock.release()

    def _make(self) -> None:
        """Make the folder where there is none: aside, then renamed, so it is never half made."""
        if self._path.exists():
            return
        fresh = self._path.with_name(f"{self._path.name}.new")
        shutil.rmtree(fresh, ignore_errors=True)
        self._open_store(fresh, model=self.model).close()
        fresh.rename(self._path)

    def _files(self) -> tuple[object, ...]:
        """Return what changes with every write: time, size and inode of the files that hold the points."""
        paths = [self._path / "meta.json", *sorted(self._path.glob("collection/*/storage.sqlite"))]
        stats = [(path.parent.name, path.stat()) for path in paths if path.exists()]
        return tuple((name, s.st_mtime_ns, s.st_size, s.st_ino) for name, s in stats)
