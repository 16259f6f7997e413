"""Loads that are killed, refused, or lose their server: the graph stays true, and loading again mends it."""

import signal
from pathlib import Path
from typing import Any

import pytest

from loader.load import load_file
from queries.errors import LoadInProgress, StoreUnavailable
from queries.graph import Graph
from queries.statements.datasets import get_datasets, lock_load
from tests.graph_dump import Dump, dump_graph, empty_graph
from tests.integration.cable import Cable
from tests.integration.conftest import Server
from tests.killed import assert_answers_are_exact, city, start_child
from tests.osm_xml import write_osm


@pytest.fixture(autouse=True)
def _empty(graph_server: Graph) -> None:
    empty_graph(graph_server)


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
    [
        *(("before", at) for at in (2, 3, 5, 6, 8, "merge_in_area", "merge_covered")),
        *(("during", at) for at in (1, 4, 7, "merge_along", "delete_in_area", "create_near")),
    ],
)
def test_a_load_killed_at_any_write_is_mended_by_loading_again(
    how: str, at: int | str, server: Server, graph_server: Graph, files: tuple[Path, Path], whole: Dump
) -> None:
    load_file(graph_server, files[0], dataset="city")
    child = start_child(server, "load", files[1], at=at, how=how)
    said, _ = child.communicate(timeout=120)
    assert child.returncode == -signal.SIGKILL
    if isinstance(at, str):
        assert said.split() == [at]
    (dataset,) = get_datasets(graph_server)
    if at not in (1, 2):  # by then its first write is certainly in
        assert dataset.state == "loading"
    assert_answers_are_exact(graph_server)
    load_file(graph_server, files[1])
    assert dump_graph(graph_server) == whole
    assert_answers_are_exact(graph_server)
    assert load_file(graph_server, files[1]).unchanged


def test_of_two_loads_at_once_the_second_is_refused_and_the_first_goes_on(
    server: Server, graph_server: Graph, files: tuple[Path, Path], whole: Dump
) -> None:
    child = start_child(server, "load", files[1], at=4, how="wait")
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
    child = start_child(server, "load", files[1], at=4, how="wait")
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
    assert_answers_are_exact(graph_server)
    load_file(graph_server, files[1])
    assert dump_graph(graph_server) == whole


def test_a_load_whose_lock_the_server_has_ended_stops_before_its_next_stage(
    graph_server: Graph, files: tuple[Path, Path], whole: Dump
) -> None:
    load_file(graph_server, files[0], dataset="city")

    def end_idle_transactions(stage: str, done: int, total: int | None) -> None:
        if stage == "writing" and done == 0:
            with graph_server._driver.session() as session:
                running = session.run("SHOW TRANSACTIONS").data()
                idle = [one["transactionId"] for one in running if not one["currentQuery"]]
                assert len(idle) == 1
                session.run("TERMINATE TRANSACTIONS $idle", idle=idle).consume()

    with pytest.raises(StoreUnavailable, match="gave up the lock of this load"):
        load_file(graph_server, files[1], dataset="city", progress=end_idle_transactions)
    assert_answers_are_exact(graph_server)
    load_file(graph_server, files[1], dataset="city")
    assert dump_graph(graph_server) == whole
