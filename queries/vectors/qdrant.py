"""The one doorway to Qdrant: a local folder or a server, behind one port.

Each point carries the name of the model that made it, in its payload: that works in every version and mode
of Qdrant, and shows a collection that holds vectors of two models or of another program.
More than 20,000 documents want another engine than Qdrant's local mode: another store for LocalVectors.
"""

import sqlite3
import traceback
import warnings
from collections.abc import Collection as Ids
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from queries.errors import ModelMismatch, VectorsUnavailable
from queries.proxies import is_loopback, via_proxy
from queries.vectors.port import (
    COLLECTIONS,
    REBUILD,
    Collection,
    Hit,
    Matrix,
    Point,
    Snapshot,
    Vectors,
    point_id,
)
from queries.vectors.qdrant_folder import LocalVectors

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

_PAGE = 1_000
# a server in strict mode filters by indexed fields only
_FILTERED = ("id", "services", "datasets", "model")


@contextmanager
def open_vectors(
    *,
    model: str,
    folder: Path,
    url: str | None = None,
    api_key: str | None = None,
    wait_s: float = 2.0,
    timeout_s: int = 10,
) -> Iterator[Vectors]:
    """Yield the vectors of `model`: those of the server at `url`, else those in `folder`.

    Opening reads and connects nothing, so it may last a session. `wait_s` is how long a folder that another
    process has open is waited for, `timeout_s` how long a server may take to answer.
    """
    vectors: Vectors = (
        LocalVectors(folder, model=model, wait_s=wait_s, open_store=_open_folder)
        if url is None
        else _open_server(url, model=model, api_key=api_key, timeout_s=timeout_s)
    )
    try:
        yield vectors
    finally:
        vectors.close()


# what is read of each point: whose it is, and which model made it
_TOLD = ["id", "model"]


