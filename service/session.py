"""A session with perto: connect once, ask many questions."""

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self, get_args

from queries.catalogue.catalogue import Language
from queries.errors import StoreError
from queries.geometry.cells import RESOLUTIONS
from queries.graph import Graph
from queries.progress import Progress, silent
from queries.settings import EmbeddingSettings, HomeSettings
from queries.unresolved import PartKind, UnresolvedParts
from service.answer import Answer
from service.choices import Measure, Mode, Order
from service.collector import collector_paused
from service.errors import QuestionError
from service.evidence.evidence import Evidence
from service.intents import INTENTS
from service.nlu.lexer.tokenizer import quotable
from service.nlu.suggestions import ask_anew
from service.nlu.understand import Planned, plan
from service.presentation.assembly import assemble, proving
from service.presentation.compose import compose
from service.presentation.messages.problems import store_failed
from service.presentation.messages.worded import word
from service.presentation.verify import verified_text
from service.reading import Reading
from service.retrieval.context import Wanted, read_clock
from service.retrieval.retrieve import retrieve
from service.retrieval.settled import answer_steadily
from service.retrieval.similarity.similarity import Similarity, VectorSimilarity
from service.settings import AskSettings

if TYPE_CHECKING:
    from queries.vectors.embedding import Embedder
    from queries.vectors.port import Vectors

Limit = int | Literal["all"]


class Perto:
    """Answers questions about the places of one graph.

    Threads may share a session; their questions are answered one after the other. The embedding model is
    loaded at the first question that needs it and kept; mode graph needs neither model nor Qdrant. `clock`
    tells the time, with its zone, that questions such as "open now" are asked at.
    """

    def __init__(
        self,
        graph: Graph,
        *,
        similarity: Similarity | None = None,
        settings: AskSettings | None = None,
        own_graph: bool = False,
        clock: Callable[[], datetime] = read_clock,
    ) -> None:
        self.graph = graph
        self.settings = settings or AskSettings()
        self._clock = clock
        self._stack = ExitStack()
        if own_graph:
            self._stack.callback(graph.close)
        self._similarity = similarity or VectorSimilarity(self._open_vectors, self._open_embedder)
        self._vectors: Vectors | None = None
        self._embedder: Embedder | None = None
        self._unresolved = UnresolvedParts(HomeSettings().home) if self.settings.count_unresolved else None
        # held while the model or the vectors are opened, never while a question is answered
        self._opening = threading.RLock()
        self._closed = False

    @classmethod
    def connect(
        cls, *, start: bool = True, progress: Progress = silent, settings: AskSettings | None = None
    ) -> Self:
        """Connect to Neo4j: one's own, else this project's compose containers, else the local store.

        The local store is started where nothing is up, unless `start` is False. Raises StoreUnavailable.
        """
        # starting a store takes imports that a session over a graph at hand does not need
        from queries.stores.choose import open_graph

        return cls(open_graph(start=start, progress=progress), settings=settings, own_graph=True)

    def ask(
        self,
        question: str | None = None,
        *,
        reading: Reading | None = None,
        mode: Mode = "hybrid",
        limit: Limit = 20,
        measure: Measure = "edge",
        order: Order | None = None,
        datasets: Sequence[str] | None = None,
        language: Language | None = None,
        resolution: int | None = None,
    ) -> Answer:
        """Answer a question in words, or a reading in their place.

        `limit` bounds the lists ("all": no bound), never the totals. `measure` is from edge to edge or from
        centre to centre. `order` overrides the list's usual order. `datasets` are names or ids, None for all.
        `language` is that of the answer, otherwise the question's, or English for a reading. `resolution` is
        that of the H3 cells that zones are, 7 to 9; None: the coarsest of which a dozen hold places.
        Raises QuestionError for a call that can't be meant; a store that fails is the outcome unavailable.
        """
        if self._closed:
            raise QuestionError("this session is closed; connect again: Perto.connect()")
        _check_call(
            question,
            reading,
            mode=mode,
            limit=limit,
            measure=measure,
            order=order,
            language=language,
            resolution=resolution,
        )
        datasets = _check_datasets(datasets)
        started = time.perf_counter()
        radius_m = self.settings.default_radius_m
        planned = plan(question, default_radius_m=radius_m) if question is not None else None
        reading = planned.reading if planned is not None else reading or Reading()
        # of each place so many are asked for, not so many in all
        of_all = None if reading.each else reading.limit
        asked_limit = [n for n in (None if limit == "all" else limit, of_all) if n is not None]
        wanted = Wanted(
            language=language or (planned.language if planned is not None else "en"),
            mode=mode,
            measure=measure,
            limit=min(asked_limit, default=None),
            order=order,
            datasets=None if datasets is None else tuple(datasets),
            rrf_k=self.settings.rrf_k,
            default_radius_m=radius_m,
            resolution=resolution,
            now=self._clock(),
        )
        planned_ms = _ms_since(started)
        with collector_paused():
            answer = self._answer(question, planned, reading, wanted)
        if self._unresolved is not None and planned is not None and answer.outcome == "not_understood":
            self._unresolved.note(*_unresolved_part(answer, planned))
        elapsed_ms = {"plan": planned_ms, **answer.elapsed_ms, "total": _ms_since(started)}
        return answer.model_copy(update={"elapsed_ms": elapsed_ms})

    def close(self) -> None:
        """Close connections; the stores go on. Closing twice does no harm."""
        self._closed = True
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _answer(
        self, question: str | None, planned: Planned | None, reading: Reading, wanted: Wanted
    ) -> Answer:
        started = time.perf_counter()
        text = question or " ".join(reading.words) or reading.sentence
        intent = INTENTS[reading.kind or "places"]
        similarity = None if wanted.mode == "graph" else self._similarity
        with self.graph.trace() as trace:
            if planned is not None and planned.problem is not None:
                evidence = Evidence(
                    reading, measure=wanted.measure, outcome="not_understood", unread=planned.problem
                )
            else:
                find = partial(
                    retrieve, self.graph, reading, wanted, fill=intent.fill, text=text, similarity=similarity
                )
                try:
                    evidence = answer_steadily(self.graph, find)
                except StoreError as error:
                    evidence = Evidence(reading, measure=wanted.measure, outcome="unavailable")
                    evidence.unread = store_failed(error)
        retrieved_ms = _ms_since(started)
        started = time.perf_counter()
        names = tuple(dict.fromkeys(statement.name for statement in proving(trace.statements)))
        worded = word(evidence, wanted.language)
        if worded.problem is not None and evidence.of_name:
            anew = ask_anew(
                worded.problem,
                question=text,
                reading=worded.reading,
                language=wanted.language,
                default_radius_m=wanted.default_radius_m,
            )
            worded = replace(worded, problem=anew)
        composed = compose(
            evidence,
            worded=worded,
            say=intent.say,
            language=wanted.language,
            mode=wanted.mode,
            statements=names,
        )
        composed_ms = _ms_since(started)
        started = time.perf_counter()
        text = verified_text(composed, wanted.language) if worded.problem is None else composed.text
        answer = assemble(
            evidence,
            question=None if question is None else quotable(question),
            language=wanted.language,
            mode=wanted.mode,
            worded=worded,
            text=text,
            citations=composed.citations,
            ran=trace.statements,
        )
        elapsed_ms = {"retrieve": retrieved_ms, "compose": composed_ms, "verify": _ms_since(started)}
        return answer.model_copy(update={"elapsed_ms": elapsed_ms})

    def _open_embedder(self) -> "Embedder":
        with self._opening:
            if self._embedder is None:
                from queries.vectors.embedding import open_embedder

                self._embedder = open_embedder(EmbeddingSettings())
            return self._embedder

    def _open_vectors(self) -> "Vectors":
        with self._opening:
            if self._vectors is None:
                from queries.stores.choose import open_vector_store

                # opening connects to nothing yet: a server that is down is told by the first read
                model = self._open_embedder().model
                self._vectors = self._stack.enter_context(open_vector_store(model))
            return self._vectors


