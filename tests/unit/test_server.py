"""The fetch of the Neo4j server: what is whole, what is repaired, what is refused."""

import hashlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import queries.stores.neo4j_server
from queries.errors import StoreUnavailable
from queries.stores.jars import Jar, find_faults, load_jars, neo4j_version, render_jars
from queries.stores.neo4j_server import admin_command, fetch_server, server_command, shell_command
from tests.repository import Repository, serve

CONTENT = {name: random.Random(name).randbytes(200_000) for name in ("one", "two", "three")}
JARS = tuple(
    Jar("server", "org.example", name, "1.0", "", len(data), hashlib.sha256(data).hexdigest())
    for name, data in CONTENT.items()
)
PATHS = {jar.artifact: jar.url_path for jar in JARS}


@pytest.fixture
def repository(monkeypatch: pytest.MonkeyPatch) -> Iterator[Repository]:
    monkeypatch.setattr(queries.stores.neo4j_server, "load_jars", lambda: JARS)
    with serve({PATHS[name]: data for name, data in CONTENT.items()}) as repository:
        yield repository


def files_under(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*") if path.is_file() and path.name != ".lock"}


def test_the_pinned_jars_are_one_server_and_one_shell_each_name_once() -> None:
    jars = load_jars()
    assert len({jar.name for jar in jars}) == len(jars)
    assert {f"neo4j-{neo4j_version()}.jar", f"neo4j-server-{neo4j_version()}.jar"} <= {
        jar.name for jar in jars if jar.part == "server"
    }
    assert f"cypher-shell-{neo4j_version()}.jar" in {jar.name for jar in jars if jar.part == "shell"}


def test_jars_toml_is_what_render_writes() -> None:
    text = (Path(queries.stores.neo4j_server.__file__).parent / "jars.toml").read_text(encoding="utf-8")
    assert list(render_jars(neo4j_version(), load_jars())) == text.splitlines()


def test_a_jar_with_a_classifier_is_found_where_maven_keeps_it() -> None:
    jar = Jar("server", "io.netty", "netty-transport", "4.1", "linux-x86_64", 1, "")
    assert jar.url_path == "io/netty/netty-transport/4.1/netty-transport-4.1-linux-x86_64.jar"


def test_a_fetch_brings_every_jar_once_and_a_second_one_brings_nothing(
    tmp_path: Path, repository: Repository
) -> None:
    told: list[tuple[str, int, int | None]] = []
    folder = fetch_server(tmp_path, repository=repository.url, progress=lambda *what: told.append(what))
    assert files_under(folder) == {"one-1.0.jar", "two-1.0.jar", "three-1.0.jar"}
    assert sorted(repository.asked) == sorted(PATHS.values())
    assert "3 files" in told[0][0]
    assert (told[0][1:], told[-1][1:]) == ((0, 1), (1, 1))
    assert fetch_server(tmp_path, repository=repository.url) == folder
    assert len(repository.asked) == 3


@pytest.mark.parametrize("damage", ["missing", "short", "changed", "empty"])
def test_a_damaged_jar_alone_is_fetched_again(tmp_path: Path, repository: Repository, damage: str) -> None:
    folder = fetch_server(tmp_path, repository=repository.url)
    path = JARS[1].path_in(folder)
    if damage == "missing":
        path.unlink()
    else:
        good = path.read_bytes()
        path.write_bytes({"short": good[:1000], "changed": b"x" + good[1:], "empty": b""}[damage])
    assert find_faults(folder, JARS) == [JARS[1]]
    repository.asked.clear()
    fetch_server(tmp_path, repository=repository.url)
    assert repository.asked == [PATHS["two"]]
    assert find_faults(folder, JARS) == []


def test_a_download_cut_short_is_an_error_and_leaves_nothing_that_passes_for_whole(
    tmp_path: Path, repository: Repository
) -> None:
    repository.cut.add(PATHS["two"])
    with pytest.raises(StoreUnavailable) as caught:
        fetch_server(tmp_path, repository=repository.url)
    assert "two-1.0.jar" in str(caught.value)
    assert "run again" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert files_under(tmp_path) <= {"one-1.0.jar", "three-1.0.jar"}
    repository.cut.clear()
    assert find_faults(fetch_server(tmp_path, repository=repository.url), JARS) == []


def test_another_file_under_the_name_of_a_jar_is_refused(tmp_path: Path, repository: Repository) -> None:
    repository.files = {**repository.files, PATHS["one"]: os.urandom(200_000)}
    with pytest.raises(StoreUnavailable, match="SHA-256"):
        fetch_server(tmp_path, repository=repository.url)
    assert "one-1.0.jar" not in files_under(tmp_path)


def test_without_a_network_the_error_is_one_line_that_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries.stores.neo4j_server, "load_jars", lambda: JARS)
    with pytest.raises(StoreUnavailable) as caught:
        fetch_server(tmp_path, repository="http://127.0.0.1:9")
    assert "can't fetch" in str(caught.value)
    assert "Connection refused" in str(caught.value)
    assert "connect to the network" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


def test_a_fetch_killed_halfway_is_finished_by_the_next(tmp_path: Path, repository: Repository) -> None:
    repository.stuck.add(PATHS["two"])
    code = (
        "import sys, pathlib, queries.stores.neo4j_server; from tests.unit import test_server as t\n"
        "queries.stores.neo4j_server.load_jars = lambda: t.JARS\n"
        "queries.stores.neo4j_server.fetch_server(pathlib.Path(sys.argv[1]), repository=sys.argv[2])\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code, str(tmp_path), repository.url])
    assert repository.half_sent.wait(30)
    deadline = time.monotonic() + 30  # sent is not yet written
    while not list(tmp_path.rglob("*.part")) and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert list(tmp_path.rglob("*.part"))
    repository.stuck.clear()
    folder = fetch_server(tmp_path, repository=repository.url)
    assert files_under(folder) == {"one-1.0.jar", "two-1.0.jar", "three-1.0.jar"}
    assert find_faults(folder, JARS) == []


def test_a_cache_that_cannot_be_written_is_one_line(tmp_path: Path, repository: Repository) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreUnavailable, match="set PERTO_CACHE"):
        fetch_server(tmp_path / "file", repository=repository.url)


def test_command_lines_carry_both_folders_and_no_secret(tmp_path: Path) -> None:
    server = server_command(tmp_path, tmp_path / "home")
    assert server[-4:] == [
        "org.neo4j.server.CommunityEntryPoint",
        f"--home-dir={tmp_path / 'home'}",
        f"--config-dir={tmp_path / 'home' / 'conf'}",
        "--console-mode",
    ]
    assert "-Xmx1g" in server
    assert admin_command(tmp_path, "dbms", "x")[-2:] == ["dbms", "x"]
    shell = shell_command(tmp_path, "--", "RETURN 1")
    assert shell[shell.index("-cp") + 1] == f"{tmp_path / 'shell' / '*'}:{tmp_path / 'server' / '*'}"
