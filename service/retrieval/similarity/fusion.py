"""Reciprocal rank fusion: one order out of the graph's and the vectors'.

Cormack, Clarke and Büttcher (2009): the score of a thing is the sum of 1 / (k + rank) over the orders
that hold it, ranks counted from 1.
"""

from collections.abc import Mapping, Sequence

from service.evidence.evidence import Fused


def rank_by_score(scores: Mapping[str, float]) -> dict[str, int]:
    """Return ranks from 1, the highest score first, ties by id."""
    ordered = sorted(scores, key=lambda id_: (-scores[id_], id_))
    return {id_: rank for rank, id_ in enumerate(ordered, start=1)}


def best_rank(ids: Sequence[str], ranks: Mapping[str, int]) -> int | None:
    """Return the best rank that any of the ids has: a pair is as near in meaning as its nearer place."""
    return min((ranks[id_] for id_ in ids if id_ in ranks), default=None)


def fuse(*, graph: int | None, vector: int | None, k: int) -> Fused:
    """Return the fused score of a thing with these ranks; an order without it adds nothing."""
    return Fused(graph, vector, sum(1 / (k + rank) for rank in (graph, vector) if rank is not None))
