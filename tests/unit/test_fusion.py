"""Reciprocal rank fusion by hand."""

import pytest

from service.evidence.evidence import Fused
from service.retrieval.similarity.fusion import best_rank, fuse, rank_by_score


def test_ranks_go_from_one_by_score_and_ties_go_by_id() -> None:
    assert rank_by_score({"node/2": 0.5, "node/1": 0.5, "way/3": 0.9}) == {
        "way/3": 1,
        "node/1": 2,
        "node/2": 3,
    }


def test_nothing_scored_has_no_rank() -> None:
    assert rank_by_score({}) == {}
    assert best_rank(["node/1"], {}) is None


def test_a_pair_has_the_better_rank_of_its_places() -> None:
    assert best_rank(["node/1", "node/2"], {"node/1": 7, "node/2": 3}) == 3
    assert best_rank(["node/1", "node/9"], {"node/1": 7}) == 7


def test_the_score_is_the_sum_of_reciprocal_ranks() -> None:
    both = fuse(graph=1, vector=3, k=60)
    assert both == Fused(1, 3, pytest.approx(1 / 61 + 1 / 63))  # type: ignore[arg-type]
    assert fuse(graph=2, vector=None, k=60).rrf == pytest.approx(1 / 62)
    assert fuse(graph=None, vector=None, k=60).rrf == 0
