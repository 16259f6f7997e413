"""The vectors follow the graph: embedded once, left alone while they stay, deleted when they go."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from loader.embed import sync_vectors
from loader.load import load_file
from queries.errors import ModelMismatch, VectorsUnavailable
from queries.graph import Graph
from queries.statements.documents import each_zone_pairs
from queries.vectors.embedding_cache import open_embedding_cache
from queries.vectors.port import Vectors
from queries.vectors.qdrant import open_vectors
from tests.fake_embedder import FakeEmbedder
from tests.graph_dump import empty_graph

SAMPLE = Path(__file__).parents[2] / "loader" / "sample" / "helsinki.osm.pbf"


@pytest.fixture(scope="module")
def loaded(graph: Graph) -> Iterator[Graph]:
    load_file(graph, SAMPLE)
    yield graph
    empty_graph(graph)  # it looks whole, and places have been taken out of it


@pytest.fixture
def vectors(tmp_path: Path) -> Iterator[Vectors]:
    with open_vectors(model="fake/words", folder=tmp_path / "qdrant") as opened:
        yield opened


def run(graph: Graph, cypher: str, **parameters: object) -> list[dict[str, object]]:
    with graph._driver.session() as session:
        return session.run(cypher, parameters).data()  # type: ignore[arg-type]


def ids(graph: Graph, cypher: str) -> set[str]:
    return {str(row["id"]) for row in run(graph, cypher)}


def test_every_place_and_every_cell_with_places_gets_a_vector_and_a_second_run_embeds_nothing(
    loaded: Graph, vectors: Vectors
) -> None:
    embedder = FakeEmbedder()
    told: list[tuple[str, int, int | None]] = []
    report = sync_vectors(
        loaded, vectors, embedder, progress=lambda stage, done, total: told.append((stage, done, total))
    )
    assert set(vectors.get_hashes("places")) == ids(loaded, "MATCH (p:POI) RETURN p.id AS id")
    assert set(vectors.get_hashes("zones")) == ids(
        loaded, "MATCH (z:Zone)-[h:HAS]->() WHERE h.count > 0 RETURN DISTINCT z.id AS id"
    )
    assert (report.places + report.zones, report.reused, report.deleted) == (report.written, 0, 0)
    assert report.embedded == len(set(embedder.texts)) == len(embedder.texts), "no text twice"
    documents = report.places + report.zones
    assert [told[0], *told[-1:]] == [("documents", 0, documents), ("embedding", documents, documents)]
    assert ("documents", documents, documents) in told
    assert ("embedding", 0, documents) in told
    assert all(done <= documents == total for _, done, total in told)

    second = FakeEmbedder()
    again = sync_vectors(loaded, vectors, second)
    assert (again.embedded, again.written, again.deleted, second.texts) == (0, 0, 0, [])
    assert again.reused == report.written


def test_a_place_is_found_by_what_its_document_says(loaded: Graph, vectors: Vectors) -> None:
    embedder = FakeEmbedder()
    sync_vectors(loaded, vectors, embedder)
    hits = vectors.search("places", embedder.embed_query("fonte chafariz fountain"), limit=3)
    kinds = ids(loaded, "MATCH (p:POI)-[:IS_A]->(:Service {id: 'fountain'}) RETURN p.id AS id")
    assert {hit.id for hit in hits} <= kinds
    in_other = vectors.search("places", embedder.embed_query("fonte"), datasets=["other"], limit=3)
    assert in_other == []


def test_only_what_changed_is_embedded_and_what_is_gone_is_deleted(loaded: Graph, vectors: Vectors) -> None:
    sync_vectors(loaded, vectors, FakeEmbedder())
    cafe, bank = sorted(
        ids(loaded, "MATCH (p:POI)-[:IS_A]->(s:Service) WHERE s.id IN ['cafe'] RETURN p.id AS id LIMIT 2")
    )
    try:
        run(loaded, "MATCH (p:POI {id: $id}) SET p.name = 'Café da Prova'", id=cafe)
        run(loaded, "MATCH (p:POI {id: $id}) SET p.datasets = p.datasets + ['copy']", id=bank)
        at = "point({latitude: 60.17, longitude: 24.94})"
        run(loaded, f"CREATE (:POI:Perto {{id: 'node/0', location: {at}}})")
        embedder = FakeEmbedder()
        sync_vectors(loaded, vectors, embedder, add=False)
        assert "node/0" not in vectors.get_hashes("places"), "an unload gives nothing a vector that had none"
        report = sync_vectors(loaded, vectors, embedder)
        assert "Café da Prova" in "".join(embedder.texts)
        places = [text for text in embedder.texts if not text.startswith("Área")]
        assert len(places) == 2, "the renamed and the new one; a data set more changes no text"
        moved = vectors.search("places", embedder.embed_query("café"), datasets=["copy"], limit=5)
        assert [hit.id for hit in moved] == [bank]

        run(loaded, "MATCH (p:POI {id: 'node/0'}) DETACH DELETE p")
        report = sync_vectors(loaded, vectors, FakeEmbedder())
        assert report.deleted == 1
        assert "node/0" not in vectors.get_hashes("places")
    finally:
        run(loaded, "MATCH (p:POI {id: 'node/0'}) DETACH DELETE p")
        run(loaded, "MATCH (p:POI) SET p.datasets = [d IN p.datasets WHERE d <> 'copy']")


def test_a_run_that_broke_off_goes_on_where_it_was(loaded: Graph, vectors: Vectors) -> None:
    first = FakeEmbedder(fails_after=100)
    with pytest.raises(VectorsUnavailable):
        sync_vectors(loaded, vectors, first, batch_size=20)
    second = FakeEmbedder()
    sync_vectors(loaded, vectors, second, batch_size=20)
    assert len(first.texts) == 100
    assert not set(first.texts) & set(second.texts)
    assert len(vectors.get_hashes("places")) == len(ids(loaded, "MATCH (p:POI) RETURN p.id AS id"))


def test_a_run_that_broke_off_before_it_wrote_goes_on_from_the_cache(
    loaded: Graph, vectors: Vectors, tmp_path: Path
) -> None:
    first, second = FakeEmbedder(fails_after=100), FakeEmbedder()
    with open_embedding_cache(tmp_path, embedder=first) as cache, pytest.raises(VectorsUnavailable):
        sync_vectors(loaded, vectors, first, cache=cache, batch_size=20)
    vectors.drop_collections()
    with open_embedding_cache(tmp_path, embedder=second) as cache:
        report = sync_vectors(loaded, vectors, second, cache=cache, batch_size=20)
    assert report.cached == 100
    assert report.embedded == len(second.texts) - 1
    assert len(set(first.texts) & set(second.texts)) == 1, "the one that shows that the model is the same"


def test_another_home_and_dropped_vectors_embed_nothing_anew(
    loaded: Graph, vectors: Vectors, tmp_path: Path
) -> None:
    embedder = FakeEmbedder()
    with open_embedding_cache(tmp_path, embedder=embedder) as cache:
        report = sync_vectors(loaded, vectors, embedder, cache=cache)
    places = sorted(vectors.get_hashes("places"))
    before = vectors.get_vectors("places", places)
    assert (report.cached, report.cache_problem) == (0, None)
    vectors.drop_collections()
    with open_vectors(model=embedder.model, folder=tmp_path / "other home") as others:
        for store in (vectors, others):
            again = FakeEmbedder()
            with open_embedding_cache(tmp_path, embedder=again) as cache:
                repeated = sync_vectors(loaded, store, again, cache=cache)
            assert (repeated.embedded, repeated.written) == (0, report.written)
            assert repeated.cached == report.embedded
            assert len(again.texts) == 1, "to see that the model is the same"
            after = store.get_vectors("places", places)
            assert all(np.allclose(after[id_], before[id_], atol=1e-6) for id_ in places)


def test_a_broken_cache_breaks_no_load(loaded: Graph, vectors: Vectors, tmp_path: Path) -> None:
    (tmp_path / "embeddings.sqlite").write_bytes(b"<html>" * 1_000)
    embedder = FakeEmbedder()
    with open_embedding_cache(tmp_path, embedder=embedder) as cache:
        report = sync_vectors(loaded, vectors, embedder, cache=cache)
    assert "broken" in (report.cache_problem or "")
    assert set(vectors.get_hashes("places")) == ids(loaded, "MATCH (p:POI) RETURN p.id AS id")


def test_a_card_tells_the_pairs_of_services_that_are_near_each_other_most(loaded: Graph) -> None:
    rows = run(
        loaded,
        "MATCH (a)-[r:NEAR]->(b) WHERE r.dist_m <= 100 MATCH (a)-[:IN_ZONE]->(z)<-[:IN_ZONE]-(b) "
        "RETURN z.id AS zone, r.pair AS pair, count(*) AS places",
    )
    expected: dict[str, dict[str, int]] = {}
    for zone, pair, places in sorted((str(r["zone"]), str(r["pair"]), r["places"]) for r in rows):
        if len(set(pair.split("|"))) == 2:
            expected.setdefault(zone, {})[pair] = places  # type: ignore[assignment]
    pairs = sorted({pair for counts in expected.values() for pair in counts})
    found: dict[str, dict[str, int]] = {}
    for page in each_zone_pairs(loaded, pairs=pairs, within_m=100.0, most=6, page=100):
        for zone, counts in page.items():
            assert len(counts) <= 6
            found.setdefault(zone, {}).update(counts)

    def first(counts: dict[str, int]) -> list[tuple[str, int]]:
        return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:6]

    assert {zone: first(c) for zone, c in found.items()} == {z: first(c) for z, c in expected.items()}


def test_another_model_embeds_nothing_until_the_vectors_are_dropped(loaded: Graph, vectors: Vectors) -> None:
    sync_vectors(loaded, vectors, FakeEmbedder())
    other = FakeEmbedder(model="fake/other")
    with open_vectors(model=other.model, folder=Path(vectors.where)) as others:
        with pytest.raises(ModelMismatch):
            sync_vectors(loaded, others, other)
        assert other.texts == []
        others.drop_collections()
        assert sync_vectors(loaded, others, other).reused == 0


def test_an_emptied_graph_leaves_no_vectors(loaded: Graph, vectors: Vectors) -> None:
    # the last test of the module: it takes the places away
    written = sync_vectors(loaded, vectors, FakeEmbedder()).written
    run(loaded, "MATCH (p:POI) DETACH DELETE p")
    run(loaded, "MATCH (:Zone)-[h:HAS]->() DELETE h")
    embedder = FakeEmbedder()
    report = sync_vectors(loaded, vectors, embedder)
    assert (report.places, report.zones, report.deleted, embedder.texts) == (0, 0, written, [])
    assert vectors.get_hashes("places") == {} == vectors.get_hashes("zones")
