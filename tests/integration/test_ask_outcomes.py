"""The four outcomes, never mixed up; what notes say; statements that run again as they are told."""

from collections.abc import Iterator
from typing import Any

import pytest

from queries.catalogue.catalogue import load_catalogue
from queries.errors import VectorsUnavailable
from queries.graph import Graph
from service import Perto, Reading
from service.evidence.evidence import Hit
from service.presentation.cypher_text import literal
from service.reading import FilterReading, PairReading, PlaceReading
from tests.sample_graph import Sample

NEAR_PARKS = Reading(kind="pairs", pairs=(PairReading(a=("recycling",), b=("park",), radius_m=300.0),))
FAR = Reading(kind="pairs", pairs=(PairReading(a=("recycling",), b=("park",), radius_m=900.0),))


class NoVectors:
    """Similarity whose store is down."""

    def get_scores(self, *_: object, **__: object) -> dict[str, float]:
        raise VectorsUnavailable("no Qdrant answers at http://127.0.0.1:1")

    def search(self, *_: object, **__: object) -> list[Hit]:
        raise VectorsUnavailable("no Qdrant answers at http://127.0.0.1:1")


@pytest.fixture(scope="module")
def perto(graph_server: Graph, sample: Sample) -> Perto:
    return Perto(graph_server, similarity=NoVectors())


def write(graph: Graph, cypher: str, **parameters: Any) -> None:
    with graph._driver.session() as session:
        session.run(cypher, parameters).consume()


def test_nothing_found_is_none_and_says_how_many_there_are(sample: Sample, perto: Perto) -> None:
    answer = perto.ask("water points within 200 m of a park", mode="graph")
    assert (answer.outcome, answer.total, answer.problem) == ("none", 0, None)
    assert "No water point mapped within 200 m of a park" in answer.text
    assert f"0 water points and {len(sample.of('park'))} parks" in answer.text
    assert "2019-04-21" in answer.text


@pytest.fixture
def without_fountains(graph_server: Graph, sample: Sample) -> Iterator[None]:
    """A load that did not look for fountains."""
    graph = graph_server
    write(graph, "MATCH (d:Dataset) SET d.all = d.services, d.services = [s IN d.services WHERE NOT s "
          "STARTS WITH 'fountain']")  # fmt: skip
    yield
    write(graph, "MATCH (d:Dataset) SET d.services = d.all REMOVE d.all")


def test_a_service_that_was_never_loaded_is_not_none(without_fountains: None, perto: Perto) -> None:
    answer = perto.ask("fountains within 200 m of a park", mode="graph")
    assert answer.outcome == "not_understood"
    assert answer.problem is not None
    assert answer.problem.reason == "fountain is not loaded for helsinki"
    assert answer.problem.try_ == ("perto load FILE.osm.pbf",)
    assert answer.reading.pairs[0].a == ("fountain",)


def test_a_data_set_without_the_service_is_noted_where_another_has_it(
    graph_server: Graph, perto: Perto
) -> None:
    park = load_catalogue().services["park"].stamp
    write(graph_server, "CREATE (:Dataset:Perto {id: 'b', name: 'b', source: 'b', attribution: '© b', "
          f"services: ['{park}'], state: 'complete'}})")  # fmt: skip
    try:
        answer = perto.ask(reading=NEAR_PARKS, mode="graph")
    finally:
        write(graph_server, "MATCH (d:Dataset {id: 'b'}) DELETE d")
    assert answer.outcome == "answered"
    assert answer.notes == ("recycling points: not loaded for b, which plays no part in this answer",)
    assert "unknown date (“b”)" in answer.text


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        (
            PlaceReading(kind="poi", name="Esplanadinranta", relation="within"),
            "no place in the data has this name",
        ),
        (PlaceReading(kind="poi", name="node/1", relation="within"), "no place in the data has this name"),
        (PlaceReading(kind="area", name="Kamppi", relation="in"), "its boundary is not whole in the data"),
        (
            PlaceReading(kind="street", name="Xanadunkatu", relation="along"),
            "no place in the data has this name",
        ),
        (PlaceReading(kind="zone", name="8", relation="in"), "no H3 cell of this id"),
        (PlaceReading(kind="point", name="95,10", relation="within"), "is no latitude,longitude"),
        (PlaceReading(kind="point", name="here", relation="within"), "is no latitude,longitude"),
    ],
)
def test_a_place_that_cannot_be_found_is_not_understood(
    place: PlaceReading, reason: str, perto: Perto
) -> None:
    answer = perto.ask(reading=Reading(kind="places", services=("cafe",), places=(place,)), mode="graph")
    assert answer.outcome == "not_understood"
    assert answer.problem is not None
    assert answer.problem.part == place.name
    assert answer.problem.reason.startswith(reason)
    assert answer.reading.places == (place,)
    assert (answer.places, answer.total) == ((), 0)
    assert answer.text.startswith(f"Not understood: “{place.name}”: {reason}")


