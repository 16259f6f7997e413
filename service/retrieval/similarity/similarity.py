"""Nearness in meaning, as far as the vectors are there: never needed for truth."""

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from service.evidence.evidence import Hit

if TYPE_CHECKING:
    # mode graph uses neither, so it does not import them
    from queries.vectors.embedding import Embedder
    from queries.vectors.port import Vectors


class Similarity(Protocol):
    """Scores of places for a text; both methods raise VectorsUnavailable, saying why."""

    def get_scores(
        self, text: str, ids: Collection[str], *, of: Literal["places", "zones"] = "places"
    ) -> dict[str, float]:
        """Return the cosine of the text and each of the places, or cells, that has a vector."""

    def search(
        self, text: str, *, services: Sequence[str], datasets: Sequence[str] | None, limit: int
    ) -> list[Hit]:
        """Return the places most similar to the text, best first; their names are not known here."""


class VectorSimilarity:
    """Similarity by vectors; the model is loaded and the store opened when first needed."""

    def __init__(
        self, open_vectors: "Callable[[], Vectors]", open_embedder: "Callable[[], Embedder]"
    ) -> None:
        self._open_vectors = open_vectors
        self._open_embedder = open_embedder
        self._embedded: tuple[str, npt.NDArray[Any]] | None = None

    def get_scores(
        self, text: str, ids: Collection[str], *, of: Literal["places", "zones"] = "places"
    ) -> dict[str, float]:
        """Fetch the vectors of exactly these and multiply: a filter by many ids takes far longer."""
        if not ids:
            return {}
        asked = self._embed(text)
        vectors = self._open_vectors().get_vectors(of, sorted(ids))
        if not vectors:
            return {}
        scores = np.stack(list(vectors.values())).astype(np.float64) @ asked.astype(np.float64)
        # a sum's last bits depend on how it was added up: equal texts must tie, and ties go by id
        scores = scores.round(6)
        return dict(zip(vectors, scores.tolist(), strict=True))

    def search(
        self, text: str, *, services: Sequence[str], datasets: Sequence[str] | None, limit: int
    ) -> list[Hit]:
        """Search the places of the services."""
        asked = self._embed(text)
        hits = self._open_vectors().search(
            "places", asked, services=services or None, datasets=datasets, limit=limit
        )
        return [Hit(hit.id, None, float(hit.score)) for hit in hits]

    def _embed(self, text: str) -> npt.NDArray[Any]:
        last = self._embedded
        if last is None or last[0] != text:
            # in a name of its own: another thread may ask about another text meanwhile
            self._embedded = last = text, self._open_embedder().embed_query(text)
        return last[1]
