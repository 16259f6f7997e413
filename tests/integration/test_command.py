"""The command as people call it: a process of its own, what it prints, and its exit code."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from queries.graph import Graph
from tests.integration.conftest import Server
from tests.osm_xml import node, write_osm
from tests.sample_graph import SAMPLE, load_sample

Command = Callable[..., subprocess.CompletedProcess[str]]
QUESTION = "cafes within 100 m of a fountain"


@pytest.fixture(scope="module")
def loaded(graph_server: Graph) -> None:
    load_sample(graph_server)


@pytest.fixture
def command(server: Server, loaded: None, tmp_path: Path) -> Command:
    """Run perto on the tests' Neo4j with the sample loaded, in an empty home."""

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return start([sys.executable, "-m", "perto", *arguments], server, tmp_path, environment)

    return run


@pytest.fixture
def shell(server: Server, loaded: None, tmp_path: Path) -> Command:
    """Run a script of bash in which `perto` is the command with the arguments; its output is buffered."""

    def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        perto = script.replace("perto", '"$@"', 1)
        call = ["bash", "-c", perto, "bash", sys.executable, "-m", "perto", *arguments]
        return start(call, server, tmp_path, {"PYTHONUNBUFFERED": ""})

    return run


def start(
    call: list[str], server: Server, folder: Path, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    settings = {
        "NEO4J_URI": server.uri,
        "NEO4J_USER": server.user,
        "NEO4J_PASSWORD": server.password,
        "PERTO_HOME": str(folder / "home"),
    }
    return subprocess.run(
        call,
        env={**os.environ, **settings, **environment},
        capture_output=True,
        text=True,
        errors="replace",
        timeout=120,
        check=False,
    )


def said(result: subprocess.CompletedProcess[str]) -> str:
    """Return the one line of an error: nothing on stdout, no traceback."""
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert len(lines) == 1, result.stderr
    assert lines[0].startswith("perto: ")
    return lines[0]


def test_an_answer_is_text_and_exit_code_0(command: Command) -> None:
    result = command("ask", QUESTION, "--mode", "graph")
    assert result.returncode == 0
    assert "100 m" in result.stdout
    assert "find_near_pairs" in result.stdout


def test_json_is_one_object_with_the_schemas_fields(command: Command) -> None:
    result = command("ask", QUESTION, "--mode", "graph", "--json", "--limit", "all")
    answer = json.loads(result.stdout)
    assert answer["outcome"] == "answered"
    assert answer["total_pairs"] == len(answer["pairs"]) > 0
    assert max(pair["distance_m"] for pair in answer["pairs"]) <= 100


def test_nothing_found_is_exit_code_0_and_not_understood_is_3(command: Command) -> None:
    assert command("ask", "pharmacies within 1 m of a school", "--mode", "graph").returncode == 0
    refused = command("ask", "unicorns near a park", "--mode", "graph")
    assert refused.returncode == 3
    assert "unicorns" in refused.stdout


def test_without_vectors_hybrid_answers_by_the_graph_and_says_so(command: Command) -> None:
    result = command("ask", QUESTION, "--json", QDRANT_URL="http://127.0.0.1:9")
    answer = json.loads(result.stdout)
    assert result.returncode == 0
    assert answer["outcome"] == "answered"
    assert any("127.0.0.1:9" in note for note in answer["notes"])


def test_a_map_is_written_whole(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "map.html"
    result = command("ask", QUESTION, "--mode", "graph", "--map", str(path))
    assert result.returncode == 0
    assert path.read_text(encoding="utf-8").rstrip().endswith("</html>")


@pytest.mark.parametrize("path", ["", ".", "no-such-folder/map.html", "/dev/null"])
def test_a_map_that_can_not_be_written_is_refused_before_anything_is_said(
    command: Command, path: str
) -> None:
    result = command("ask", QUESTION, "--mode", "graph", "--map", path)
    assert result.returncode == 2
    assert "can't write the map" in said(result)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PERTO_READ_TIMEOUT_S", "soon"),
        ("PERTO_DEFAULT_RADIUS_M", "nan"),
        ("PERTO_EMBEDDING_ADAPTER", "psychic"),
    ],
)
def test_a_setting_that_can_not_be_meant_is_one_line_and_exit_code_2(
    command: Command, name: str, value: str
) -> None:
    result = command("ask", QUESTION, **{name: value})
    assert result.returncode == 2
    assert f"{name} can't be '{value}'" in said(result)


