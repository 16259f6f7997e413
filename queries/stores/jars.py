"""The jars of the Neo4j server and of cypher-shell, pinned in jars.toml: which, how long, which digest."""

import hashlib
import tomllib
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

Part = Literal["server", "shell"]


@dataclass(frozen=True, slots=True)
class Jar:
    """One jar: Maven coordinate, length in bytes, SHA-256, and the program whose class path needs it.

    What the shell needs besides is in the server's jars too, so `shell` holds only its own.
    """

    part: Part
    group: str
    artifact: str
    version: str
    classifier: str
    size: int
    sha256: str

    @property
    def name(self) -> str:
        """The file's name in a Maven repository."""
        return "-".join(filter(None, (self.artifact, self.version, self.classifier))) + ".jar"

    @property
    def url_path(self) -> str:
        """The file's path in a Maven repository, without a leading slash."""
        return "/".join((*self.group.split("."), self.artifact, self.version, self.name))

    def path_in(self, folder: Path) -> Path:
        """Return where the jar lies in a folder of jars."""
        return folder / self.part / self.name

    def is_whole(self, path: Path) -> bool:
        """Say whether the file is there with the pinned length and digest."""
        try:
            if path.stat().st_size != self.size:
                return False
            with path.open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest() == self.sha256
        except OSError:
            return False


@cache
def load_jars() -> tuple[Jar, ...]:
    """Return the pinned jars, in the order of jars.toml."""
    return tuple(_jar(part, line) for part in ("server", "shell") for line in _pinned()[part])


@cache
def neo4j_version() -> str:
    """Return the version of the pinned server."""
    return str(_pinned()["neo4j"])


def find_faults(folder: Path, jars: Iterable[Jar]) -> list[Jar]:
    """Return the jars that are missing in the folder, short, or not what was pinned (140 MB: 0.2 s)."""
    jars = list(jars)
    with ThreadPoolExecutor(4) as pool:
        whole = pool.map(lambda jar: jar.is_whole(jar.path_in(folder)), jars)
        return [jar for jar, fine in zip(jars, whole, strict=True) if not fine]


def render_jars(neo4j: str, jars: Iterable[Jar]) -> Iterator[str]:
    """Yield the lines of jars.toml for these jars."""
    jars = sorted(jars, key=lambda jar: (jar.part, jar.group, jar.artifact, jar.version, jar.classifier))
    yield "# group:artifact:version[:classifier] bytes sha256 · by: python -m queries.stores.neo4j_server"
    yield f'neo4j = "{neo4j}"'
    for part in ("server", "shell"):
        yield f"{part} = ["
        for jar in (jar for jar in jars if jar.part == part):
            coordinate = ":".join(filter(None, (jar.group, jar.artifact, jar.version, jar.classifier)))
            yield f'    "{coordinate} {jar.size} {jar.sha256}",'
        yield "]"


@cache
def _pinned() -> dict[str, list[str]]:
    return tomllib.loads((files("queries.stores") / "jars.toml").read_text(encoding="utf-8"))


def _jar(part: Part, line: str) -> Jar:
    coordinate, size, sha256 = line.split()
    group, artifact, version, *classifier = coordinate.split(":")
    return Jar(part, group, artifact, version, "".join(classifier), int(size), sha256)