def test_an_unknown_name_offers_those_like_it(perto: Perto) -> None:
    place = PlaceReading(kind="poi", name="Vanha puisto", relation="within")
    reading = Reading(kind="places", services=("cafe",), places=(place,))
    answer = perto.ask(reading=reading, mode="graph")
    assert answer.problem is not None
    assert "Vanha kirkkopuisto" in answer.problem.try_


def test_a_name_of_several_places_has_candidates(sample: Sample, perto: Perto) -> None:
    # a name of a place and of stops is the place's, one of several cafés is nobody's
    name = "Espresso House"
    place = PlaceReading(kind="poi", name=name, relation="within")
    answer = perto.ask(reading=Reading(kind="places", services=("cafe",), places=(place,)), mode="graph")
    assert answer.outcome == "not_understood"
    assert {c.id for c in answer.candidates} == {
        p.id
        for p in sample.places.values()
        if p.name == name or (p.name is None and f"name:en={name}" in p.tags)
    }
    assert answer.problem is not None
    assert set(answer.problem.try_) == {c.id for c in answer.candidates}


def test_another_name_of_a_place_finds_it(graph_server: Graph, sample: Sample, perto: Perto) -> None:
    id_ = next(i for i in sorted(sample.of("park")) if sample.places[i].name == "Esplanadinpuisto")
    write(
        graph_server,
        "MATCH (p:POI {id: $id}) SET p.before = p.name_keys, p.name_keys = p.name_keys + 'espaxa'",
        id=id_,
    )
    place = PlaceReading(kind="poi", name="ESPÁXA", relation="within", radius_m=100.0)
    try:
        answer = perto.ask(reading=Reading(kind="places", services=("cafe",), places=(place,)), mode="graph")
    finally:
        write(graph_server, "MATCH (p:POI {id: $id}) SET p.name_keys = p.before REMOVE p.before", id=id_)
    assert (answer.outcome, answer.reading.places[0].id) == ("answered", id_)


@pytest.mark.parametrize(
    "reading",
    [
        Reading(kind="nearest", services=("cafe",)),
        Reading(kind="places", services=("cafe",), without=("park",)),
        Reading(kind="places"),
        Reading(kind="places", services=("unicorn",)),
        Reading(
            kind="pairs",
            pairs=(
                PairReading(a=("cafe",), b=("park",), radius_m=9.0),
                PairReading(a=("bank",), b=("library",), radius_m=9.0),
            ),
        ),
    ],
)
def test_what_has_no_answer_yet_is_not_understood(reading: Reading, perto: Perto) -> None:
    answer = perto.ask(reading=reading, mode="graph")
    assert (answer.outcome, answer.total, answer.statements) == ("not_understood", 0, ())
    assert answer.problem is not None
    assert answer.reading == reading
    assert perto.ask(reading=reading, mode="graph", language="pt").text.startswith("Não entendi")


def test_a_neo4j_that_is_down_is_unavailable_and_never_none() -> None:
    with Graph("bolt://127.0.0.1:1", user="neo4j", password="x") as graph, Perto(graph) as perto:
        answer = perto.ask("cafes near a park", mode="graph")
    assert (answer.outcome, answer.places) == ("unavailable", ())
    assert answer.problem is not None
    assert answer.problem.part == "Neo4j"
    assert "bolt://127.0.0.1:1" in answer.text
    assert answer.reading.pairs[0].b == ("park",)