def test_an_encoding_without_all_signs_loses_signs_and_not_the_answer(command: Command) -> None:
    question = "quantas fontes há perto de um parque?"
    for encoding in ("ascii", "latin-1"):
        text = command("ask", question, "--mode", "graph", PYTHONIOENCODING=encoding)
        assert (text.returncode, text.stderr) == (0, "")
        assert "500 m" in text.stdout
    answer = json.loads(
        command("ask", question, "--json", "--mode", "graph", PYTHONIOENCODING="ascii").stdout
    )
    assert answer["question"] == question


def test_perto_alone_shows_its_help_as_it_is(command: Command) -> None:
    result = command()
    assert result.returncode == 2
    assert "\n  ask" in result.stderr


@pytest.mark.parametrize("arguments", [("services",), ("ask", QUESTION, "--mode", "graph", "--json")])
def test_a_reader_who_leaves_early_is_no_error(shell: Command, arguments: tuple[str, ...]) -> None:
    result = shell("perto | true; exit ${PIPESTATUS[0]}", *arguments)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("arguments", [("services",), ("ask", QUESTION, "--mode", "graph", "--json")])
def test_a_full_disk_under_the_output_is_one_line_and_exit_code_1(
    shell: Command, arguments: tuple[str, ...]
) -> None:
    result = shell("perto >/dev/full", *arguments)
    assert result.returncode == 1
    assert "no space left on device" in said(result).lower()


@pytest.mark.parametrize("question", ["", "   ", "café " * 20_000, "cafes\x1b[31m"])
def test_what_is_no_question_at_all_is_not_understood_in_two_lines(command: Command, question: str) -> None:
    result = command("ask", question)
    assert result.returncode == 3
    assert len(result.stdout) < 400
    assert len(result.stdout.splitlines()) == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("ask", QUESTION, "--mode", "psychic"),
        ("ask", QUESTION, "--measure", "feet"),
        ("ask", QUESTION, "--order", "random"),
        ("ask", QUESTION, "--limit", "0"),
        ("ask", QUESTION, "--limit", "many"),
        ("ask", QUESTION, "--dataset", "atlantis"),
        ("ask", QUESTION, "--no-such-option"),
        ("ask",),
        ("cypher", " "),
        ("cypher", " ", "--json"),
        ("cypher", "--json"),
        ("cypher", "RETUR 1", "--json"),
        ("cypher", "RETURN 1; RETURN 2", "--json"),
        ("cypher", ":param a => 1", "--json"),
        ("cypher", "RETURN $missing", "--json"),
        ("cypher", "RETURN 1 / 0", "--json"),
        ("cypher", "CREATE (:Scribble)", "--json"),
        ("no-such-command",),
        ("load",),
        ("load", "no-such-file.osm.pbf"),
        ("load", str(SAMPLE), "--near-m", "0"),
        ("load", str(SAMPLE), "--near-m", "-5"),
        ("load", str(SAMPLE), "--near-m", "nan"),
        ("load", str(SAMPLE), "--near-m", "20004000"),
        ("load", str(SAMPLE), "--near-m", "wide"),
        ("load", str(SAMPLE), str(SAMPLE), "--dataset", "one-for-two"),
    ],
)
def test_a_wrong_call_is_one_line_and_exit_code_2(command: Command, arguments: tuple[str, ...]) -> None:
    result = command(*arguments)
    assert result.returncode == 2
    said(result)


@pytest.mark.parametrize("radius", ["0 m", "-5 m", "NaN m", "30000 km"])
def test_a_radius_that_is_no_distance_is_not_understood(command: Command, radius: str) -> None:
    result = command("ask", f"cafes within {radius} of a park", "--mode", "graph")
    assert result.returncode == 3


