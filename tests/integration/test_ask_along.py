"""What lies along streets, and within metres of them, against brute force."""

import pytest

from queries.graph import Graph
from service import Perto, Reading
from service.reading import PairReading, PlaceReading
from tests import brute_force
from tests.sample_graph import Sample


def street(name: str, relation: str = "along", radius_m: float | None = None) -> PlaceReading:
    return PlaceReading.model_validate(
        {"kind": "street", "name": name, "relation": relation, "radius_m": radius_m}
    )


def roads(graph: Graph, name: str) -> list[dict[str, object]]:
    with graph._driver.session() as session:
        return session.run(
            "MATCH (r:Road {name: $name}) RETURN 'road ' + r.id AS id, r.geometry AS shape", name=name
        ).data()


@pytest.mark.parametrize("name", ["Mannerheimintie", "Aleksanterinkatu", "Fabianinkatu"])
@pytest.mark.parametrize("services", [("cafe",), ("restaurant", "tram_stop", "park")])
def test_along_a_street_is_within_50_m_of_its_roads(
    name: str, services: tuple[str, ...], sample: Sample, perto: Perto, graph_server: Graph
) -> None:
    reading = Reading(kind="along", services=services, places=(street(name),))
    answer = perto.ask(reading=reading, mode="graph", limit="all")
    assert answer.outcome == "answered", answer.text
    places = [{"id": i, "shape": sample.shapes[i]} for i in sample.of(*services)]
    metres: dict[str, float] = {}
    for (id_, _), m in brute_force.pairs(places, roads(graph_server, name), 50.01).items():
        metres[id_] = min(metres.get(id_, m), m)
    found = {p.id: p.distance_m for p in answer.places}
    assert found.keys() <= metres.keys()
    assert {i for i, m in metres.items() if m <= 49.99} <= found.keys()
    assert found == pytest.approx({i: metres[i] for i in found}, abs=0.01)


@pytest.mark.parametrize("radius_m", [120.0, 700.0])
def test_within_metres_of_a_street_is_within_metres_of_all_its_roads(
    radius_m: float, sample: Sample, perto: Perto, graph_server: Graph
) -> None:
    name = "Mannerheimintie"
    reading = Reading(kind="places", services=("cafe",), places=(street(name, "within", radius_m),))
    answer = perto.ask(reading=reading, mode="graph", limit="all")
    places = [{"id": i, "shape": sample.shapes[i]} for i in sample.of("cafe")]
    near = brute_force.pairs(places, roads(graph_server, name), radius_m)
    assert {p.id for p in answer.places} == {id_ for id_, _ in near}


def test_a_street_is_one_more_condition_of_pairs(sample: Sample, perto: Perto, graph_server: Graph) -> None:
    name = "Mannerheimintie"
    pair = PairReading(a=("cafe",), b=("tram_stop",), radius_m=100)
    reading = Reading(kind="along", pairs=(pair,), services=("cafe",), places=(street(name),))
    answer = perto.ask(reading=reading, mode="graph", limit="all")
    places = [{"id": i, "shape": sample.shapes[i]} for i in sample.of("cafe")]
    along = {id_ for id_, _ in brute_force.pairs(places, roads(graph_server, name), 50.0)}
    near = {a for a, _ in sample.within(sample.of("cafe"), sample.of("tram_stop"), 100)}
    assert {p.id for p in answer.places} == along & near


def test_while_a_load_runs_the_shapes_are_measured_not_the_edges_read(
    perto: Perto, graph_server: Graph
) -> None:
    reading = Reading(kind="along", services=("cafe",), places=(street("Mannerheimintie"),))
    settled = perto.ask(reading=reading, mode="graph", limit="all")
    with graph_server._driver.session() as session:
        session.run("MATCH (d:Dataset) SET d.state = 'loading'").consume()
    try:
        answer = perto.ask(reading=reading, mode="graph", limit="all")
    finally:
        with graph_server._driver.session() as session:
            session.run("MATCH (d:Dataset) SET d.state = 'complete'").consume()
    assert [(p.id, p.distance_m) for p in answer.places] == [(p.id, p.distance_m) for p in settled.places]
    assert "find_along_places" not in [s.name for s in answer.statements]
