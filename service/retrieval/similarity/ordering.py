"""The order of what was found: metres, or metres and meaning fused; and what is near in meaning only."""

from collections.abc import Mapping, Sequence

from queries.graph import Graph
from queries.statements.places import get_places
from service.choices import Order
from service.evidence.evidence import Evidence, Hit
from service.retrieval.similarity.fusion import best_rank, fuse, rank_by_score
from service.retrieval.similarity.similarity import Similarity

SIMILAR = 5
# hits looked at beyond the answer's set, since the graph may have dropped some
_SEARCHED = 50


def rank(evidence: Evidence, *, text: str, similarity: Similarity, k: int, order: Order | None) -> bool:
    """Give pairs and places, sorted by metres, their ranks; sort by the fused score where that is the order.

    The list goes by the fused score where `order` says so or, left to itself, where words remain after the
    reading. Places are ranked among those asked for; a pair has the better rank of its two places among all.
    Zones are ranked by their numbers and by their cards; areas have no card.
    Returns False, and changes nothing, where nothing has a vector. Raises VectorsUnavailable.
    """
    fused = order == "fused" or (order is None and bool(evidence.reading.words))
    ids = {p.id for p in evidence.places} | {i for p in evidence.pairs for i in (p.from_id, p.to_id)}
    zones = {zone.id for zone in evidence.zones}
    # both before anything is put in order: where the second fails, the order stays that of the graph
    scores = similarity.get_scores(text, ids)
    zone_scores = similarity.get_scores(text, zones, of="zones") if zones else {}
    if evidence.areas:
        evidence.zone_ranks = {
            area.id: fuse(graph=graph, vector=None, k=k) for graph, area in enumerate(evidence.areas, start=1)
        }
    if zone_scores:
        _rank_zones(evidence, zone_scores, k=k, fused=fused)
    if not scores:
        return bool(zone_scores or evidence.areas)
    asked = rank_by_score({p.id: scores[p.id] for p in evidence.places if p.id in scores})
    evidence.place_ranks = {
        p.id: fuse(graph=graph, vector=asked.get(p.id), k=k)
        for graph, p in enumerate(evidence.places, start=1)
    }
    meant = rank_by_score(scores)
    evidence.pair_ranks = {
        (p.from_id, p.to_id): fuse(graph=graph, vector=best_rank((p.from_id, p.to_id), meant), k=k)
        for graph, p in enumerate(evidence.pairs, start=1)
    }
    if fused:
        evidence.fused = True
        places, pairs = evidence.place_ranks, evidence.pair_ranks
        evidence.places.sort(key=lambda p: (-places[p.id].rrf, p.id))
        evidence.pairs.sort(key=lambda p: (-pairs[p.from_id, p.to_id].rrf, p.from_id, p.to_id))
    return True


def _rank_zones(evidence: Evidence, scores: Mapping[str, float], *, k: int, fused: bool) -> None:
    meant = rank_by_score(scores)
    ranks = {
        zone.id: fuse(graph=graph, vector=meant.get(zone.id), k=k)
        for graph, zone in enumerate(evidence.zones, start=1)
    }
    evidence.zone_ranks = ranks
    if fused:
        evidence.fused = True
        evidence.zones.sort(key=lambda zone: (-ranks[zone.id].rrf, zone.id))


def find_similar(
    graph: Graph,
    *,
    text: str,
    similarity: Similarity,
    services: Sequence[str],
    datasets: Sequence[str] | None,
    without: set[str],
    limit: int = SIMILAR,
) -> tuple[Hit, ...]:
    """Return places similar to the text, best first, leaving out `without`.

    Every hit is looked up in the graph: one that is gone, or of another service or data set, is dropped.
    Raises VectorsUnavailable.
    """
    # so many that some are left, even where the first ones are all in the answer already
    most = max(limit + len(without), _SEARCHED)
    hits = similarity.search(text, services=services, datasets=datasets, limit=most)
    hits = [hit for hit in hits if hit.id not in without][: max(limit, _SEARCHED)]
    known = get_places(graph, ids=[hit.id for hit in hits]) if hits else {}
    found = [
        Hit(hit.id, known[hit.id].name, hit.score)
        for hit in sorted(hits, key=lambda hit: (-hit.score, hit.id))
        if hit.id in known
        and (not services or set(services) & set(known[hit.id].services))
        and (datasets is None or set(datasets) & set(known[hit.id].datasets))
    ]
    return tuple(found[:limit])
