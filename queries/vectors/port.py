"""The port to the vector store and its values: points that go in, hits that come out, a searchable copy."""

import uuid
from collections.abc import Collection as Ids
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from queries.geometry.position import Position

Matrix: TypeAlias = NDArray[np.float32]
Collection = Literal["places", "zones"]
# what every refusal of stored vectors ends with
REBUILD = "perto load FILE --rebuild-vectors makes them anew"
COLLECTIONS: tuple[Collection, ...] = ("places", "zones")

# the namespace of all point ids: never change it, or every stored point is a stranger.
# It is itself UUIDv5 of the name "perto" in the namespace of object identifiers.
NAMESPACE = uuid.uuid5(uuid.NAMESPACE_OID, "perto")


@dataclass(frozen=True, slots=True)
class Point:
    """A document's vector and what it can be found by; `zone` is the cell of resolution 9, or the zone's own.

    `text_hash` is the digest of the document: equal digests need no second embedding.
    """

    id: str
    vector: Matrix
    services: tuple[str, ...]
    zone: str | None
    position: Position
    datasets: tuple[str, ...]
    text_hash: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A document found by its vector: domain id and cosine, -1 to 1."""

    id: str
    score: float


def point_id(id_: str) -> str:
    """Return the id a point has in the vector store: UUIDv5 of the domain id in NAMESPACE."""
    return str(uuid.uuid5(NAMESPACE, id_))


class Vectors(Protocol):
    """The vectors of one model; `where` is the folder or address that holds them.

    Raises VectorsUnavailable (nothing there, no answer, busy) and ModelMismatch (made by another model).
    """

    where: str
    model: str

    def hold(self) -> AbstractContextManager[None]:
        """Keep the store open for several writes."""

    def upsert(self, collection: Collection, points: Sequence[Point]) -> None:
        """Write points over those with their ids; creates the collection."""

    def delete(self, collection: Collection, ids: Ids[str]) -> None:
        """Remove the points of these ids; those that are not there are no error."""

    def get_hashes(self, collection: Collection) -> dict[str, str]:
        """Return the text hash of every point by id; empty where there is no collection."""

    def get_vectors(self, collection: Collection, ids: Ids[str]) -> dict[str, Matrix]:
        """Return the vectors of those ids that are there, each of length 1."""

    def search(
        self,
        collection: Collection,
        vector: Matrix,
        *,
        services: Ids[str] | None = None,
        datasets: Ids[str] | None = None,
        limit: int,
    ) -> list[Hit]:
        """Return the nearest points, best first: of any of the services and data sets (None: all)."""

    def drop_collections(self) -> None:
        """Remove all that perto keeps here, whatever model made it; loading makes it anew."""

    def close(self) -> None:
        """Let go of connections and copies."""


class Snapshot:
    """A collection's vectors in memory, searched exactly; one cosine for each row of `vectors`."""

    def __init__(
        self,
        ids: Sequence[str],
        vectors: Matrix,
        *,
        services: Sequence[Ids[str]],
        datasets: Sequence[Ids[str]],
    ) -> None:
        order = sorted(range(len(ids)), key=ids.__getitem__)
        self._ids = [ids[i] for i in order]
        self._rows = {id_: row for row, id_ in enumerate(self._ids)}
        self._vectors = vectors[order]
        self._services = _rows_by_key([services[i] for i in order])
        self._datasets = _rows_by_key([datasets[i] for i in order])

    def __len__(self) -> int:
        return len(self._ids)

    @property
    def dimensions(self) -> int:
        """How long a vector is."""
        return int(self._vectors.shape[1])

    def get_vectors(self, ids: Ids[str]) -> dict[str, Matrix]:
        """Return the vectors of those ids that are here."""
        return {id_: self._vectors[self._rows[id_]] for id_ in ids if id_ in self._rows}

    def search(
        self, vector: Matrix, *, services: Ids[str] | None, datasets: Ids[str] | None, limit: int
    ) -> list[Hit]:
        """Return the hits with the greatest cosines, greatest first, ties by id; None filters nothing."""
        fits = np.ones(len(self._ids), dtype=bool)
        for wanted, rows_by_key in ((services, self._services), (datasets, self._datasets)):
            if wanted is not None:
                some = np.zeros(len(self._ids), dtype=bool)
                for key in wanted:
                    some[rows_by_key.get(key, [])] = True
                fits &= some
        rows = np.flatnonzero(fits)
        scores = self._vectors[rows] @ vector
        # rows follow the order of ids, so a stable sort leaves ties in that order
        best = np.argsort(-scores, kind="stable")[:limit]
        return [Hit(self._ids[rows[i]], float(scores[i])) for i in best]


def _rows_by_key(keys: Sequence[Ids[str]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for row, some in enumerate(keys):
        for key in some:
            found.setdefault(key, []).append(row)
    return found
