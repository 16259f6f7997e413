"""Which store is used, and the files of the local one, without any store."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import queries.stores.containers
import queries.stores.local_neo4j
import queries.stores.neo4j_process
from queries.errors import StoreRefused, StoreUnavailable
from queries.settings import ComposeSettings, HomeSettings, Neo4jSettings, QdrantSettings, child_environment
from queries.stores.choose import (
    find_graph_store,
    find_qdrant_url,
    open_graph,
    open_vector_store,
    start_graph_store,
)
from queries.stores.containers import find_containers
from queries.stores.local_neo4j import start_local, stop_local
from queries.stores.neo4j_files import (
    LocalFiles,
    choose_port,
    last_useful_line,
    make_password,
    read_password,
    read_port,
    render_conf,
    write_private,
)
from queries.stores.neo4j_process import Running, find_running, search_running
from queries.stores.status import status

OWN = Neo4jSettings(uri="bolt://127.0.0.1:9", user="me", password="mine", database="city")


@pytest.fixture
def home(tmp_path: Path) -> HomeSettings:
    return HomeSettings(home=tmp_path / "home", cache=tmp_path / "cache")


def fake_docker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, ps: str, host: str = "unix:///var/run/docker.sock"
) -> None:
    """Put a docker on the PATH that tells of these containers and this engine."""
    script = tmp_path / "bin" / "docker"
    script.parent.mkdir()
    script.write_text(f"#!/bin/sh\ncase $1 in ps) {ps};; context) echo {host};; esac\n")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{script.parent}:{os.environ['PATH']}")


def told(folder: Path, service: str, ports: str, status: str = "Up 2 minutes (healthy)") -> str:
    return json.dumps({"service": service, "folder": str(folder), "status": status, "ports": ports})


@pytest.fixture
def containers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two containers of this project on an engine of this machine; the folder of its compose file."""
    (tmp_path / ".env").write_text("NEO4J_PASSWORD='of the $file'\n")
    (tmp_path / "listed").write_text(
        told(tmp_path, "neo4j", "7473-7474/tcp, 127.0.0.1:17687->7687/tcp") + "\n"
        + told(tmp_path, "qdrant", "6334/tcp, 0.0.0.0:16333->6333/tcp, [::]:16333->6333/tcp") + "\n"
    )  # fmt: skip
    fake_docker(tmp_path, monkeypatch, ps=f"cat {tmp_path / 'listed'}")
    return tmp_path


# the order


def test_ones_own_server_comes_before_containers(containers: Path, home: HomeSettings) -> None:
    store = find_graph_store(home=home, neo4j=OWN)
    assert store is not None
    assert (store.kind, store.uri, store.user, store.password, store.database) == (
        ("own", "bolt://127.0.0.1:9", "me", "mine", "city")
    )
    assert "mine" not in repr(store)
    assert find_qdrant_url(qdrant=QdrantSettings(url="http://own:1")) == "http://own:1"


def test_containers_come_before_the_local_store(containers: Path, home: HomeSettings) -> None:
    store = find_graph_store(home=home)
    assert store is not None
    assert (store.kind, store.uri, store.password) == ("compose", "bolt://127.0.0.1:17687", "of the $file")
    assert find_qdrant_url() == "http://127.0.0.1:16333"


def test_without_any_there_is_none(home: HomeSettings) -> None:
    assert find_graph_store(home=home) is None
    assert find_qdrant_url() is None


def test_ones_own_server_that_is_down_is_an_error_and_nothing_else_is_started(
    home: HomeSettings, containers: Path
) -> None:
    for call in (open_graph, start_graph_store):
        with pytest.raises(StoreUnavailable, match=r"does not answer at bolt://127\.0\.0\.1:9") as caught:
            call(home=home, neo4j=OWN)
        assert "\n" not in str(caught.value)
    assert not home.home.exists()


def test_nothing_is_started_where_that_is_not_wanted(home: HomeSettings) -> None:
    with pytest.raises(StoreUnavailable, match="perto up"):
        open_graph(home=home, start=False)
    assert not home.home.exists()


