"""An embedder that needs no model: texts with the same words get near vectors, and it counts its calls."""

import hashlib
import re
from collections.abc import Sequence

import numpy as np

from queries.errors import VectorsUnavailable
from queries.vectors.embedding import Matrix


class FakeEmbedder:
    """Vectors of hashed words; `texts` are those embedded; fails after so many."""

    def __init__(self, *, model: str = "fake/words", fails_after: int | None = None) -> None:
        self.model = model
        self.dimensions = 64
        self.texts: list[str] = []
        self._fails_after = fails_after

    def embed_passages(self, texts: Sequence[str]) -> Matrix:
        if self._fails_after is not None and len(self.texts) + len(texts) > self._fails_after:
            raise VectorsUnavailable("the embedder broke off, as the test wants")
        self.texts += texts
        return np.array([self.embed_query(text) for text in texts], np.float32).reshape(-1, self.dimensions)

    def embed_query(self, text: str) -> Matrix:
        vector = np.full(self.dimensions, 1e-3)
        for word in re.findall(r"\w+", text.casefold()):
            vector[hashlib.sha256(word.encode()).digest()[0] % self.dimensions] += 1.0
        return (vector / np.linalg.norm(vector)).astype(np.float32)