def test_an_unreadable_source_is_one_line_and_exit_code_1_and_changes_nothing(
    command: Command, tmp_path: Path
) -> None:
    before = command("datasets", "--json").stdout
    empty = tmp_path / "empty.osm.pbf"
    empty.touch()
    text = tmp_path / "text.osm.pbf"
    text.write_text("this is no map\n" * 1000)
    half = tmp_path / "half.osm.pbf"
    half.write_bytes(SAMPLE.read_bytes()[: SAMPLE.stat().st_size // 2])
    for path in (empty, text, half):
        result = command("load", str(path))
        assert result.returncode == 1, path
        assert path.name in result.stderr.splitlines()[-1]
        assert "Traceback" not in result.stderr
    assert command("datasets", "--json").stdout == before


def test_a_report_that_can_not_be_written_is_refused_before_the_load(
    command: Command, tmp_path: Path
) -> None:
    before = command("datasets", "--json").stdout
    file = write_osm(tmp_path / "city.osm", node(1, 60.17, 24.94, amenity="cafe"))
    (tmp_path / "file").touch()
    for report in (tmp_path, tmp_path / "none" / "report.json", tmp_path / "file" / "report.json"):
        result = command("load", str(file), "--no-embed", "--report", str(report))
        assert result.returncode == 2, report
        assert said(result).startswith(f"perto: can't write the report to '{report}'")
    assert command("datasets", "--json").stdout == before
    report = tmp_path / "report.json"
    missing = command("load", str(tmp_path / "none.osm"), "--no-embed", "--report", str(report))
    assert (missing.returncode, report.exists()) == (2, False)


def test_ctrl_c_is_one_line_and_exit_code_130(tmp_path: Path) -> None:
    # a process in the background of a script is deaf to it
    hearing = "import signal; signal.signal(2, signal.default_int_handler); import perto; perto.main()"
    with socket.create_server(("127.0.0.1", 0)) as silent:
        uri = f"bolt://127.0.0.1:{silent.getsockname()[1]}"
        asking = subprocess.Popen(
            [sys.executable, "-c", hearing, "ask", QUESTION],
            env={**os.environ, "NEO4J_URI": uri, "PERTO_HOME": str(tmp_path)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        client, _ = silent.accept()
        with client:
            asking.send_signal(signal.SIGINT)
            output, errors = asking.communicate(timeout=60)
    assert (asking.returncode, output, errors) == (130, "", "perto: interrupted\n")


def test_ones_own_neo4j_that_is_down_is_exit_code_4_and_never_replaced(command: Command) -> None:
    result = command("ask", QUESTION, NEO4J_URI="bolt://127.0.0.1:9")
    assert result.returncode == 4
    assert "127.0.0.1:9" in said(result)


def test_a_wrong_password_is_exit_code_4_and_says_so(command: Command) -> None:
    result = command("ask", QUESTION, NEO4J_PASSWORD="wrong-password")
    assert result.returncode == 4
    assert "NEO4J_PASSWORD" in said(result)


def test_services_and_datasets_are_listed(command: Command) -> None:
    services = json.loads(command("services", "--json").stdout)["services"]
    assert {(row["id"], row["label_pt"]) for row in services} >= {("park", "parque"), ("cafe", "café")}
    assert [row["id"] for row in json.loads(command("datasets", "--json").stdout)["datasets"]] == ["helsinki"]


def test_zones_are_listed_with_what_they_hold(command: Command) -> None:
    zones = json.loads(command("zones", "--resolution", "8", "--json").stdout)["zones"]
    assert {row["resolution"] for row in zones} == {8}
    assert sum(row["counts"].get("cafe", 0) for row in zones) > 0
    lines = command("zones", "--resolution", "8").stdout.splitlines()
    assert [line.split()[0] for line in lines] == [row["id"] for row in zones]
    assert command("zones", "--resolution", "6").returncode == 2


def test_the_console_reads_and_refuses_to_write_unless_told(command: Command) -> None:
    assert "1" in command("cypher", "RETURN 1 AS one").stdout
    refused = command("cypher", "CREATE (:Scribble)")
    assert refused.returncode != 0
    assert "Scribble" not in command("cypher", "MATCH (n:Scribble) RETURN n").stdout.replace("n:Scribble", "")


def test_a_statement_as_json_is_one_object_with_columns_rows_and_changes(command: Command) -> None:
    assert json.loads(command("cypher", "RETURN 1 AS one, ['é', null] AS list;", "--json").stdout) == {
        "statement": "RETURN 1 AS one, ['é', null] AS list;",
        "columns": ["one", "list"],
        "rows": [[1, ["é", None]]],
        "changes": {},
    }
    refused = command("cypher", "CREATE (:Scribble)", "--json")
    assert said(refused).endswith("to change the graph: --write")
    write = "UNWIND [1, 2] AS n CALL (n) { CREATE (s:Scribble) DELETE s } IN TRANSACTIONS OF 1 ROWS"
    changes = json.loads(command("cypher", write, "--json", "--write").stdout)["changes"]
    assert (changes["nodes_created"], changes["nodes_deleted"]) == (2, 2)


def test_a_statement_as_json_needs_a_store(command: Command) -> None:
    result = command("cypher", "RETURN 1", "--json", NEO4J_URI="bolt://127.0.0.1:9")
    assert result.returncode == 4
    assert "127.0.0.1:9" in said(result)