def test_a_container_without_its_password_says_where_it_is_missing(
    containers: Path, home: HomeSettings
) -> None:
    (containers / ".env").write_text("OTHER=1\n")
    with pytest.raises(StoreRefused, match=r"\.env holds no NEO4J_PASSWORD"):
        find_graph_store(home=home)
    assert status(home=home).neo4j_problem is not None


def test_a_container_whose_port_is_not_published_is_not_used(containers: Path, home: HomeSettings) -> None:
    (containers / "listed").write_text(told(containers, "neo4j", "7473-7474/tcp, 7687/tcp"))
    assert find_graph_store(home=home) is None


def test_an_engine_on_another_machine_has_no_containers_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "listed").write_text(told(tmp_path, "neo4j", "127.0.0.1:7687->7687/tcp"))
    fake_docker(tmp_path, monkeypatch, ps=f"cat {tmp_path / 'listed'}", host="ssh://elsewhere")
    assert find_containers("perto") == {}


@pytest.mark.parametrize("ps", ["exit 1", "exec sleep 20"])
def test_a_client_without_an_engine_is_no_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ps: str
) -> None:
    fake_docker(tmp_path, monkeypatch, ps=ps)
    monkeypatch.setattr(queries.stores.containers, "_TIMEOUT_S", 0.2)
    assert find_containers("perto") == {}


def test_the_engine_is_asked_for_this_project_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_docker(tmp_path, monkeypatch, ps=f'echo "$@" >{tmp_path / "asked"}')
    find_containers("mine")
    assert "label=com.docker.compose.project=mine" in (tmp_path / "asked").read_text()
    assert ComposeSettings(project_name="x").project_name == "x"


def test_a_starting_container_is_known_as_such(containers: Path, home: HomeSettings) -> None:
    ports = "127.0.0.1:17687->7687/tcp"
    (containers / "listed").write_text(told(containers, "neo4j", ports, "Up 3 seconds (health: starting)"))
    store = find_graph_store(home=home)
    assert store is not None
    assert store.starting


def test_status_tells_of_nothing_without_starting_it(home: HomeSettings) -> None:
    found = status(home=home)
    assert (found.neo4j, found.neo4j_up, found.neo4j_pid) == ("local", False, None)
    assert found.neo4j_problem == "not up; start it: perto up"
    assert found.neo4j_logs == str(home.home / "neo4j" / "logs")
    assert (found.qdrant, found.qdrant_folder) == ("local", str(home.home / "qdrant"))
    assert not found.server_fetched
    assert not home.home.exists()


