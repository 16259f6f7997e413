"""Space first, then meaning: the set stays the graph's, vectors order it and list what is similar apart."""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from loader.embed import sync_vectors
from queries.geometry.radius import HALF_EARTH_M
from queries.graph import Graph
from queries.vectors.embedding import Matrix
from queries.vectors.port import Vectors
from queries.vectors.qdrant import open_vectors
from service import Perto, Reading
from service.choices import Mode
from service.reading import PairReading
from service.retrieval.similarity.similarity import VectorSimilarity
from tests.sample_graph import Sample

MODES: tuple[Mode, Mode] = ("graph", "hybrid")
PAIR = PairReading(a=("cafe",), b=("fountain",), radius_m=150.0)
READING = Reading(kind="pairs", pairs=(PAIR,), sentence="cafes near a fountain")


class WordVectors:
    """An embedder that knows words by their digests only: texts that share words are near."""

    model = "test/words"
    dimensions = 64

    def embed_passages(self, texts: Sequence[str]) -> Matrix:
        return np.stack([self.embed_query(text) for text in texts])

    def embed_query(self, text: str) -> Matrix:
        vector = np.full(self.dimensions, 0.01, dtype=np.float32)
        for word in text.lower().split():
            vector[hashlib.sha256(word.strip(",.;:").encode()).digest()[0] % self.dimensions] += 1
        return vector / np.linalg.norm(vector)


@pytest.fixture(scope="module")
def vectors(
    graph_server: Graph, sample: Sample, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Vectors]:
    folder: Path = tmp_path_factory.mktemp("qdrant")
    with open_vectors(model=WordVectors.model, folder=folder) as opened:
        sync_vectors(graph_server, opened, WordVectors())
        yield opened


@pytest.fixture(scope="module")
def perto(graph_server: Graph, vectors: Vectors) -> Perto:
    return Perto(graph_server, similarity=VectorSimilarity(lambda: vectors, WordVectors))


def test_the_set_and_its_metres_are_those_of_the_graph(perto: Perto) -> None:
    hybrid = perto.ask(reading=READING, limit="all")
    graph = perto.ask(reading=READING, limit="all", mode="graph")
    assert hybrid.notes == ()
    assert [(p.a.id, p.b.id, p.distance_m) for p in hybrid.pairs] == [
        (p.a.id, p.b.id, p.distance_m) for p in graph.pairs
    ]
    assert all(p.ranks is None for p in graph.pairs)


def test_ranks_and_scores_follow_the_formula(perto: Perto, vectors: Vectors) -> None:
    answer = perto.ask(reading=READING, limit="all")
    asked = WordVectors().embed_query(READING.sentence)
    ids = {i for p in answer.pairs for i in (p.a.id, p.b.id)}
    scores = {i: round(float(np.dot(v, asked)), 6) for i, v in vectors.get_vectors("places", ids).items()}
    assert set(scores) == ids
    order = sorted(ids, key=lambda i: (-scores[i], i))
    for graph_rank, pair in enumerate(answer.pairs, start=1):
        vector_rank = min(order.index(pair.a.id), order.index(pair.b.id)) + 1
        assert pair.ranks is not None
        assert (pair.ranks.graph, pair.ranks.vector) == (graph_rank, vector_rank)
        assert pair.ranks.rrf == pytest.approx(1 / (60 + graph_rank) + 1 / (60 + vector_rank))
    of_places = [p.ranks for p in answer.places]
    assert [r.graph for r in of_places if r] == list(range(1, len(of_places) + 1))
    assert sorted(r.vector or 0 for r in of_places if r) == list(range(1, len(of_places) + 1))


@pytest.mark.parametrize("by", ["words", "order"])
def test_the_list_goes_by_the_fused_score_where_words_remain_or_it_is_asked(by: str, perto: Perto) -> None:
    words = READING.model_copy(update={"words": ("robert's", "coffee")})
    answer = (
        perto.ask(reading=words, limit="all")
        if by == "words"
        else perto.ask(reading=READING, limit="all", order="fused")
    )
    assert ("Ordered by metres and likeness to “robert's” and “coffee”." in answer.text) == (by == "words")
    scores = [p.ranks.rrf for p in answer.pairs if p.ranks]
    assert scores == sorted(scores, reverse=True)
    assert [p.distance_m for p in answer.pairs] != sorted(p.distance_m for p in answer.pairs)
    metres = perto.ask(reading=words, limit="all", order="metres")
    assert [p.distance_m for p in metres.pairs] == sorted(p.distance_m for p in metres.pairs)
    assert {p.a.id for p in metres.pairs} == {p.a.id for p in answer.pairs}


def test_what_is_similar_outside_the_set_is_listed_apart(sample: Sample, perto: Perto) -> None:
    answer = perto.ask(reading=READING, limit="all")
    inside = {p.id for p in answer.places}
    assert len(answer.similar) == 5
    assert not {hit.id for hit in answer.similar} & inside
    assert {hit.id for hit in answer.similar} <= sample.of("cafe")
    scores = [hit.score for hit in answer.similar]
    assert scores == sorted(scores, reverse=True)
    assert "unverified" in answer.text
    assert "node/" not in answer.text


def test_a_hit_that_the_graph_lost_is_dropped(graph_server: Graph, perto: Perto) -> None:
    gone = perto.ask(reading=READING).similar[0].id
    with graph_server._driver.session() as session:
        session.run("MATCH (p:POI {id: $id}) SET p.id = 'node/1'", id=gone).consume()
        try:
            answer = perto.ask(reading=READING)
        finally:
            session.run("MATCH (p:POI {id: 'node/1'}) SET p.id = $id", id=gone).consume()
    assert gone not in {hit.id for hit in answer.similar}
    assert len(answer.similar) == 5


