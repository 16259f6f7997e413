"""Regions loaded through an Overpass on loopback into the real Neo4j, and asked about."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from loader.overpass.fetch import Fetched, Wanted, fetch
from loader.source import load_source
from queries.graph import Graph
from queries.statements.datasets import get_datasets
from queries.statements.places import count_service_places, find_halo_places
from service import Perto
from service.answer import Answer
from service.reading import PairReading, Reading
from tests.graph_dump import dump_graph, empty_graph
from tests.integration.conftest import Server
from tests.overpass_city import at, boundary, node, planet, ring, way
from tests.overpass_server import BASE_TIME, serve
from tests.web_server import WebServer, answer, web_server

CITY = planet(
    node(1, at(0.5), amenity="fountain", name="Fonte"),
    node(2, at(0.8), amenity="recycling", name="Dentro"),
    node(3, at(1.3), amenity="recycling", name="Fora"),
    node(4, at(1.5), amenity="fountain", name="Fonte de fora"),
    node(5, at(5), amenity="recycling", name="Longe"),
    way(6, *ring(0.2), leisure="park", name="Parque"),
    way(7, at(0), at(0, 4), highway="residential", name="Rua da Aurora"),
    boundary(8, "Recife", 15),
)
AROUND = ("--around", "-8.0578,-34.8829", "--radius-m", "1000")
Command = Callable[..., subprocess.CompletedProcess[str]]
WANTED = Wanted("-8.0578,-34.8829", 1000)


@pytest.fixture(scope="module")
def overpass() -> Iterator[WebServer]:
    with web_server(respond=serve(CITY)) as running:
        yield running


@pytest.fixture(autouse=True)
def _settings(overpass: WebServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("PERTO_CACHE", str(tmp_path))
    monkeypatch.setenv("PERTO_OVERPASS_URLS", overpass.url)


def load(graph: Graph, fetched: Fetched, dataset: str | None = None) -> bool:
    return load_source(graph, fetched, dataset=dataset, embed=False).graph.unchanged


def pairs_within(graph: Graph, a: str, b: str, radius_m: float, *datasets: str) -> Answer:
    pair = PairReading(a=(a,), b=(b,), relation="within", radius_m=radius_m)
    reading = Reading(kind="pairs", services=(a,), pairs=(pair,))
    return Perto(graph).ask(reading=reading, mode="graph", datasets=list(datasets) or None)


def places_of(answer: Answer) -> set[str]:
    return {place.id for place in answer.places}


def test_a_region_is_loaded_with_its_areas_and_a_second_time_writes_nothing(
    graph: Graph, overpass: WebServer
) -> None:
    empty_graph(graph)
    assert not load(graph, fetch(WANTED))
    before, asked = dump_graph(graph, elements=True), len(overpass.asked)
    assert load(graph, fetch(WANTED))
    assert dump_graph(graph, elements=True) == before
    assert len(overpass.asked) == asked
    (dataset,) = get_datasets(graph)
    assert (dataset.id, dataset.source) == (
        "around -8.0578,-34.8829, 1000 m",
        "Overpass, around -8.0578,-34.8829, 1000 m",
    )
    assert dataset.extracted_at == BASE_TIME
    assert "openstreetmap.org" in dataset.attribution


def test_places_of_the_halo_are_near_others_and_never_an_answer(graph: Graph) -> None:
    empty_graph(graph)
    load(graph, fetch(WANTED))
    assert find_halo_places(graph) == {"node/3", "node/4"}
    assert count_service_places(graph, services=["recycling", "fountain"]) == {"recycling": 1, "fountain": 1}
    # Dentro is 300 m from Fonte and 700 m from the fountain outside; Fora is near both, and outside
    for radius_m in (400.0, 900.0):
        answer = pairs_within(graph, "recycling", "fountain", radius_m)
        assert places_of(answer) == {"node/2"}
        assert answer.total == 1
    assert {pair.b.id for pair in answer.pairs} == {"node/1", "node/4"}
    assert "find_halo_places" in {statement.name for statement in answer.statements}
    same = pairs_within(graph, "recycling", "recycling", 600.0)
    assert {(pair.a.id, pair.b.id) for pair in same.pairs} == {("node/2", "node/3")}
    assert places_of(same) == {"node/2"}


def test_a_place_that_another_data_set_holds_in_full_is_an_answer_there(graph: Graph) -> None:
    empty_graph(graph)
    load(graph, fetch(WANTED), "small")
    load(graph, fetch(Wanted("-8.0578,-34.8829", 2000)), "large")
    assert find_halo_places(graph) == set()
    assert find_halo_places(graph, datasets=["small"]) == {"node/3", "node/4"}
    assert places_of(pairs_within(graph, "recycling", "fountain", 400.0)) == {"node/2", "node/3"}
    assert places_of(pairs_within(graph, "recycling", "fountain", 400.0, "small")) == {"node/2"}
    assert places_of(pairs_within(graph, "recycling", "fountain", 400.0, "large")) == {"node/2", "node/3"}


def test_a_boundary_is_loaded_by_its_name_without_a_halo(graph: Graph) -> None:
    empty_graph(graph)
    load(graph, fetch(Wanted(area="Recife")))
    assert [dataset.id for dataset in get_datasets(graph)] == ["Recife"]
    assert count_service_places(graph, services=["recycling"]) == {"recycling": 3}
    assert find_halo_places(graph) == set()


@pytest.fixture
def command(server: Server, tmp_path: Path) -> Command:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        environment = {
            **os.environ,
            "PERTO_HOME": str(tmp_path),
            "NEO4J_URI": server.uri,
            "NEO4J_USER": server.user,
            "NEO4J_PASSWORD": server.password,
        }
        program = [sys.executable, "-m", "perto", *arguments]
        return subprocess.run(program, capture_output=True, text=True, env=environment, check=False)

    return run


def test_the_area_of_a_study_is_one_short_command(command: Command, graph: Graph) -> None:
    empty_graph(graph)
    loaded = command("load", "overpass", *AROUND, "--no-embed")
    assert loaded.returncode == 0, loaded.stderr
    assert "services: fetched now" in loaded.stdout
    again = command("load", "overpass", *AROUND, "--no-embed", "--cached", "--json")
    assert again.returncode == 0, again.stderr
    (told,) = json.loads(again.stdout)["loads"]
    assert told["graph"]["unchanged"]
    assert all(answer["age_s"] is not None for answer in told["told"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("overpass",), "needs one of --around"),
        (("overpass", "--around", "-8,-34"), "go together"),
        (("overpass", "--radius-m", "500", "--area", "Recife"), "go together"),
        (("overpass", *AROUND, "--area", "Recife"), "needs one of --around"),
        (("overpass", "--around", "-98,-34", "--radius-m", "500"), "latitude -98.0 is not between"),
        (("overpass", "--around", "-8,-34", "--radius-m", "-5"), "a radius of -5 m"),
        (("overpass", "--bbox", "-8,-34,-9,-33"), "south -8 is not below north -9"),
        (("overpass", *AROUND, "--cached", "--refresh"), "give one of them"),
        (("overpass", "city.osm.pbf", *AROUND), "a source of its own"),
        (("overpass", "--area", "Atlântida"), "no administrative boundary is named"),
        (("city.osm.pbf", "--radius-m", "500"), "--near-m"),
        (("city.osm.pbf", "--area", "Recife"), "goes with the source overpass"),
    ],
)
def test_a_call_that_can_not_be_meant_is_one_line(
    command: Command, arguments: tuple[str, ...], said: str
) -> None:
    result = command("load", *arguments)
    assert result.returncode == 2
    assert said in result.stderr.splitlines()[-1]
    assert result.stdout == ""
    assert "Traceback" not in result.stderr


def test_an_outage_is_one_line_and_exit_code_4(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    with web_server(respond=lambda asked: answer(status="500 Internal Server Error")) as broken:
        monkeypatch.setenv("PERTO_OVERPASS_URLS", broken.url)
        result = command("load", "overpass", *AROUND, "--refresh")
    assert result.returncode == 4
    assert "HTTP 500" in result.stderr.splitlines()[-1]