def test_a_program_we_start_gets_nothing_of_the_users_own_neo4j(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_PASSWORD", "of the user")
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-Xmx1m")
    monkeypatch.setenv("KEPT", "yes")
    environment = child_environment(NEO4J_HOME="/x")
    assert {k: v for k, v in environment.items() if k.startswith(("NEO4J", "JAVA", "KEPT"))} == {
        "NEO4J_HOME": "/x",
        "KEPT": "yes",
    }


# the files of the local one


def test_the_password_is_random_and_readable_by_its_owner_alone(tmp_path: Path) -> None:
    files = [LocalFiles(tmp_path / name) for name in ("one", "two")]
    for each in files:
        make_password(each)
        make_password(each)  # a second time changes nothing
    passwords = {read_password(each) for each in files}
    assert len(passwords) == 2
    assert all(len(password) == 48 for password in passwords)
    assert files[0].password.stat().st_mode & 0o777 == 0o600


def test_a_lost_password_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(StoreRefused, match="put it back, or remove"):
        read_password(LocalFiles(tmp_path))


def test_the_configuration_keeps_to_loopback_and_refuses_files() -> None:
    lines = set(render_conf(17687).splitlines())
    assert {
        "server.default_listen_address=127.0.0.1",
        "server.bolt.listen_address=127.0.0.1:17687",
        "server.http.enabled=false",
        "server.https.enabled=false",
        "dbms.security.allow_csv_import_from_file_urls=false",
        "db.transaction.monitor.check.interval=100ms",
        "server.bolt.connection_keep_alive=10s",
        "dbms.usage_report.enabled=false",
    } <= lines


def test_the_port_is_kept_while_it_is_free(tmp_path: Path) -> None:
    files = LocalFiles(tmp_path)
    assert read_port(files) is None
    port = choose_port(None)
    write_private(files.conf, render_conf(port))
    assert read_port(files) == port
    assert choose_port(port) == port
    with socket.create_server(("127.0.0.1", port)):
        assert choose_port(port) not in {port, 0}


@pytest.mark.parametrize(
    "noted", ["", "{}", "[]", '{"pid": 999999999, "port": 1}', '{"pid": "x", "port": 1}']
)
def test_a_note_that_is_stale_or_broken_names_no_process(tmp_path: Path, noted: str) -> None:
    files = LocalFiles(tmp_path)
    files.running.write_text(noted)
    assert find_running(files) is None
    assert search_running(files) is None


def test_an_id_that_is_another_programs_now_is_not_the_server(tmp_path: Path) -> None:
    files = LocalFiles(tmp_path)
    files.running.write_text(json.dumps({"pid": os.getpid(), "port": 1}))
    assert find_running(files) is None


def stand_in(files: LocalFiles) -> subprocess.Popen[bytes]:
    code = "import time; print(flush=True); time.sleep(60)"
    command = [sys.executable, "-c", code, f"--home-dir={files.root}"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    return process


def test_a_server_that_nobody_noted_is_found_by_its_command_line(tmp_path: Path) -> None:
    files = LocalFiles(tmp_path)
    write_private(files.conf, render_conf(17687))
    with stand_in(files) as process:
        try:
            assert find_running(files) is None
            assert search_running(files) == Running(process.pid, 17687)
            assert find_running(files) == Running(process.pid, 17687)
            assert search_running(LocalFiles(tmp_path / "other")) is None
        finally:
            process.kill()
        # ended, and a zombie until it is waited for: dead all the same
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        assert find_running(files) is None


def test_stopping_what_never_started_makes_nothing(tmp_path: Path) -> None:
    assert not stop_local(tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_a_failed_start_tells_the_cause_and_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = LocalFiles.of(tmp_path)
    (files.data / "databases").mkdir(parents=True)
    write_private(files.password, "x" * 8)
    script = "echo Starting...; echo 'Caused by: java.io.IOException: No space left on device'; echo at x.y"
    command = ["/bin/sh", "-c", f"sleep 0.2; {script}", f"--home-dir={files.root}"]
    monkeypatch.setattr(queries.stores.local_neo4j, "fetch_server", lambda cache, progress: cache)
    monkeypatch.setattr(queries.stores.neo4j_process, "server_command", lambda jars, home: command)
    monkeypatch.setattr(queries.stores.local_neo4j, "_GONE_S", 0.3)
    with pytest.raises(StoreUnavailable) as caught:
        start_local(tmp_path, tmp_path)
    assert str(caught.value) == (
        "the local Neo4j did not start: Caused by: java.io.IOException: No space left on device "
        f"(log: {files.console})"
    )


def test_a_home_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreUnavailable, match="set PERTO_HOME"):
        start_local(tmp_path / "file", tmp_path)


@pytest.mark.parametrize(
    ("log", "line"),
    [
        ("a\nERROR one\nCaused by: two\n at x\nStopped.\n", "Caused by: two"),
        ('Exception in thread "main" X: bad\n at y\nStopped.\n', 'Exception in thread "main" X: bad'),
        ("INFO Starting...\nERROR no\nINFO Stopped.\n", "ERROR no"),
        ("INFO Starting...\n\n", "INFO Starting..."),
        ("", None),
    ],
)
def test_the_last_useful_line_is_the_deepest_cause(tmp_path: Path, log: str, line: str | None) -> None:
    (tmp_path / "log").write_text(log)
    assert last_useful_line(tmp_path / "log") == line
    assert last_useful_line(tmp_path / "no log") is None


def test_without_a_server_the_vectors_are_in_the_home(home: HomeSettings) -> None:
    with open_vector_store("a model", home=home) as vectors:
        assert vectors.model == "a model"
    assert not (home.home / "neo4j").exists()
