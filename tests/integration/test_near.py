"""NEAR and COVERED against a brute force, on the real Neo4j."""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Any

import pytest
import shapely

from loader.derive import near
from loader.derive.near import sync_near
from queries.geometry.distance import locate, reach_m
from queries.graph import Graph
from queries.statements.nearness import (
    delete_covered,
    get_near,
    get_shapes,
    merge_covered,
    pair_of,
)
from tests import brute_force
from tests.graph_dump import dump_covered

SERVICES = ("bench", "cafe", "fountain", "park")

WRITE_PLACES = """
UNWIND $services AS id MERGE (:Service:Perto {id: id})
WITH count(*) AS ignored
UNWIND $rows AS row
MERGE (p:POI:Perto {id: row.id})
SET p.location = point({latitude: row.latitude, longitude: row.longitude}), p.geometry = row.geometry,
    p.reach_m = row.reach_m
WITH p, row
CALL (p) { MATCH (p)-[old:IS_A]->() DELETE old }
UNWIND row.services AS service
MATCH (s:Service {id: service})
MERGE (p)-[:IS_A]->(s)
"""
READ_NEAR = "MATCH (a:POI)-[r:NEAR]->(b:POI) RETURN a.id, b.id, r.pair, r.dist_m"


def run(graph: Graph, cypher: str, **parameters: Any) -> list[tuple[Any, ...]]:
    with graph._driver.session() as session:
        return [tuple(record.values()) for record in session.run(cypher, parameters)]


def place(id_: str, wkt: str, *services: str) -> dict[str, Any]:
    shape = shapely.from_wkt(wkt)
    at = locate(shape)
    point = shape.geom_type == "Point"
    return {
        "id": id_,
        "shape": wkt,
        "services": list(services),
        "latitude": at.latitude,
        "longitude": at.longitude,
        "geometry": None if point else wkt,
        "reach_m": 0.0 if point else reach_m(shape, at),
    }


def write(graph: Graph, places: Sequence[dict[str, Any]]) -> None:
    run(graph, WRITE_PLACES, rows=places, services=list(SERVICES))


def city(seed: int, number: int) -> list[dict[str, Any]]:
    draw = random.Random(seed)
    places = []
    for k in range(number):
        lon, lat, size = draw.uniform(-8.63, -8.61), draw.uniform(41.14, 41.155), draw.uniform(0.0001, 0.003)
        box = f"{lon} {lat},{lon + size} {lat},{lon + size} {lat + size},{lon} {lat + size / 2},{lon} {lat}"
        wkt = draw.choice(
            [f"POINT({lon} {lat})", f"LINESTRING({lon} {lat},{lon + size} {lat - size})", f"POLYGON(({box}))"]
        )
        services = draw.choice([["cafe"], ["park"], ["fountain"], ["cafe", "park"]])
        places.append(place(f"{draw.choice(['node', 'way'])}/{k}", wkt, *services))
    return places


def expected(places: Sequence[dict[str, Any]], radius_m: float) -> dict[tuple[str, str, str], float]:
    edges = {}
    services = {p["id"]: p["services"] for p in places}
    for (one, two), metres in brute_force.pairs(places, places, radius_m).items():
        for a in services[one]:
            for b in services[two]:
                if a < b or (a == b and one < two):
                    edges[one, two, f"{a}|{b}"] = metres
    return edges


def near_of(graph: Graph) -> dict[tuple[str, str, str], float]:
    rows = run(graph, READ_NEAR)
    found = {(a, b, pair): metres for a, b, pair, metres in rows}
    assert len(found) == len(rows)
    return found


@pytest.fixture
def places(graph: Graph) -> Iterator[list[dict[str, Any]]]:
    rows = city(1, 60)
    write(graph, rows)
    yield rows
    run(graph, "MATCH (n) DETACH DELETE n")


@pytest.mark.parametrize("radius_m", [50.0, 137.0, 500.0])
def test_near_equals_brute_force(graph: Graph, places: list[dict[str, Any]], radius_m: float) -> None:
    report = sync_near(graph, radius_m=radius_m)

    found, wanted = near_of(graph), expected(places, radius_m)
    assert found.keys() == wanted.keys()
    assert found == pytest.approx(wanted, abs=0.01)
    assert report.edges == report.created == len(wanted) > 0
    pairs = {pair: sum(1 for edge in wanted if edge[2] == pair) for pair in report.covered}
    assert report.covered == {pair: (radius_m, number) for pair, number in pairs.items()}


def test_services_with_places_are_covered_and_no_others(graph: Graph, places: list[dict[str, Any]]) -> None:
    sync_near(graph)

    rows = {(row.a, row.b): row for row in dump_covered(graph)}
    there = sorted({service for place in places for service in place["services"]})
    assert rows.keys() == set(combinations_with_replacement(there, 2))
    assert "bench" not in there
    assert rows["cafe", "park"].pairs == len(get_near(graph, pairs=["cafe|park"]))