class QdrantVectors:
    """Vectors behind an open client of Qdrant: a server's, or a local folder's while it is held."""

    def __init__(self, client: "QdrantClient", *, where: str, model: str, is_server: bool) -> None:
        self.where = where
        self.model = model
        self._client = client
        self._is_server = is_server
        self._checked = False

    def hold(self) -> AbstractContextManager[None]:
        """Do nothing: an open client is open."""
        return nullcontext()

    def upsert(self, collection: Collection, points: Sequence[Point]) -> None:
        """Write points over those with their ids; creates the collection and what its filters need."""
        from qdrant_client.models import Distance, PayloadSchemaType, PointStruct, VectorParams

        if not points:
            return
        asked = len(points[0].vector)
        with self._errors():
            self.check()
            if not self._has(collection):
                params = VectorParams(size=asked, distance=Distance.COSINE)
                self._client.create_collection(collection, vectors_config=params)
                for field in _FILTERED if self._is_server else ():
                    self._client.create_payload_index(collection, field, PayloadSchemaType.KEYWORD)
            stored = getattr(self._client.get_collection(collection).config.params.vectors, "size", None)
            if stored != asked:
                raise ModelMismatch(
                    f"the vectors in {self.where} have {stored} numbers, {self.model} gives {asked}; "
                    f"{REBUILD}",
                    stored=f"{self.model} ({stored} numbers)",
                    asked=f"{self.model} ({asked} numbers)",
                )
            structs = [
                PointStruct(id=point_id(p.id), vector=p.vector.tolist(), payload=_payload(p, self.model))
                for p in points
            ]
            self._write_fast(collection)
            self._client.upsert(collection, structs, wait=True)

    def delete(self, collection: Collection, ids: Ids[str]) -> None:
        """Remove the points of these ids."""
        from qdrant_client.models import PointIdsList

        with self._errors():
            self.check()
            if self._has(collection):
                for page in _pages(ids):
                    self._client.delete(collection, PointIdsList(points=page), wait=True)

    def get_hashes(self, collection: Collection) -> dict[str, str]:
        """Return the text hash of every point by id."""
        with self._errors():
            self.check()
            if not self._has(collection):
                return {}
            found = self._scroll(collection, ["id", "text_hash"], vectors=False)
            return {payload["id"]: payload["text_hash"] for payload, _ in found}

    def get_vectors(self, collection: Collection, ids: Ids[str]) -> dict[str, Matrix]:
        """Return the vectors of those ids that are there."""
        found: dict[str, Matrix] = {}
        with self._errors():
            self.check()
            self._must_have(collection)
            for page in _pages(ids):
                records = self._client.retrieve(collection, page, with_payload=_TOLD, with_vectors=True)
                told = [(self._checked_id(r.payload, collection), r.vector) for r in records if r.payload]
                found |= {id_: np.array(vector, np.float32) for id_, vector in told}
        return found

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
        from qdrant_client.models import FieldCondition, Filter, MatchAny, SearchParams

        filters = {"services": services, "datasets": datasets}
        if limit < 1 or any(wanted is not None and not wanted for wanted in filters.values()):
            return []
        must: list[Any] = [
            FieldCondition(key=key, match=MatchAny(any=sorted(wanted)))
            for key, wanted in filters.items()
            if wanted is not None
        ]
        with self._errors():
            self.check()
            self._must_have(collection)
            response = self._client.query_points(
                collection,
                query=vector.tolist(),
                query_filter=Filter(must=must),
                search_params=SearchParams(exact=True) if self._is_server else None,
                with_payload=_TOLD,
                limit=limit,
            )
            hits = [
                Hit(self._checked_id(point.payload, collection), point.score)
                for point in response.points
                if point.payload
            ]
        return sorted(hits, key=lambda hit: (-hit.score, hit.id))

    def copy(self, collection: Collection) -> Snapshot | None:
        """Return all that the collection holds, None where there is no collection."""
        with self._errors():
            if not self._has(collection):
                return None
            fields = ["id", "services", "datasets", "model"]
            records = list(self._scroll(collection, fields, vectors=True))
            payloads = [payload for payload, _ in records]
            for payload in payloads:
                self._check_payload(payload, collection)
            return Snapshot(
                [payload["id"] for payload in payloads],
                np.array([vector for _, vector in records], dtype=np.float32),
                services=[payload["services"] for payload in payloads],
                datasets=[payload["datasets"] for payload in payloads],
            )

    def check(self) -> None:
        """Raise unless every point here was made by perto with this model: asked once, then of each read."""
        from qdrant_client.models import FieldCondition, Filter, MatchValue

        others = Filter(must_not=[FieldCondition(key="model", match=MatchValue(value=self.model))])
        with self._errors():
            for collection in COLLECTIONS if not self._checked else ():
                if self._has(collection):
                    self._check_first(collection, others)
        self._checked = True

    def drop_collections(self) -> None:
        """Remove both collections; refuses those that hold points perto did not make."""
        from qdrant_client.models import Filter, IsEmptyCondition, PayloadField

        strangers = Filter(must=[IsEmptyCondition(is_empty=PayloadField(key="model"))])
        with self._errors():
            there = [collection for collection in COLLECTIONS if self._has(collection)]
            for collection in there:
                self._check_first(collection, strangers)
            for collection in there:
                self._client.delete_collection(collection)
        self._checked = False

    def close(self) -> None:
        """Close the client."""
        with _quiet():
            self._client.close()

    def _write_fast(self, collection: Collection) -> None:
        """Spare local mode the wait for the disk after each point: 2 to 10 ms, a minute for 7,000 places.

        A killed process still loses nothing; after a power cut the folder may have to be made anew. Reaches
        into the client, which has no setting for it: where it looks different inside, writing is only slower.
        """
        local = getattr(self._client, "_client", None)
        stored = getattr(local, "collections", {}).get(collection)
        database = getattr(getattr(stored, "storage", None), "storage", None)
        if isinstance(database, sqlite3.Connection):
            database.execute("PRAGMA synchronous = OFF")

    def _has(self, collection: Collection) -> bool:
        return self._client.collection_exists(collection)

    def _must_have(self, collection: Collection) -> None:
        if not self._has(collection):
            raise VectorsUnavailable(f"there are no vectors in {self.where} yet; perto load FILE makes them")

    def _scroll(
        self, collection: Collection, fields: list[str], *, vectors: bool
    ) -> Iterator[tuple[dict[str, Any], Any]]:
        offset: Any = None
        while True:
            records, offset = self._client.scroll(
                collection, limit=_PAGE, offset=offset, with_payload=fields, with_vectors=vectors
            )
            yield from ((record.payload or {}, record.vector) for record in records)
            if offset is None:
                return

    def _check_first(self, collection: Collection, wrong: Any) -> None:
        records, _ = self._client.scroll(collection, scroll_filter=wrong, limit=1, with_payload=["model"])
        for record in records:
            self._check_payload(record.payload or {}, collection)

    def _check_payload(self, payload: dict[str, Any], collection: Collection) -> None:
        stored = payload.get("model")
        if stored is None:
            raise VectorsUnavailable(
                f"the collection {collection!r} in {self.where} is not perto's; give perto its own Qdrant"
            )
        if stored != self.model:
            raise ModelMismatch(
                f"the vectors in {self.where} were made by {stored}, not by {self.model}; set "
                f"PERTO_EMBEDDING_ADAPTER and PERTO_EMBEDDING_MODEL back, or {REBUILD}",
                stored=str(stored),
                asked=self.model,
            )

    def _checked_id(self, payload: dict[str, Any], collection: Collection) -> str:
        """Return the id of a point; raises where another process has rebuilt it by another model."""
        self._check_payload(payload, collection)
        return str(payload["id"])

    @contextmanager
    def _errors(self) -> Iterator[None]:
        with _quiet(), _server_errors(self.where) if self._is_server else _folder_errors(self.where):
            yield


