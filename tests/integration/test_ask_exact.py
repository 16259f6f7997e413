"""The sets that answers rest on, against a brute force with a geodesic of its own: equal at every radius."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import pytest

from queries.graph import Graph
from queries.statements.pairs import FoundPair, Measure
from service.retrieval.spatial import within as nearby
from service.retrieval.spatial.within import Search, retrieve_pairs
from tests import brute_force
from tests.graph_dump import empty_graph
from tests.sample_graph import TOLERANCE_M, Sample

# the study's and ten everyday ones: points, lines and areas, common and rare; all pairs are compared below
SERVICES = (
    "bank", "bus_stop", "cafe", "fountain", "library", "park", "pharmacy", "playground", "recycling",
    "restaurant", "school", "supermarket", "toilets", "waste_disposal", "water_point",
)  # fmt: skip


def find(
    graph: Graph, a: str, b: str, radius_m: float, measure: Measure = "edge", at_least_m: float = 0.0
) -> dict[tuple[str, str], FoundPair]:
    return retrieve_pairs(graph, Search({a: None}, {b: None}, radius_m, at_least_m, measure, None))


def assert_equal(graph: Graph, sample: Sample, radius_m: float) -> None:
    unsure = sample.close_calls(radius_m)
    compared = 0
    for number, pair in enumerate(combinations_with_replacement(SERVICES, 2)):
        a, b = pair if number % 2 else reversed(pair)  # either may be the one asked for
        found = find(graph, a, b, radius_m)
        expected = sample.within(sample.of(a), sample.of(b), radius_m)
        assert set(found) - unsure == expected - unsure, (a, b)
        wrong = {p for p, v in found.items() if abs(v.dist_m - sample.metres[p]) > TOLERANCE_M}
        assert not wrong, (a, b)
        compared += len(expected)
    assert compared > 100


@pytest.mark.parametrize("radius_m", [50.0, 137.0, 500.0, 1_000.0, 2_500.0])
def test_every_two_services_pair_as_by_brute_force(
    radius_m: float, sample: Sample, graph_server: Graph
) -> None:
    assert_equal(graph_server, sample, radius_m)


def test_what_the_point_index_finds_is_what_measuring_all_finds(
    sample: Sample, graph_server: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nearby, "SHAPES_A_SEEK", 0.0)
    for radius_m in (1_000.0, 2_500.0):
        assert_equal(graph_server, sample, radius_m)


def test_near_holds_all_that_covered_promises_of_every_two_services(
    sample: Sample, graph_server: Graph
) -> None:
    with graph_server._driver.session() as session:
        near = "MATCH (a)-[r:NEAR]->(b) RETURN r.pair AS pair, a.id AS a, b.id AS b, r.dist_m AS metres"
        found = {(r["pair"], r["a"], r["b"]): r["metres"] for r in session.run(near)}
        covered = (
            "MATCH (a:Service)-[c:COVERED]->(b:Service) RETURN a.id + '|' + b.id AS pair, c.radius_m AS m"
        )
        radius_m = {r["pair"]: r["m"] for r in session.run(covered)}
    # kinds that are a tag's own value have no NEAR: their pairs are found on demand
    of_places = set().union(*(place.services for place in sample.places.values()))
    there = sorted(service for service in of_places if "=" not in service)
    assert radius_m.keys() == {f"{a}|{b}" for a, b in combinations_with_replacement(there, 2)}
    listed = [{"id": id_, "shape": shape} for id_, shape in sample.shapes.items()]
    compared = 0
    for start in range(0, len(listed), 500):
        part = brute_force.pairs(listed[start : start + 500], listed, max(radius_m.values()))
        for (p, q), metres in part.items():
            for a, b in product(sample.places[p].services, sample.places[q].services):
                # of one service, from the smaller id to the larger
                if a > b or (a == b and p > q) or "=" in a + b:
                    continue
                edge = (f"{a}|{b}", p, q)
                if edge in found:
                    assert abs(found.pop(edge) - metres) <= TOLERANCE_M, edge
                    compared += 1
                else:
                    assert metres > radius_m[edge[0]] - TOLERANCE_M, edge
    assert not found
    assert compared > 100_000


def test_a_park_is_measured_to_its_edge_not_to_its_centre(sample: Sample, graph_server: Graph) -> None:
    by_edge = find(graph_server, "cafe", "park", 137.0)
    by_centre = find(graph_server, "cafe", "park", 137.0, "centre")

    def centre_m(p: str, q: str) -> float:
        return brute_force.point_distance_m(sample.places[p].location, sample.places[q].location)

    cafes, parks = sample.of("cafe"), sample.of("park")
    assert set(by_centre) == {p for p in product(cafes, parks) if centre_m(*p) <= 137.0}
    assert set(by_centre) < set(by_edge)
    assert all(v.centre_dist_m >= v.dist_m for v in by_edge.values())


@pytest.mark.parametrize("measure", ["edge", "centre"])
def test_a_least_distance_leaves_out_what_is_nearer(
    measure: Measure, sample: Sample, graph_server: Graph
) -> None:
    ring = find(graph_server, "cafe", "toilets", 300.0, measure, at_least_m=100.0)
    disc = find(graph_server, "cafe", "toilets", 300.0, measure)
    metres = {p: v.dist_m if measure == "edge" else v.centre_dist_m for p, v in disc.items()}
    assert set(ring) == {p for p, m in metres.items() if m >= 100.0}
    assert 0 < len(ring) < len(disc)


@pytest.fixture
def broken_load(graph_server: Graph) -> Iterator[None]:
    """What a load that broke off leaves: no COVERED, half of the edges."""
    graph = graph_server
    with graph._driver.session() as session:
        session.run("MATCH ()-[c:COVERED]->() DELETE c").consume()
        session.run("MATCH (a)-[r:NEAR]->() WHERE a.id < 'node/3' DELETE r").consume()
        session.run("MATCH (d:Dataset) SET d.state = 'loading'").consume()
    yield
    empty_graph(graph)


def test_a_broken_load_changes_no_set(sample: Sample, graph_server: Graph, broken_load: None) -> None:
    assert_equal(graph_server, sample, 137.0)
    assert_equal(graph_server, sample, 500.0)