def test_vectors_that_are_down_cost_the_similarity_and_nothing_else(perto: Perto) -> None:
    hybrid = perto.ask(reading=NEAR_PARKS, mode="hybrid", order="fused")
    graph = perto.ask(reading=NEAR_PARKS, mode="graph")
    assert (hybrid.outcome, hybrid.pairs, hybrid.places) == ("answered", graph.pairs, graph.places)
    assert hybrid.notes == (
        "similarity was not used (no Qdrant answers at http://127.0.0.1:1); places and metres are exact",
    )
    assert hybrid.notes[0] in hybrid.text


def test_a_word_that_nothing_could_weigh_is_told(perto: Perto) -> None:
    quiet = NEAR_PARKS.model_copy(update={"words": ("quiet",)})
    for mode in ("hybrid", "graph"):
        answer = perto.ask(reading=quiet, mode=mode)  # type: ignore[arg-type]
        assert "“quiet”: played no part in this answer." in answer.text


def test_vectors_that_are_down_leave_mode_vector_unavailable(perto: Perto) -> None:
    answer = perto.ask(reading=NEAR_PARKS, mode="vector")
    assert (answer.outcome, answer.similar) == ("unavailable", ())
    assert answer.problem is not None
    assert answer.problem.part == "Qdrant"


def test_a_load_that_broke_off_is_noted(graph_server: Graph, perto: Perto) -> None:
    write(graph_server, "MATCH (d:Dataset) SET d.state = 'loading'")
    try:
        answer = perto.ask(reading=NEAR_PARKS, mode="graph")
    finally:
        write(graph_server, "MATCH (d:Dataset) SET d.state = 'complete'")
    assert answer.outcome == "answered"
    assert answer.notes == ("load in progress or broken: answers are exact over the places in the graph now",)


@pytest.mark.parametrize(
    ("reading", "names"),
    [
        # the sample cuts off parks that may go on anywhere, so that every place asked for is in doubt
        (NEAR_PARKS, ["find_near_pairs", "find_service_places", "get_places"]),
        (FAR, ["find_service_shapes", "find_service_places", "get_places"]),
        (
            Reading(
                kind="places",
                services=("restaurant",),
                places=(PlaceReading(kind="poi", name="Esplanadinpuisto", relation="within", radius_m=90),),
                filters=(FilterReading(service="restaurant", key="cuisine", value="it's \\u0027 d'oc"),),
            ),
            ["find_named", "find_shapes", "find_tag_values", "find_tagged_places",
             "find_candidate_places", "find_shapes", "count_service_places", "get_places"],
        ),
    ],
)  # fmt: skip
def test_statements_run_again_as_they_are_told(
    reading: Reading, names: list[str], graph_server: Graph, perto: Perto
) -> None:
    answer = perto.ask(reading=reading, mode="graph")
    said = [s.name for s in answer.statements]
    assert set(said) == set(names)
    for statement in answer.statements:
        assert statement.name in answer.text
        with graph_server._driver.session() as session:
            again = session.run(statement.cypher, statement.parameters).data()  # type: ignore[arg-type]
            read = session.run(f"RETURN {literal(statement.parameters)} AS p").single(strict=True)  # type: ignore[arg-type]
        assert again == graph_server.read(statement.name, **statement.parameters)
        assert read["p"] == statement.parameters
        assert (
            statement.console
            == f":param {literal(dict(sorted(statement.parameters.items())))}\n{statement.cypher};"
        )
    if answer.pairs and said[0] == "find_near_pairs":
        first = answer.statements[0]
        with graph_server._driver.session() as session:
            rows = session.run(first.cypher, first.parameters).data()  # type: ignore[arg-type]
        ends = {frozenset(two) for row in rows for two in zip(row["from_ids"], row["to_ids"], strict=True)}
        assert ends == {frozenset((p.a.id, p.b.id)) for p in answer.pairs}


def test_an_empty_graph_asks_for_a_load(graph_server: Graph, sample: Sample) -> None:
    write(graph_server, "MATCH (d:Dataset) SET d:Hidden REMOVE d:Dataset")
    try:
        answer = Perto(graph_server).ask("cafes near a park", mode="graph")
    finally:
        write(graph_server, "MATCH (d:Hidden) SET d:Dataset REMOVE d:Hidden")
    assert answer.outcome == "not_understood"
    assert answer.problem is not None
    assert answer.problem.try_ == ("perto load FILE.osm.pbf", "perto demo")
