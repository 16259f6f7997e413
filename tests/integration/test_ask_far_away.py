"""The nearest and the absent at 180 degrees, at a pole, across the Earth; and where several are as near."""

from collections.abc import Iterator
from itertools import product

import pytest

import service.retrieval.spatial.nearest
from queries.catalogue.catalogue import load_catalogue
from queries.geometry.radius import HALF_EARTH_M
from queries.graph import Graph
from service import Answer, Perto, Reading
from service.answer import Measure
from service.reading import PairReading, PlaceReading
from tests.graph_dump import empty_graph
from tests.integration.test_ask_far import WORLD, WRITE_PLACES, metres_between, point
from tests.sample_graph import TOLERANCE_M

TIES = [
    *(point(f"node/{900 + i}", "library", 10.0 + by, 20.0) for i, by in enumerate((0.001, -0.001, 0.002))),
    point("node/910", "school", 10.0, 20.0),
]
SERVICES = ("cafe", "bank", "park", "school", "library")
WRITE_DATASET = """
CREATE (d:Dataset:Perto {id: 'world', name: 'world', source: '', attribution: '© nobody', state: 'complete',
                   services: $services})
WITH d MATCH (p:POI) CREATE (p)-[:FROM]->(d)
"""


@pytest.fixture(scope="module")
def perto(graph_server: Graph) -> Iterator[Perto]:
    empty_graph(graph_server)
    with graph_server._driver.session() as session:
        session.run(WRITE_PLACES, rows=[*WORLD, *TIES]).consume()
        stamps = [load_catalogue().services[service].stamp for service in SERVICES]
        session.run(WRITE_DATASET, services=stamps).consume()
    yield Perto(graph_server)
    empty_graph(graph_server)


def ask(perto: Perto, measure: Measure = "edge", **fields: object) -> Answer:
    answer = perto.ask(
        reading=Reading.model_validate(fields), mode="graph", limit="all", measure=measure, language="en"
    )
    assert answer.outcome in ("answered", "none"), answer.text
    return answer


def all_metres(a: str, b: str, measure: Measure = "edge") -> dict[tuple[str, str], float]:
    rows = [*WORLD, *TIES]
    metres = {}
    for p, q in product(rows, rows):
        if p["service"] == a and q["service"] == b and p["id"] != q["id"]:
            centres = (p["latitude"], p["longitude"]), (q["latitude"], q["longitude"])
            shapes = (p["shape"], q["shape"]) if measure == "edge" else centres
            metres[p["id"], q["id"]] = metres_between(*shapes)
    return metres


@pytest.mark.parametrize(
    ("a", "b", "measure"),
    [
        ("bank", "cafe", "edge"),
        ("cafe", "bank", "edge"),
        ("bank", "park", "edge"),
        ("bank", "park", "centre"),
        ("park", "school", "edge"),
        ("school", "bank", "centre"),
    ],
)
def test_each_has_its_nearest_anywhere_on_the_earth(a: str, b: str, measure: Measure, perto: Perto) -> None:
    metres = all_metres(a, b, measure)
    pair = PairReading(a=(a,), b=(b,), radius_m=HALF_EARTH_M)
    answer = ask(perto, measure, kind="nearest", services=(b,), pairs=(pair,), each=True)
    least = {p: min(m for (x, _), m in metres.items() if x == p) for p, _ in metres}
    assert {p.id: p.distance_m for p in answer.places} == pytest.approx(least, abs=TOLERANCE_M)
    assert max(least.values()) > 1_000 or a != "bank"


@pytest.mark.parametrize("k", [1, 4])
@pytest.mark.parametrize("sought", [False, True])
@pytest.mark.parametrize("at", [(-16.99, -179.99), (89.95, 10.0), (60.0, 25.0), (0.0, 0.0)])
def test_the_nearest_to_a_point_are_found_thousands_of_kilometres_away(
    at: tuple[float, float], sought: bool, k: int, perto: Perto, monkeypatch: pytest.MonkeyPatch
) -> None:
    if sought:
        monkeypatch.setattr(service.retrieval.spatial.nearest, "_READ_ALL", 0)
    for kind in ("cafe", "park", "bank"):
        to = PlaceReading(kind="point", name=f"{at[0]}, {at[1]}", relation="from")
        answer = ask(perto, kind="nearest", services=(kind,), places=(to,), limit=k)
        rows = [row for row in WORLD if row["service"] == kind]
        least = sorted(metres_between(at, row["shape"]) for row in rows)[:k]
        assert [p.distance_m for p in answer.places] == pytest.approx(least, abs=TOLERANCE_M)


@pytest.mark.parametrize("radius_m", [700.0, 9_000.0, 200_000.0, 12_000_000.0, HALF_EARTH_M])
@pytest.mark.parametrize(
    ("a", "b"), [("bank", "cafe"), ("cafe", "park"), ("school", "park"), ("bank", "bank")]
)
def test_what_has_nothing_within_any_radius(a: str, b: str, radius_m: float, perto: Perto) -> None:
    metres = all_metres(a, b)
    pair = PairReading(a=(a,), b=(b,), relation="beyond", radius_m=radius_m)
    answer = ask(perto, kind="absence", services=(a,), pairs=(pair,))
    near = {p for (p, _), m in metres.items() if m <= radius_m}
    close = {p for (p, _), m in metres.items() if abs(m - radius_m) <= TOLERANCE_M}
    assert {p.id for p in answer.places} - close == {p for p, _ in metres} - near - close


@pytest.mark.parametrize("radius_m", [9_000.0, 2_000_000.0, 19_000_000.0])
def test_what_is_farther_than_any_radius_from_a_point(radius_m: float, perto: Perto) -> None:
    at = PlaceReading(kind="point", name="60.0, 25.0", relation="beyond", radius_m=radius_m)
    answer = ask(perto, kind="places", services=("bank", "park"), places=(at,))
    rows = [row for row in WORLD if row["service"] in ("bank", "park")]
    metres = {row["id"]: metres_between((60.0, 25.0), row["shape"]) for row in rows}
    expected = {id_: m for id_, m in metres.items() if m > radius_m}
    assert {p.id: p.distance_m for p in answer.places} == pytest.approx(expected, abs=TOLERANCE_M)


def test_of_two_as_near_the_smaller_id_comes_first_and_the_other_is_told(perto: Perto) -> None:
    to = PlaceReading(kind="poi", id="node/910", name="the school", relation="from")
    metres = {row["id"]: round(metres_between((10.0, 20.0), row["shape"]), 3) for row in TIES[:3]}
    assert metres["node/900"] == metres["node/901"] < metres["node/902"]
    for k, found, left_out in ((1, ["node/900"], 1), (2, ["node/900", "node/901"], 0)):
        answer = ask(perto, kind="nearest", services=("library",), places=(to,), limit=k)
        assert [p.id for p in answer.places] == found
        assert ("As near as the last one, and left out: 1" in answer.text) == bool(left_out)
    pair = PairReading(a=("school",), b=("library",), radius_m=HALF_EARTH_M)
    each = ask(perto, kind="nearest", services=("library",), pairs=(pair,), each=True)
    of_it = {p.a.id: p.b.id for p in each.pairs}
    assert of_it["node/910"] == "node/900"
