"""The statements of perto, read from the folders of queries/cypher: one statement a file, found by name."""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

_PARAMETER = re.compile(r"\$(\w+)")


@dataclass(frozen=True, slots=True)
class Statement:
    """One Cypher file: its name, what it returns (its first line), its text, and the $names in it."""

    name: str
    description: str
    cypher: str
    parameters: frozenset[str]


@cache
def get_statement(name: str) -> Statement:
    """Return the statement of this name; raises KeyError where there is no such file."""
    path = _find_files().get(name)
    if path is None:
        raise KeyError(f"no statement named {name!r} in queries/cypher")
    first, _, rest = path.read_text(encoding="utf-8").partition("\n")
    if not first.startswith("// "):
        raise ValueError(f"{name}.cypher must begin with a // line that says what it returns")
    body = rest.strip()
    code = re.sub(r"//[^\n]*", "", body)
    return Statement(name, first[3:].strip(), body, frozenset(_PARAMETER.findall(code)))


def list_statements() -> list[str]:
    """Return the names of all statements, sorted, without the schema."""
    return sorted(name for name in _find_files() if name != "schema")


@cache
def _find_files() -> dict[str, Traversable]:
    """Return the file of each statement by its name, whichever folder of queries/cypher it is in."""
    folders = [folder for folder in (files("queries") / "cypher").iterdir() if folder.is_dir()]
    return {
        path.name.removesuffix(".cypher"): path
        for folder in folders
        for path in folder.iterdir()
        if path.name.endswith(".cypher")
    }
