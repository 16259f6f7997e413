"""The kept embeddings: found again by any process, never those of another model, never in the way."""

import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from queries.vectors.embedding import Embedder, Matrix
from queries.vectors.embedding_cache import EmbeddingCache, open_embedding_cache
from tests.fake_embedder import FakeEmbedder

ROOT = Path(__file__).parents[2]
TEXTS = ["Parque da Cidade. parque, park", "fonte, fountain", "a\0b", "\ud800", ""]

# a process that keeps texts named after it, a batch at a time, and tells of each batch
WRITER = """
import sys
from pathlib import Path
from queries.vectors.embedding_cache import open_embedding_cache
from tests.fake_embedder import FakeEmbedder
folder, name, batches = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
embedder = FakeEmbedder()
with open_embedding_cache(folder, embedder=embedder, wait_s=30) as cache:
    for batch in range(batches):
        texts = [f"{name} {batch} {number}" for number in range(20)]
        cache.keep(texts, embedder.embed_passages(texts))
        print(batch, flush=True)
    print(cache.problem, flush=True)
"""


class OtherEmbedder(FakeEmbedder):
    """Another model under the same name."""

    def embed_query(self, text: str) -> np.ndarray:
        return np.roll(super().embed_query(f"other {text}"), 7)


class ShorterEmbedder(FakeEmbedder):
    """Another length under the same name."""

    def __init__(self) -> None:
        super().__init__()
        self.dimensions = 32


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "a cache" / "größer"


def keep(folder: Path, texts: list[str], embedder: Embedder | None = None) -> None:
    embedder = embedder or FakeEmbedder()
    with open_embedding_cache(folder, embedder=embedder) as cache:
        cache.keep(texts, embedder.embed_passages(texts))
        assert cache.problem is None


def find(folder: Path, texts: list[str], embedder: Embedder | None = None) -> dict[str, np.ndarray]:
    with open_embedding_cache(folder, embedder=embedder or FakeEmbedder()) as cache:
        found = cache.find(texts)
        assert cache.problem is None
        return found


def file_of(folder: Path) -> Path:
    return folder / "embeddings.sqlite"


def start(folder: Path, name: str, batches: int) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(folder), name, str(batches)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def test_what_was_kept_is_found_to_the_last_bit_and_the_rest_is_not(folder: Path) -> None:
    assert find(folder, TEXTS) == {}
    keep(folder, TEXTS)
    found = find(folder, ["something else", *TEXTS])
    expected = FakeEmbedder().embed_passages(TEXTS)
    assert list(found) == TEXTS
    assert np.array_equal(np.array(list(found.values())), expected)
    assert found[TEXTS[0]].dtype == np.float32


def test_a_text_is_found_only_for_the_model_that_embedded_it(folder: Path) -> None:
    keep(folder, TEXTS)
    other = FakeEmbedder(model="fake/other")
    assert find(folder, TEXTS, other) == {}
    keep(folder, TEXTS[:1], other)
    assert set(find(folder, TEXTS, other)) == set(TEXTS[:1])
    assert set(find(folder, TEXTS)) == set(TEXTS)


@pytest.mark.parametrize("changed", [OtherEmbedder, ShorterEmbedder])
def test_vectors_of_another_model_of_the_same_name_are_forgotten(
    folder: Path, changed: type[FakeEmbedder]
) -> None:
    keep(folder, TEXTS)
    embedder = changed()
    with open_embedding_cache(folder, embedder=embedder) as cache:
        assert cache.find(TEXTS) == {}
        cache.keep(TEXTS[:1], embedder.embed_passages(TEXTS[:1]))
        assert set(cache.find(TEXTS)) == set(TEXTS[:1])
    assert find(folder, TEXTS, FakeEmbedder()) == {}


def test_one_text_is_enough_to_compare_a_model(folder: Path) -> None:
    keep(folder, TEXTS)
    embedder = FakeEmbedder()
    with open_embedding_cache(folder, embedder=embedder) as cache:
        for text in TEXTS:
            assert set(cache.find([text])) == {text}
    assert embedder.texts == TEXTS[:1]


@pytest.mark.parametrize("blob", [b"", b"abc", b"\0" * 256, b"\xff" * 256, "text", np.eye(1, 32).tobytes()])
def test_a_row_that_holds_no_vector_of_the_models_is_not_found_and_the_others_are(
    folder: Path, blob: bytes | str
) -> None:
    keep(folder, ["a", "b"])
    with closing(sqlite3.connect(file_of(folder))) as database, database:
        database.execute("UPDATE embedding SET vector = ? WHERE number = 2", [blob])
    assert set(find(folder, ["a", "b"])) == {"a"}


def test_a_killed_process_leaves_every_batch_it_told_of(folder: Path) -> None:
    process = start(folder, "killed", 100_000)
    assert process.stdout is not None
    told = [process.stdout.readline().strip() for _ in range(5)]
    process.send_signal(signal.SIGKILL)
    process.wait()
    told += process.stdout.read().split()
    process.stdout.close()
    whole = [f"killed {batch} {number}" for batch in told for number in range(20)]
    assert set(find(folder, whole)) == set(whole)
    keep(folder, TEXTS)


