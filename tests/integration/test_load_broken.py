"""Loads that are killed, refused, or lose their server: the graph stays true, and loading again mends it."""

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from loader.load import load_file
from queries.datasets import get_datasets, lock_load
from queries.errors import LoadInProgress, StoreUnavailable
from queries.graph import Graph
from tests.brute_force import pairs
from tests.graph_dump import Dump, dump_covered, dump_graph, empty_graph
from tests.integration.cable import Cable
from tests.integration.conftest import Server
from tests.osm_xml import node, square, way, write_osm

# a load in a process of its own that tells what it is about to write, and dies or waits there
CHILD = """
import os, signal, sys, threading, time
from queries.graph import Graph
from loader.load import load_file
uri, password, path, at, how = sys.argv[1:]
class Watched(Graph):
    writes = 0
    def write(self, name, **parameters):
        self.writes += 1
        if self.writes == int(at):
            print(name, flush=True)
            if how == "wait":
                sys.stdin.readline()
            elif how == "before":
                os.kill(os.getpid(), signal.SIGKILL)
            else:
                threading.Timer(0.004, os.kill, (os.getpid(), signal.SIGKILL)).start()
        return super().write(name, **parameters)
with Watched(uri, user="neo4j", password=password) as graph:
    load_file(graph, path)
print("complete", graph.writes, flush=True)
"""


def city(*, later: bool) -> list[str]:
    """A small city; later some places have moved, changed, gone or come."""
    kinds = ["cafe", "recycling", "fountain", "drinking_water", "pharmacy"]
    shift = 0.0004 if later else 0.0
    found = [
        node(i, 41.15 + i % 5 * 0.001 + (shift if i % 3 else 0), -8.61 + i // 5 * 0.001, amenity=kinds[i % 5])
        for i in range(5 if later else 1, 35 if later else 30)
    ]
    found += [*square(100, 41.15, -8.612), way(1, [100, 101, 102, 103, 100], leisure="park", name="P")]
    # one street later, two before; a suburb that holds other places later
    ends = [101 if later else 102, 103]
    found += [way(2, [100, 101], highway="primary", name="R"), way(3, ends, highway="primary", name="R")]
    found += [*square(200, 41.149 if later else 41.151, -8.613, 0.005)]
    found += [
        way(4, [200, 201, 202, 203, 200], place="suburb", name="S"),
        node(300, 41.15, -8.6, place="town"),
    ]
    return found


@pytest.fixture(autouse=True)
def _empty(graph_server: Graph) -> None:
    empty_graph(graph_server)


def start_child(server: Server, path: Path, at: int, how: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, server.uri, server.password, str(path), str(at), how],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).resolve().parents[2],
    )


def assert_covered_is_true(graph: Graph) -> None:
    """Check that NEAR holds what brute force finds, for every pair of services that has COVERED."""
    with graph._driver.session() as session:
        places = session.run(
            "MATCH (p:POI) RETURN p.id AS id, p.geometry AS geometry, p.location AS at, "
            "COLLECT { MATCH (p)-[:IS_A]->(s) RETURN s.id } AS services"
        ).data()
        edges = session.run("MATCH (a)-[r:NEAR]->(b) RETURN a.id AS a, b.id AS b, r.pair AS pair").data()
    by_service: dict[str, list[dict[str, object]]] = {}
    for place in places:
        shape = place["geometry"] or (place["at"].y, place["at"].x)
        for service in place["services"]:
            by_service.setdefault(service, []).append({"id": place["id"], "shape": shape})
    for row in dump_covered(graph):
        wanted = pairs(by_service.get(row.a, []), by_service.get(row.b, []), row.radius_m)
        both = {tuple(sorted(pair)) if row.a == row.b else pair for pair in wanted}
        assert both == {(e["a"], e["b"]) for e in edges if e["pair"] == f"{row.a}|{row.b}"}, (row.a, row.b)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("city")
    before = write_osm(folder / "before.osm", *city(later=False), time="2024-01-01T00:00:00Z")
    after = write_osm(folder / "city.osm", *city(later=True), time="2024-02-01T00:00:00Z")
    return before, after


@pytest.fixture(scope="module")
def whole(graph_server: Graph, files: tuple[Path, Path]) -> Dump:
    """What an unbroken load makes."""
    empty_graph(graph_server)
    load_file(graph_server, files[1])
    return dump_graph(graph_server)


