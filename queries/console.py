"""A person's own Cypher on the store that perto uses: a console or one statement, read-only unless told."""

import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from queries.errors import StatementFailed, StatementRefused, StatementTimedOut
from queries.progress import Progress, silent
from queries.server import fetch_server, shell_command
from queries.settings import ComposeSettings, HomeSettings, Neo4jSettings, child_environment
from queries.stores import GraphStore, open_graph, start_graph_store
from queries.table import Table

# of a statement that can't be meant; what fails in passing or inside the server has other codes
_WRONG = "Neo.ClientError."


@dataclass(frozen=True, slots=True)
class Console:
    """A cypher-shell ready to run on a store that is up."""

    store: GraphStore
    jars: Path
    history: Path

    def run(
        self,
        statement: str | None = None,
        *,
        write: bool = False,
        parameters: Mapping[str, str] | None = None,
        output: IO[str] | None = None,
        errors: IO[str] | None = None,
    ) -> int:
        """Run one statement, or without one a console for people (or what is piped in); return the exit code.

        `parameters` are names and Cypher expressions: {"radius": "300", "ids": "['node/1']"}. `output` and
        `errors` take what it prints, by default this process's own. Writing needs write=True; in the console
        `:access-mode write` is the same consent.
        """
        arguments = ["--access-mode", "write" if write else "read", "--history", str(self.history)]
        for name, expression in (parameters or {}).items():
            arguments += ["-P", f"{{{_quoted(name)}: {expression}}}"]
        if statement is not None:
            arguments += ["--", statement]
        return self._run(arguments, output, errors)

    def _run(self, arguments: Sequence[str], output: IO[str] | None, errors: IO[str] | None) -> int:
        # credentials go by the environment: a command line can be read by everyone on the machine
        environment = child_environment(
            NEO4J_URI=self.store.uri,
            NEO4J_USERNAME=self.store.user,
            NEO4J_PASSWORD=self.store.password,
            NEO4J_DATABASE=self.store.database,
        )
        # as bytes: the locale "C" has no code for the letters of a statement
        command = [part.encode("utf-8", "surrogateescape") for part in shell_command(self.jars, *arguments)]
        with (
            subprocess.Popen(command, env=environment, stdout=output, stderr=errors) as shell,  # noqa: S603
            _deaf_to_interrupts(),  # Ctrl-C is for the shell, which ends the statement and goes on
        ):
            return shell.wait()


def open_console(
    *,
    home: HomeSettings | None = None,
    neo4j: Neo4jSettings | None = None,
    compose: ComposeSettings | None = None,
    progress: Progress = silent,
) -> Console:
    """Return a console on the store that perto uses, after fetching and starting what is missing."""
    home = home or HomeSettings()
    store = start_graph_store(home=home, neo4j=neo4j, compose=compose, progress=progress)
    jars = fetch_server(home.cache, progress=progress)
    home.home.mkdir(parents=True, exist_ok=True)
    return Console(store, jars, home.home / "console_history")


def run_console(
    statement: str | None = None,
    *,
    write: bool = False,
    parameters: Mapping[str, str] | None = None,
    home: HomeSettings | None = None,
    neo4j: Neo4jSettings | None = None,
    compose: ComposeSettings | None = None,
    progress: Progress = silent,
) -> int:
    """Open the console and run it; return cypher-shell's exit code."""
    console = open_console(home=home, neo4j=neo4j, compose=compose, progress=progress)
    return console.run(statement, write=write, parameters=parameters)


def run_statement(
    statement: str,
    *,
    write: bool = False,
    home: HomeSettings | None = None,
    neo4j: Neo4jSettings | None = None,
    compose: ComposeSettings | None = None,
    progress: Progress = silent,
) -> Table:
    """Run one statement without a console and return what it returned, in values that JSON has.

    Needs nothing of cypher-shell, so none of its commands (`:param`) either. Raises StatementRefused where
    the statement is wrong, or would write without `write`, and StoreError where Neo4j fails.
    """
    with open_graph(home=home, neo4j=neo4j, compose=compose, progress=progress) as graph:
        try:
            return graph.run(statement, write=write)
        except StatementTimedOut as error:
            limit = "Neo4j's own limit of time (db.transaction.timeout) ended the statement"
            raise StatementRefused(limit) from error
        except StatementFailed as error:
            code = str(getattr(error.__cause__, "code", None))
            if not code.startswith(_WRONG):
                raise
            consent = "; to change the graph: --write" if code.endswith("AccessMode") else ""
            raise StatementRefused(f"{error}{consent}") from error


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():  # only the main one hears them anyway
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"