def test_two_processes_share_one_file(folder: Path) -> None:
    processes = [start(folder, name, 20) for name in ("one", "two")]
    texts = [f"{name} {batch} {n}" for name in ("one", "two") for batch in range(20) for n in range(20)]
    with open_embedding_cache(folder, embedder=FakeEmbedder(), wait_s=30) as cache:
        while any(process.poll() is None for process in processes):
            cache.find(texts)
            time.sleep(0.01)
        assert cache.problem is None
    for process in processes:
        told, _ = process.communicate()
        assert told.split()[-1] == "None", "no problem"
    assert set(find(folder, texts)) == set(texts)


@pytest.fixture(params=["no database", "other tables", "cut", "holes", "longer"])
def broken(request: pytest.FixtureRequest, folder: Path) -> Path:
    many = [f"text {number}" for number in range(200)]
    keep(folder, many)
    path = file_of(folder)
    whole = path.read_bytes()
    match request.param:
        case "no database":
            path.write_bytes(b"<html>welcome</html>" * 500)
        case "other tables":
            path.unlink()
            with closing(sqlite3.connect(path)) as database:
                database.execute("CREATE TABLE embedding (id TEXT)")
        case "cut":
            path.write_bytes(whole[: len(whole) // 2])
        case "holes":
            path.write_bytes(whole[:8192] + b"\xa5" * (len(whole) - 8192))
        case "longer":
            path.write_bytes(whole[:100] + b"\xff" * 8092 + whole[8192:])
    return folder


def test_a_broken_file_is_begun_anew_and_said_so_once(broken: Path) -> None:
    embedder = FakeEmbedder()
    many = [f"text {number}" for number in range(200)]
    with open_embedding_cache(broken, embedder=embedder) as cache:
        missing = [text for text in many if text not in cache.find(many)]
        assert missing
        cache.keep(missing, embedder.embed_passages(missing))
        assert set(cache.find(many)) == set(many)
        assert cache.problem is not None
        assert "broken" in cache.problem
        assert str(file_of(broken)) in cache.problem
        assert "\n" not in cache.problem
    assert set(find(broken, many)) == set(many)


def found_before_and_after_keeping(cache: EmbeddingCache) -> tuple[dict[str, Matrix], dict[str, Matrix]]:
    before = cache.find(TEXTS)
    cache.keep(TEXTS, FakeEmbedder().embed_passages(TEXTS))
    return before, cache.find(TEXTS)


def test_a_folder_that_cannot_be_made_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with open_embedding_cache(tmp_path / "file", embedder=FakeEmbedder()) as cache:
        assert found_before_and_after_keeping(cache) == ({}, {})
        assert cache.problem is not None
        assert "\n" not in cache.problem


def test_a_folder_in_the_files_place_is_done_without(folder: Path) -> None:
    file_of(folder).mkdir(parents=True)
    with open_embedding_cache(folder, embedder=FakeEmbedder()) as cache:
        assert found_before_and_after_keeping(cache) == ({}, {})
        assert cache.problem is not None
        assert "\n" not in cache.problem


def test_a_file_that_another_program_keeps_locked_is_waited_for_once_and_stays(folder: Path) -> None:
    keep(folder, TEXTS)
    with closing(sqlite3.connect(file_of(folder), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with open_embedding_cache(folder, embedder=FakeEmbedder(), wait_s=0.05) as cache:
            assert found_before_and_after_keeping(cache) == ({}, {})
            assert cache.problem is not None
            assert "locked" in cache.problem
            assert "\n" not in cache.problem
    assert set(find(folder, TEXTS)) == set(TEXTS)


@pytest.fixture
def unwritable(folder: Path) -> Iterator[Path]:
    keep(folder, TEXTS)
    with closing(sqlite3.connect(file_of(folder), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")  # kept from writing, as by a file's permissions, also for root
        yield folder


def test_what_cannot_be_written_is_read_all_the_same(unwritable: Path) -> None:
    embedder = FakeEmbedder()
    with open_embedding_cache(unwritable, embedder=embedder, wait_s=0.05) as cache:
        assert set(cache.find(TEXTS)) == set(TEXTS)
        cache.keep(["new"], embedder.embed_passages(["new"]))
        assert "can't be added to" in (cache.problem or "")
        assert set(cache.find([*TEXTS, "new"])) == set(TEXTS)


def test_the_oldest_go_where_there_is_no_more_room(folder: Path) -> None:
    embedder = FakeEmbedder()
    with open_embedding_cache(folder, embedder=embedder, max_bytes=100_000) as cache:
        texts = [f"text {number}" for number in range(600)]
        for i in range(0, len(texts), 20):
            cache.keep(texts[i : i + 20], embedder.embed_passages(texts[i : i + 20]))
        found = list(cache.find(texts))
        assert cache.problem is None
    assert 100 < len(found) < 400
    assert found == texts[-len(found) :]
    assert file_of(folder).stat().st_size < 120_000
