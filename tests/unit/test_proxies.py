"""Proxies of the environment: never for this machine itself, for other hosts used and named."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from loader.errors import SourceUnavailable
from loader.overpass.http import Clock, Patience, post
from queries.errors import VectorsUnavailable
from queries.proxies import find_proxy, is_loopback
from queries.settings import EmbeddingSettings
from queries.vectors.embedding import open_embedder
from queries.vectors.qdrant import open_vectors
from tests.web_server import WebServer, answer, hang, web_server

ONCE = Patience(connect_s=2, read_s=2, attempts=1, total_s=10)
FAR = "http://far.example:81"
VECTORS = '{"data": [{"index": 0, "embedding": [3.0, 4.0]}]}'


def set_proxy(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, url)
        monkeypatch.setenv(name.lower(), url)
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[WebServer]:
    """A proxy that every variable of the environment names, which fails and remembers what it was asked."""
    with web_server() as server:
        set_proxy(monkeypatch, server.url.replace("http://", "http://me:secret@").removesuffix("/api"))
        yield server


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> Iterator[WebServer]:
    """A proxy that never answers."""
    with web_server(respond=lambda asked: hang) as server:
        set_proxy(monkeypatch, server.url.removesuffix("/api"))
        yield server


def address(server: WebServer) -> str:
    return server.url.removesuffix("/api")


def embed(url: str) -> list[float]:
    settings = EmbeddingSettings(adapter="openai", url=url, model="m", api_key=SecretStr("k"))
    vector = open_embedder(settings, timeout_s=2, retries=0).embed_query("café")
    return [round(float(number), 3) for number in vector]


def read_vectors(url: str, folder: Path) -> dict[str, str]:
    with open_vectors(model="m", folder=folder, url=url, timeout_s=2) as vectors:
        return vectors.get_hashes("places")


def ask(url: str) -> bytes:
    return post([url], data={"data": "q"}, parse=lambda body: body, patience=ONCE, clock=Clock()).value


@pytest.mark.parametrize(
    ("url", "here"),
    [
        ("http://localhost:11434/v1", True),
        ("http://LOCALHOST./", True),
        ("http://qdrant.localhost:6333", True),
        ("http://127.0.0.1:6333", True),
        ("http://127.8.9.1", True),
        ("bolt://[::1]:7687", True),
        ("http://[::ffff:127.0.0.1]:80", True),
        ("http://10.0.0.1", False),
        ("http://[::2]", False),
        ("https://localhost.example", False),
        ("http://127.0.0.1.example", False),
        ("no address", False),
        ("http://[broken", False),
    ],
)
def test_this_machine_is_known_by_any_of_its_names(url: str, here: bool) -> None:
    assert is_loopback(url) is here


@pytest.mark.parametrize(
    ("environment", "url", "told"),
    [
        ({"HTTP_PROXY": "http://p:3128"}, "http://far.example", "http://p:3128"),
        ({"HTTP_PROXY": "http://p:3128"}, "https://far.example", None),
        ({"ALL_PROXY": "socks5://me:secret@p:1080/"}, "https://far.example", "socks5://p:1080"),
        ({"HTTPS_PROXY": "me:secret@p:1"}, "https://far.example", "p:1"),
        ({"HTTP_PROXY": "http://p:3128", "NO_PROXY": "example"}, "http://far.example", None),
        ({"HTTP_PROXY": "http://p:3128"}, "http://127.0.0.1:1", None),
        ({}, "http://far.example", None),
    ],
)
def test_the_proxy_is_told_without_its_password(
    environment: dict[str, str], url: str, told: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name.lower(), value)
    assert find_proxy(url) == told


@pytest.mark.parametrize("which", ["proxy", "hanging"])
def test_nothing_on_this_machine_is_asked_through_a_proxy(
    which: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    server = request.getfixturevalue(which)
    collections = answer('{"result": {"exists": false}, "status": "ok", "time": 0.0}')
    with web_server(answer(VECTORS)) as own:
        assert embed(own.url) == [0.6, 0.8]
    with web_server(answer("whole")) as own:
        assert ask(own.url) == b"whole"
    with web_server(respond=lambda asked: collections) as own:
        assert read_vectors(address(own), tmp_path) == {}
    assert server.asked == []


@pytest.mark.parametrize("which", ["proxy", "hanging"])
def test_other_hosts_are_asked_through_the_proxy_and_failures_name_it(
    which: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    server = request.getfixturevalue(which)
    told = []
    for call in (lambda: embed(f"{FAR}/v1"), lambda: read_vectors(FAR, tmp_path), lambda: ask(f"{FAR}/api")):
        with pytest.raises((VectorsUnavailable, SourceUnavailable)) as raised:
            call()
        told.append(str(raised.value))
    assert all(f"through the proxy {address(server)} of the environment" in text for text in told), told
    assert not any("secret" in text for text in told)
    assert {asked.path.partition("81")[0] for asked in server.asked} == {"http://far.example:"}


def test_a_redirect_to_this_machine_leaves_the_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    with web_server(answer("whole")) as own:
        moved = answer(status="302 Found", Location=own.url)
        with web_server(moved) as server:
            set_proxy(monkeypatch, address(server))
            assert ask(f"{FAR}/api") == b"whole"


def test_a_proxy_of_an_unknown_kind_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    set_proxy(monkeypatch, "gopher://p:70")
    for call in (lambda: embed(f"{FAR}/v1"), lambda: read_vectors(FAR, tmp_path), lambda: ask(f"{FAR}/api")):
        with pytest.raises((VectorsUnavailable, SourceUnavailable), match="gopher://p:70"):
            call()