def _open_server(url: str, *, model: str, api_key: str | None, timeout_s: int) -> QdrantVectors:
    with _quiet(), _server_errors(url):
        from qdrant_client import QdrantClient

        client = QdrantClient(
            url=url,
            api_key=api_key or None,
            timeout=timeout_s,
            check_compatibility=False,
            trust_env=not is_loopback(url),  # no proxy of the environment reaches what runs on this machine
        )
    return QdrantVectors(client, where=url, model=model, is_server=True)


def _open_folder(path: Path, *, model: str) -> QdrantVectors:
    with _quiet(), _folder_errors(str(path)):
        from qdrant_client import QdrantClient

        client = QdrantClient(path=str(path), force_disable_check_same_thread=True)
    return QdrantVectors(client, where=str(path), model=model, is_server=False)


def _payload(point: Point, model: str) -> dict[str, Any]:
    return {
        "id": point.id,
        "services": list(point.services),
        "zone": point.zone,
        "position": {"lat": point.position.latitude, "lon": point.position.longitude},
        "datasets": list(point.datasets),
        "text_hash": point.text_hash,
        "model": model,
    }


def _pages(ids: Ids[str]) -> Iterator[list[Any]]:
    wanted = [point_id(id_) for id_ in ids]
    return (wanted[i : i + _PAGE] for i in range(0, len(wanted), _PAGE))


@contextmanager
def _server_errors(url: str) -> Iterator[None]:
    from qdrant_client.common.client_exceptions import QdrantException
    from qdrant_client.http.exceptions import ApiException, UnexpectedResponse

    try:
        yield
    except UnexpectedResponse as error:
        said = _one_line(error.content.decode("utf-8", "replace"))
        raise VectorsUnavailable(
            f"Qdrant at {url} refused{via_proxy(url)} ({error.status_code} {said}); "
            "check QDRANT_URL and QDRANT_API_KEY"
        ) from error
    except (ApiException, QdrantException, ValueError, OSError, ImportError) as error:
        raise VectorsUnavailable(
            f"Qdrant does not answer at {url}{via_proxy(url)} ({_one_line(error)}); is it running?"
        ) from error


@contextmanager
def _folder_errors(path: str) -> Iterator[None]:
    try:
        yield
    except VectorsUnavailable:
        raise
    except Exception as error:  # JSON, SQLite and pickles that are broken fail in any way they like
        # frees what Qdrant left open in the frames of the failure: files, its database, its own lock
        traceback.clear_frames(error.__traceback__)
        if "already accessed" in str(error):
            held = getattr(error.__context__, "fh", None)  # the lock's own error keeps its file open
            if held is not None:
                held.close()
            raise VectorsUnavailable(
                f"another program holds the vectors in {path}; try again when it has ended"
            ) from error
        raise VectorsUnavailable(
            f"the vectors in {path} can't be used ({_one_line(error)}); {REBUILD}"
        ) from error


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the client's advice to itself: what matters of it is an error of ours."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _one_line(error: BaseException | str) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= 200 else text[:199] + "…"