@pytest.mark.parametrize(
    ("how", "at"),
    [*(("before", at) for at in (2, 3, 5, 6, 8, 11, 20)), *(("during", at) for at in (1, 4, 7, 13))],
)
def test_a_load_killed_at_any_write_is_mended_by_loading_again(
    how: str, at: int, server: Server, graph_server: Graph, files: tuple[Path, Path], whole: Dump
) -> None:
    load_file(graph_server, files[0], dataset="city")
    child = start_child(server, files[1], at, how)
    said, _ = child.communicate(timeout=120)
    killed = child.returncode == -signal.SIGKILL
    assert killed or "complete" in said
    assert_covered_is_true(graph_server)
    (dataset,) = get_datasets(graph_server)
    if killed and at > 2:  # by then its first write is certainly in
        assert dataset.state == "loading"
    load_file(graph_server, files[1])
    assert dump_graph(graph_server) == whole
    assert_covered_is_true(graph_server)
    assert load_file(graph_server, files[1]).unchanged


def test_of_two_loads_at_once_the_second_is_refused_and_the_first_goes_on(
    server: Server, graph_server: Graph, files: tuple[Path, Path], whole: Dump
) -> None:
    child = start_child(server, files[1], 4, "wait")
    assert child.stdout is not None
    assert child.stdout.readline().strip()
    try:
        before = dump_graph(graph_server)
        with pytest.raises(LoadInProgress, match="another load is running"):
            load_file(graph_server, files[0])
        assert dump_graph(graph_server) == before
    finally:
        said, _ = child.communicate("\n", timeout=120)
    assert "complete" in said
    assert dump_graph(graph_server) == whole


def test_a_killed_load_leaves_no_lock_behind(
    server: Server, graph_server: Graph, files: tuple[Path, Path], whole: Dump
) -> None:
    child = start_child(server, files[1], 4, "wait")
    assert child.stdout is not None
    assert child.stdout.readline().strip()
    child.kill()
    child.communicate(timeout=60)
    load_file(graph_server, files[1])
    assert dump_graph(graph_server) == whole


class Cut(Graph):
    """A connection whose server goes away at one of its writes."""

    def __init__(self, server: Server, cable: Cable, at: int) -> None:
        super().__init__(cable.uri, user=server.user, password=server.password)
        self.cable = cable
        self.left = at

    def write(self, name: str, **parameters: Any) -> list[dict[str, Any]]:
        self.left -= 1
        if self.left == 0:
            self.cable.cut()
        return super().write(name, **parameters)


def test_a_slow_server_is_not_taken_for_another_load(server: Server, graph_server: Graph) -> None:
    cable = Cable(server.uri)
    with Graph(cable.uri, user=server.user, password=server.password) as graph:
        graph.verify()
        cable.delays_s = [0.0, 1.5]  # the transaction's time has run out before its statement comes
        with lock_load(graph, lock="load"):
            assert cable.delays_s == []
            with pytest.raises(LoadInProgress), lock_load(graph_server, lock="load"):
                pass


def test_what_broke_a_load_is_told_though_its_lock_has_gone_with_the_server(server: Server) -> None:
    cable = Cable(server.uri)

    def load_until_the_server_goes() -> None:
        with (
            Graph(cable.uri, user=server.user, password=server.password) as graph,
            lock_load(graph, lock="load"),
        ):
            cable.cut()
            raise StoreUnavailable("what broke it", url=cable.uri)

    with pytest.raises(StoreUnavailable, match="what broke it"):
        load_until_the_server_goes()


@pytest.mark.parametrize("at", [2, 6])
def test_a_server_lost_in_the_middle_is_one_line_and_the_next_load_mends_it(
    at: int, server: Server, graph_server: Graph, files: tuple[Path, Path], whole: Dump
) -> None:
    load_file(graph_server, files[0], dataset="city")
    with Cut(server, Cable(server.uri), at) as graph, pytest.raises(StoreUnavailable) as lost:
        load_file(graph, files[1])
    assert "does not answer" in str(lost.value)
    assert "\n" not in str(lost.value)
    assert_covered_is_true(graph_server)
    load_file(graph_server, files[1])
    assert dump_graph(graph_server) == whole