def test_mode_vector_lists_hits_and_verifies_nothing(sample: Sample, perto: Perto) -> None:
    answer = perto.ask(reading=READING, mode="vector", limit=7)
    assert (answer.outcome, answer.places, answer.pairs, answer.total) == ("answered", (), (), 0)
    assert len(answer.similar) == 7
    assert {hit.id for hit in answer.similar} <= sample.of("cafe")
    assert "no condition was verified" in answer.text
    assert "node/" not in answer.text
    everything = perto.ask(reading=READING, mode="vector", limit="all")
    assert {hit.id for hit in everything.similar} == sample.of("cafe")


def test_a_place_without_a_vector_is_ranked_by_the_graph_alone(vectors: Vectors, perto: Perto) -> None:
    answer = perto.ask(reading=READING, limit="all")
    first = answer.places[0].id
    points = vectors.get_vectors("places", [first])
    assert points
    vectors.delete("places", [first])
    again = perto.ask(reading=READING, limit="all")
    assert [p.id for p in again.places] == [p.id for p in answer.places]
    assert again.places[0].ranks is not None
    assert (again.places[0].ranks.graph, again.places[0].ranks.vector) == (1, None)
    assert again.places[0].ranks.rrf == pytest.approx(1 / 61)


def test_without_any_vectors_the_graph_answers_and_says_so(graph_server: Graph, tmp_path: Path) -> None:
    with open_vectors(model=WordVectors.model, folder=tmp_path / "none") as nothing:
        perto = Perto(graph_server, similarity=VectorSimilarity(lambda: nothing, WordVectors))
        answer = perto.ask(reading=READING)
    assert answer.outcome == "answered"
    assert len(answer.notes) == 1
    assert answer.notes[0].startswith("similarity was not used (")


ZONES = Reading(kind="zones", services=("cafe",), sentence="a quiet park by the water")


def test_zones_have_the_rank_of_their_number_and_that_of_their_card(perto: Perto, vectors: Vectors) -> None:
    answer = perto.ask(reading=ZONES, limit="all", resolution=9)
    graph = perto.ask(reading=ZONES, limit="all", resolution=9, mode="graph")
    assert [zone.id for zone in answer.zones] == [zone.id for zone in graph.zones]
    assert all(zone.ranks is None for zone in graph.zones)
    asked = WordVectors().embed_query(ZONES.sentence)
    cards = vectors.get_vectors("zones", {zone.id for zone in answer.zones})
    scores = {id_: round(float(np.dot(card, asked)), 6) for id_, card in cards.items()}
    order = sorted(scores, key=lambda id_: (-scores[id_], id_))
    for graph_rank, zone in enumerate(answer.zones, start=1):
        vector_rank = order.index(zone.id) + 1
        assert zone.ranks is not None
        assert (zone.ranks.graph, zone.ranks.vector) == (graph_rank, vector_rank)
        assert zone.ranks.rrf == pytest.approx(1 / (60 + graph_rank) + 1 / (60 + vector_rank))
    assert answer.similar == ()


def test_the_list_of_zones_goes_by_both_ranks_where_words_remain(perto: Perto) -> None:
    vague = ZONES.model_copy(update={"words": ("quiet",)})
    answer = perto.ask(reading=vague, limit="all", resolution=9)
    assert "Ordered by number and likeness to “quiet”" in answer.text
    fused = answer.zones
    assert fused[0].ranks is not None
    graph, vector = fused[0].ranks.graph, fused[0].ranks.vector
    assert f"; number {graph} by count, number {vector} by likeness [2]" in answer.text
    scores = [zone.ranks.rrf for zone in fused if zone.ranks]
    assert len(scores) == len(fused)
    assert scores == sorted(scores, reverse=True)
    by_number = perto.ask(reading=vague, limit="all", resolution=9, order="metres").zones
    assert {zone.id for zone in by_number} == {zone.id for zone in fused}
    assert [zone.total for zone in by_number] == sorted((z.total for z in by_number), reverse=True)
    assert [zone.total for zone in fused] != [zone.total for zone in by_number]


@pytest.mark.parametrize(
    "asked",
    [
        {
            "kind": "absence",
            "pairs": [{"a": ["cafe"], "b": ["toilets"], "relation": "beyond", "radius_m": 150}],
        },
        {
            "kind": "nearest", "each": True,
            "pairs": [{"a": ["cafe"], "b": ["library"], "radius_m": HALF_EARTH_M}],
        },
        {
            "kind": "nearest", "services": ["cafe"], "limit": 4,
            "places": [{"kind": "point", "name": "60.169, 24.94", "relation": "from"}],
        },
        {
            "kind": "places", "services": ["cafe"],
            "places": [{"kind": "point", "name": "60.169, 24.94", "relation": "beyond", "radius_m": 300}],
        },
    ],
)  # fmt: skip
def test_absence_and_the_nearest_are_the_graphs_and_have_ranks(
    asked: dict[str, object], perto: Perto
) -> None:
    reading = Reading.model_validate({**asked, "sentence": "quiet cafes"})
    graph, hybrid = (perto.ask(reading=reading, limit="all", mode=mode) for mode in MODES)
    told = [(p.id, p.distance_m, p.nearest) for p in graph.places]
    assert [(p.id, p.distance_m, p.nearest) for p in hybrid.places] == told
    assert [p.ranks.graph for p in hybrid.places if p.ranks] == list(range(1, hybrid.total + 1))
    assert not {hit.id for hit in hybrid.similar} & {p.id for p in hybrid.places}
    words = reading.model_copy(update={"words": ("quiet",)})
    fused = perto.ask(reading=words, limit="all")
    assert sorted(p.id for p in fused.places) == sorted(id_ for id_, _, _ in told)
