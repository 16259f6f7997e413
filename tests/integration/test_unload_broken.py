"""Unloads that are killed: the graph stays true, and unloading or loading again mends it."""

import signal
from pathlib import Path

import pytest

from loader.load import load_file, unload
from queries.graph import Graph
from queries.statements.datasets import get_datasets
from tests.graph_dump import Dump, dump_graph, empty_graph
from tests.integration.conftest import Server
from tests.killed import assert_answers_are_exact, city, start_child
from tests.osm_xml import write_osm


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two data sets that share most places, the second of which is newer."""
    folder = tmp_path_factory.mktemp("cities")
    one = write_osm(folder / "one.osm", *city(later=False), time="2024-01-01T00:00:00Z")
    two = write_osm(folder / "two.osm", *city(later=True), time="2024-02-01T00:00:00Z")
    return one, two


@pytest.fixture(scope="module")
def unbroken(graph_server: Graph, files: tuple[Path, Path]) -> tuple[Dump, Dump]:
    """The graph with both data sets, and after an unload of the second that went through."""
    empty_graph(graph_server)
    for file in files:
        load_file(graph_server, file)
    both = dump_graph(graph_server)
    unload(graph_server, "two")
    left = dump_graph(graph_server)
    return both, left


@pytest.mark.parametrize(
    ("how", "at"),
    [
        ("before", "delete_covered"),
        ("during", "delete_place_sources"),
        ("during", "delete_road_sources"),
        ("before", "delete_area_sources"),
        ("before", "merge_has"),
        ("before", "merge_covered"),
        ("before", "merge_inherited"),
        ("before", "delete_dataset"),
    ],
)
def test_an_unload_killed_at_any_write_is_mended_by_unloading_or_loading_again(
    how: str,
    at: str,
    server: Server,
    graph_server: Graph,
    files: tuple[Path, Path],
    unbroken: tuple[Dump, Dump],
) -> None:
    both, left = unbroken
    for again in ("unload", "load"):
        load_file(graph_server, files[1])
        assert dump_graph(graph_server) == both
        child = start_child(server, "unload", "two", at=at, how=how)
        said, _ = child.communicate(timeout=120)
        assert (child.returncode, said.split()) == (-signal.SIGKILL, [at])
        states = {dataset.id: dataset.state for dataset in get_datasets(graph_server)}
        assert states == {"one": "complete", "two": "loading"}
        assert_answers_are_exact(graph_server)
        if again == "unload":
            unload(graph_server, "two")
            assert dump_graph(graph_server) == left
            assert_answers_are_exact(graph_server)
    load_file(graph_server, files[1])
    assert dump_graph(graph_server) == both
    assert_answers_are_exact(graph_server)
