"""Candidates at 180 degrees, at the pole, across the Earth, and among shapes of very different reach."""

import math
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
import shapely

from queries.errors import TooManyPairs
from queries.geometry.distance import locate, reach_m
from queries.graph import Graph
from service.retrieval.spatial import within as nearby
from service.retrieval.spatial.within import Search, retrieve_pairs
from tests import brute_force
from tests.graph_dump import empty_graph
from tests.sample_graph import TOLERANCE_M

WRITE_PLACES = """
UNWIND $rows AS row
MERGE (s:Service:Perto {id: row.service})
CREATE (p:POI:Perto {id: row.id, location: point({latitude: row.latitude, longitude: row.longitude}),
               geometry: row.geometry, reach_m: row.reach_m, datasets: ['world'], tags: []})
CREATE (p)-[:IS_A]->(s)
"""


def point(id_: str, service: str, latitude: float, longitude: float) -> dict[str, Any]:
    return {
        "id": id_, "service": service, "latitude": latitude, "longitude": longitude,
        "geometry": None, "reach_m": 0.0, "shape": (latitude, longitude),
    }  # fmt: skip


def square(id_: str, service: str, latitude: float, longitude: float, half_deg: float) -> dict[str, Any]:
    box = shapely.box(longitude - half_deg, latitude - half_deg, longitude + half_deg, latitude + half_deg)
    at = locate(box)
    return {
        "id": id_, "service": service, "latitude": at.latitude, "longitude": at.longitude,
        "geometry": box.wkt, "reach_m": reach_m(box, at), "shape": box.wkt,
    }  # fmt: skip


WORLD = [
    *(point(f"node/{i}", "cafe", -17.0 + i * 0.001, 179.99 + i * 0.0007) for i in range(1, 9)),
    *(point(f"node/{100 + i}", "cafe", -17.0 + i * 0.001, -179.995 + i * 0.0007) for i in range(1, 9)),
    *(point(f"node/{200 + i}", "bank", 89.9, i * 45.0 - 180.0) for i in range(8)),
    *(point(f"node/{300 + i}", "bank", i * 15.0 - 75.0, i * 31.0 - 170.0) for i in range(11)),
    square("way/1", "park", -17.0, 179.9, 0.02),
    square("way/2", "park", -17.02, -179.9, 0.0008),
    square("way/3", "park", -16.9, -179.95, 0.0008),
    square("way/4", "school", -17.001, 179.93, 0.001),
    square("way/5", "school", -17.05, 179.9, 0.3 / 111),
    square("way/6", "school", -17.3, 179.5, 0.1),
]


def metres_between(a: brute_force.Shape, b: brute_force.Shape) -> float:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return brute_force.point_distance_m(a, b)
    return brute_force.distance_m(a, b)


def find(graph: Graph, a: str, b: str, radius_m: float) -> set[tuple[str, str]]:
    return set(retrieve_pairs(graph, Search({a: None}, {b: None}, radius_m, 0.0, "edge", None)))


@pytest.fixture(params=[0.0, math.inf], ids=["sought", "measured"])
def each_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seek every place in the point index, or measure all of them, whichever would take longer."""
    monkeypatch.setattr(nearby, "SHAPES_A_SEEK", request.param)


@pytest.fixture
def world(graph_server: Graph) -> Iterator[Graph]:
    """Places on both sides of 180 degrees, at a pole and all over; shapes of very different reach."""
    empty_graph(graph_server)
    with graph_server._driver.session() as session:
        session.run(WRITE_PLACES, rows=WORLD).consume()
    yield graph_server
    empty_graph(graph_server)


@pytest.mark.parametrize(
    ("a", "b", "radii_m"),
    [
        ("cafe", "cafe", (90.0, 700.0, 2_000.0)),
        ("cafe", "park", (100.0, 3_000.0, 9_000.0)),
        ("park", "school", (200.0, 4_000.0, 60_000.0)),
        ("school", "school", (100.0, 40_000.0)),
        ("bank", "bank", (12_000.0, 25_000.0, 5_000_000.0, 12_000_000.0, 19_900_000.0, 20_003_931.0)),
        ("bank", "cafe", (8_000_000.0, 16_000_000.0, 20_003_931.0)),
    ],
)
def test_no_pair_is_missed_at_180_degrees_at_the_pole_or_far_away(
    a: str, b: str, radii_m: tuple[float, ...], world: Graph, each_way: None
) -> None:
    shapes = {row["id"]: row["shape"] for row in WORLD}
    of = {s: [row["id"] for row in WORLD if row["service"] == s] for s in (a, b)}
    metres = {}
    for p, q in product(of[a], of[b]):
        if p != q and (q, p) in metres:
            metres[p, q] = metres[q, p]
        elif p != q:
            metres[p, q] = metres_between(shapes[p], shapes[q])
    for radius_m in radii_m:
        expected = {pair for pair, m in metres.items() if m <= radius_m}
        unsure = {pair for pair, m in metres.items() if abs(m - radius_m) <= TOLERANCE_M}
        assert find(world, a, b, radius_m) - unsure == expected - unsure
        assert {(q, p) for p, q in find(world, b, a, radius_m)} - unsure == expected - unsure


def test_more_pairs_than_memory_should_hold_are_refused_in_one_line(
    world: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    banks = sum(row["service"] == "bank" for row in WORLD)
    pairs = banks * (banks - 1) // 2
    monkeypatch.setattr(nearby, "MOST_PAIRS", pairs)
    assert len(find(world, "bank", "bank", 20_003_931.0)) == 2 * pairs
    monkeypatch.setattr(nearby, "MOST_PAIRS", pairs - 1)
    with pytest.raises(TooManyPairs, match=r"^more than 170 pairs .* ask for a smaller radius"):
        find(world, "bank", "bank", 20_003_931.0)