def _check_call(
    question: str | None,
    reading: Reading | None,
    *,
    mode: str,
    limit: object,
    measure: str,
    order: str | None,
    language: str | None,
    resolution: int | None,
) -> None:
    """Raise QuestionError for a call that can't be meant."""
    if (question is None) == (reading is None):
        raise QuestionError("give a question or a reading, one of them")
    for what, given, kind in (
        ("question is text", question, str),
        ("reading is a Reading", reading, Reading),
    ):
        if given is not None and not isinstance(given, kind):
            raise QuestionError(f"{what}, not {type(given).__name__}")
    for name, value, allowed in (
        ("mode", mode, get_args(Mode)),
        ("measure", measure, get_args(Measure)),
        ("order", order, (*get_args(Order), None)),
        ("language", language, (*get_args(Language), None)),
        ("resolution", resolution, (*RESOLUTIONS, None)),
    ):
        if value not in allowed or isinstance(value, bool):
            known = ", ".join(str(option) for option in allowed if option)
            raise QuestionError(f"{name} is one of {known}, not {value!r}")
    if limit != "all" and not (isinstance(limit, int) and not isinstance(limit, bool) and limit > 0):
        raise QuestionError(f'limit is a whole number above 0, or "all", not {limit!r}')
    if order == "fused" and mode == "graph":
        raise QuestionError("order fused needs the vectors: mode hybrid, not graph")


def _check_datasets(datasets: Sequence[str] | None) -> Sequence[str] | None:
    """Return the names; one name alone is a list of one, and an empty list leaves nothing to ask."""
    if isinstance(datasets, str):
        return (datasets,)
    if datasets is not None and not datasets:
        raise QuestionError("datasets is empty: name those to ask, or give None for all")
    return datasets


def _unresolved_part(answer: Answer, planned: Planned) -> tuple[str, PartKind]:
    """Return which part was not understood: a word that can't be read, a name, or what the data lack."""
    if planned.problem is not None:
        return planned.problem.part, "word"
    part = "" if answer.problem is None else answer.problem.part
    return part, "name" if part in {place.name for place in planned.reading.places} else "data"


def _ms_since(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 3)
