"""The life of the real local Neo4j: started, reused, killed, found again, asked from the console."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from queries.console.console import Console, open_console, run_statement
from queries.errors import StatementRefused, StoreRefused, StoreUnavailable
from queries.graph import Graph
from queries.settings import HomeSettings, Neo4jSettings
from queries.stores.choose import open_graph, start_graph_store, stop_graph_store
from queries.stores.jars import find_faults, load_jars
from queries.stores.local_neo4j import stop_local
from queries.stores.neo4j_files import LocalFiles
from queries.stores.neo4j_process import find_running
from queries.stores.neo4j_server import fetch_server
from queries.stores.status import status
from tests.repository import serve


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HomeSettings]:
    """A home with a running server; its path has what paths may have."""
    home = HomeSettings(home=tmp_path_factory.mktemp("a home, größer"))
    open_graph(home=home).close()
    yield home
    stop_graph_store(home=home)


@pytest.fixture(scope="module")
def files(home: HomeSettings) -> LocalFiles:
    return LocalFiles.of(home.home)


@pytest.fixture(scope="module")
def console(home: HomeSettings) -> Console:
    return open_console(home=home)


def servers_of(files: LocalFiles) -> set[int]:
    found = set()
    for process in psutil.process_iter(["cmdline"]):
        if f"--home-dir={files.root}" in (process.info["cmdline"] or ()):
            found.add(process.pid)
    return found


def start_elsewhere(home: HomeSettings) -> subprocess.Popen[str]:
    """Open the graph in a process and a session of its own; it prints the address and stays."""
    code = (
        "import time; from queries.stores.choose import open_graph\n"
        "print(open_graph().uri, flush=True); time.sleep(120)"
    )
    environment = os.environ | {"PERTO_HOME": str(home.home), "PERTO_CACHE": str(home.cache)}
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def count_nodes(graph: Graph) -> int:
    with graph._driver.session() as session:
        record = session.run("MATCH (n:Kept) RETURN count(n) AS n").single(strict=True)
        return int(record["n"])


def test_a_server_that_is_up_is_reused(home: HomeSettings, files: LocalFiles) -> None:
    before = find_running(files)
    assert before is not None
    with open_graph(home=home) as graph:
        assert graph.uri == f"bolt://127.0.0.1:{before.port}"
    assert start_graph_store(home=home).uri == graph.uri
    assert find_running(files) == before
    assert servers_of(files) == {before.pid}


def test_it_listens_on_loopback_only(files: LocalFiles) -> None:
    running = find_running(files)
    assert running is not None
    listening = {
        connection.laddr
        for connection in psutil.Process(running.pid).net_connections()
        if connection.status == psutil.CONN_LISTEN
    }
    assert {address.ip.removeprefix("::ffff:") for address in listening} == {"127.0.0.1"}
    assert {address.port for address in listening} == {running.port}


def test_its_password_is_its_owners_alone_and_on_no_command_line(files: LocalFiles) -> None:
    running = find_running(files)
    assert running is not None
    assert files.password.stat().st_mode & 0o777 == 0o600
    assert files.root.stat().st_mode & 0o777 == 0o700
    assert not any(files.password.read_text() in part for part in psutil.Process(running.pid).cmdline())


def test_status_tells_where_everything_is(home: HomeSettings, files: LocalFiles) -> None:
    found = status(home=home)
    running = find_running(files)
    assert running is not None
    assert (found.neo4j, found.neo4j_up, found.neo4j_version) == ("local", True, "5.26.30")
    assert (found.neo4j_pid, found.neo4j_uri) == (running.pid, f"bolt://127.0.0.1:{running.port}")
    assert found.neo4j_logs is not None
    assert "Started." in (Path(found.neo4j_logs) / "console.log").read_text()
    assert found.neo4j_data_bytes is not None
    assert 100_000 < found.neo4j_data_bytes < 100_000_000
    assert found.server_fetched


def test_a_wrong_password_to_ones_own_server_is_refused_and_no_other_is_used(home: HomeSettings) -> None:
    uri = start_graph_store(home=home).uri
    with pytest.raises(StoreRefused, match="Check NEO4J_USER") as caught:
        open_graph(home=home, neo4j=Neo4jSettings(uri=uri, password="wrong"))
    assert "\n" not in str(caught.value)
    with pytest.raises(StoreUnavailable, match="does not answer"):
        open_graph(home=home, neo4j=Neo4jSettings(uri="bolt://127.0.0.1:9", password="x"))


def test_the_console_reads(console: Console, tmp_path: Path) -> None:
    with (tmp_path / "out").open("w") as output:
        code = console.run(
            "RETURN $n + 1 AS next, $`a name` AS name",
            parameters={"n": "1", "a name": "'São João'"},
            output=output,
        )
    assert code == 0
    assert (tmp_path / "out").read_text().splitlines() == ["next, name", '2, "São João"']


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("CREATE (n:Kept)", "Writing in read access mode not allowed"),
        ("ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'bbbbbbbb'", "Writing in read access mode not allowed"),
        ("LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line", "allow_csv_import_from_file_urls"),
        ("RETUR 1", "Invalid input 'RETUR'"),
    ],
)
def test_the_console_refuses_to_write_and_to_read_files_and_passes_the_exit_code_on(
    console: Console, tmp_path: Path, statement: str, said: str
) -> None:
    with (tmp_path / "err").open("w") as errors:
        assert console.run(statement, errors=errors) == 1
    assert said in (tmp_path / "err").read_text()


def test_a_statement_with_its_parameters_runs_as_it_is_written(console: Console, home: HomeSettings) -> None:
    written = ":param {kind: 'café', radius_m: 1.5}\n:param n => [1, 2]\n"
    statement = f"{written}\nRETURN $kind AS k, $radius_m * 2 AS m, $n AS n"
    with (home.home / "output").open("w") as output:
        assert console.run(f"{statement};", output=output) == 0
    assert (home.home / "output").read_text().splitlines() == ["k, m, n", '"café", 3.0, [1, 2]']
    table = run_statement(statement, home=home)
    assert (table.columns, table.rows) == (["k", "m", "n"], [["café", 3.0, [1, 2]]])
    with pytest.raises(StatementRefused, match="before a statement"):
        run_statement(":param {a: 1}", home=home)


def test_the_console_writes_when_told_to(console: Console, home: HomeSettings) -> None:
    with open_graph(home=home) as graph:
        before = count_nodes(graph)
        assert console.run("CREATE (n:Kept)", write=True) == 0
        assert count_nodes(graph) == before + 1


def test_the_console_leaves_nothing_in_the_users_home(console: Console, home: HomeSettings) -> None:
    assert console.history.parent == home.home


def test_a_server_whose_note_is_lost_is_found_again(home: HomeSettings, files: LocalFiles) -> None:
    before = find_running(files)
    files.running.unlink()
    open_graph(home=home).close()
    assert find_running(files) == before


def test_killed_it_is_started_once_by_two_processes_and_outlives_them(
    home: HomeSettings, files: LocalFiles
) -> None:
    before = find_running(files)
    assert before is not None
    with open_graph(home=home) as graph:
        kept = count_nodes(graph)
    psutil.Process(before.pid).send_signal(signal.SIGKILL)
    with start_elsewhere(home) as one, start_elsewhere(home) as other:
        try:
            assert one.stdout is not None
            assert other.stdout is not None
            addresses = {one.stdout.readline().strip(), other.stdout.readline().strip()}
            assert addresses == {f"bolt://127.0.0.1:{before.port}"}
            after = find_running(files)
            assert after is not None
            assert after.pid != before.pid
            assert servers_of(files) == {after.pid}
        finally:
            for process in (one, other):
                os.killpg(process.pid, signal.SIGINT)  # what Ctrl-C in their terminal sends
                process.kill()  # where whoever runs the tests has SIGINT ignored
    assert find_running(files) == after
    with open_graph(home=home) as graph:
        assert count_nodes(graph) == kept
    assert servers_of(files) == {after.pid}


def test_where_another_took_its_port_it_moves_and_keeps_its_data(
    home: HomeSettings, files: LocalFiles
) -> None:
    before = find_running(files)
    assert before is not None
    with open_graph(home=home) as graph:
        kept = count_nodes(graph)
    assert stop_graph_store(home=home)
    assert not stop_graph_store(home=home)
    assert servers_of(files) == set()
    with socket.create_server(("127.0.0.1", before.port)), open_graph(home=home) as graph:
        assert graph.uri != f"bolt://127.0.0.1:{before.port}"
        assert count_nodes(graph) == kept


def test_a_damaged_cache_is_repaired_jar_by_jar(home: HomeSettings, tmp_path: Path) -> None:
    whole = fetch_server(home.cache)
    copy = tmp_path / whole.name
    shutil.copytree(whole, copy, copy_function=os.link)
    missing, short = load_jars()[3], load_jars()[-1]
    data = short.path_in(copy).read_bytes()
    for jar in (missing, short):
        jar.path_in(copy).unlink()
    short.path_in(copy).write_bytes(data[: len(data) // 2])
    with serve({jar.url_path: jar.path_in(whole).read_bytes() for jar in (missing, short)}) as repository:
        assert fetch_server(tmp_path, repository=repository.url) == copy
        assert sorted(repository.asked) == sorted([missing.url_path, short.url_path])
    assert find_faults(copy, load_jars()) == []


def test_another_home_has_another_server(home: HomeSettings, tmp_path: Path) -> None:
    assert status(home=HomeSettings(home=tmp_path)).neo4j_up is False
    assert not stop_local(tmp_path)