def test_a_second_run_writes_nothing(graph: Graph, places: list[dict[str, Any]]) -> None:
    first = sync_near(graph)
    with graph.trace() as trace:
        second = sync_near(graph)

    assert (second.created, second.deleted, second.updated) == (0, 0, 0)
    assert second.covered == first.covered
    assert {ran.name.split("_")[0] for ran in trace.statements} == {"get"}


def test_only_the_difference_is_written(graph: Graph, places: list[dict[str, Any]]) -> None:
    sync_near(graph)
    # one goes, one moves, one becomes something else, one is new
    run(graph, "MATCH (p:POI {id: $id}) DETACH DELETE p", id=places[0]["id"])
    moved = place(places[1]["id"], "POINT(-8.6201 41.1491)", *places[1]["services"])
    changed = {**places[2], "services": ["fountain"] if places[2]["services"] != ["fountain"] else ["cafe"]}
    new = place("node/900", "POINT(-8.6202 41.1492)", "park", "fountain")
    write(graph, [moved, changed, new])

    with graph.trace() as trace:
        report = sync_near(graph)

    wanted = expected([moved, changed, new, *places[3:]], 500.0)
    assert near_of(graph) == pytest.approx(wanted, abs=0.01)
    assert report.updated > 0
    assert report.deleted > 0
    assert 0 < report.created < len(wanted)
    # whoever reads in between must not take NEAR for complete
    writes = [ran.name for ran in trace.statements if not ran.name.startswith("get")]
    assert writes[0] == "delete_covered_pairs"
    assert writes[-1] == "merge_covered"


def test_places_without_a_service_have_no_edges(graph: Graph, places: list[dict[str, Any]]) -> None:
    sync_near(graph)
    run(graph, "MATCH (:POI)-[r:IS_A]->() DELETE r")

    report = sync_near(graph)

    assert near_of(graph) == {}
    assert report.edges == 0
    assert (report.covered, dump_covered(graph)) == ({}, [])


def test_a_smaller_radius_takes_edges_away(graph: Graph, places: list[dict[str, Any]]) -> None:
    sync_near(graph, radius_m=500.0)
    report = sync_near(graph, radius_m=100.0)

    assert near_of(graph).keys() == expected(places, 100.0).keys()
    assert (report.created, report.updated) == (0, 0)
    assert {row.radius_m for row in dump_covered(graph)} == {100.0}


def test_the_densest_pairs_get_a_smaller_radius_within_the_budget(
    graph: Graph, places: list[dict[str, Any]]
) -> None:
    whole = expected(places, 500.0)

    report = sync_near(graph, radius_m=500.0, edge_budget=len(whole) // 2)

    assert report.edges <= len(whole) // 2
    assert report.reduced
    assert {pair: radius for pair, (radius, _) in report.covered.items() if radius < 500.0} == report.reduced
    radii = {pair_of(row.a, row.b): row.radius_m for row in dump_covered(graph)}
    assert near_of(graph).keys() == {edge for edge, metres in whole.items() if metres <= radii[edge[2]]}
    assert {row.asked_m for row in dump_covered(graph)} == {500.0}


def test_edges_are_read_in_pages_also_where_many_are_of_one_length(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a dozen in one spot: 66 edges of 0 m
    write(graph, [place(f"node/{k}", "POINT(-8.6 41.1)", "cafe") for k in range(12)])
    monkeypatch.setattr(near, "_EDGE_PAGE", 7)
    monkeypatch.setattr(near, "_PAGE", 5)

    assert sync_near(graph).created == 66
    second = sync_near(graph)

    assert (second.created, second.deleted, second.updated) == (0, 0, 0)
    run(graph, "MATCH (n) DETACH DELETE n")


def test_an_edge_written_twice_is_mended(graph: Graph, places: list[dict[str, Any]]) -> None:
    sync_near(graph)
    run(graph, "MATCH (a)-[r:NEAR]->(b) WITH a, r, b LIMIT 1 CREATE (a)-[d:NEAR]->(b) SET d = properties(r)")

    sync_near(graph)

    assert near_of(graph).keys() == expected(places, 500.0).keys()


def test_covered_goes_for_the_services_touched(graph: Graph, places: list[dict[str, Any]]) -> None:
    sync_near(graph)
    rows = dump_covered(graph)

    assert delete_covered(graph, services=["cafe"]) == 3
    assert {(row.a, row.b) for row in dump_covered(graph)} == {
        (row.a, row.b) for row in rows if "cafe" not in (row.a, row.b)
    }
    assert delete_covered(graph, services=["cafe", "nothing of the kind"]) == 0
    assert merge_covered(graph, rows=rows) == len(rows)
    assert set(dump_covered(graph)) == set(rows)


def test_places_come_in_pages_in_the_order_of_their_ids(graph: Graph, places: list[dict[str, Any]]) -> None:
    ids = sorted(p["id"] for p in places)
    first = get_shapes(graph, limit=7)

    assert [p.id for p in first] == ids[:7]
    assert [p.id for p in get_shapes(graph, after=first[-1].id)] == ids[7:]
    assert {p.id: list(p.services) for p in first} == {
        p["id"]: p["services"] for p in places if p["id"] in ids[:7]
    }
