"""A person's own Cypher on the store that perto uses: a console or one statement, read-only unless told."""

import re
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from queries.console.table import Table
from queries.errors import StatementFailed, StatementRefused, StatementTimedOut
from queries.graph import Graph
from queries.progress import Progress, silent
from queries.settings import ComposeSettings, HomeSettings, Neo4jSettings, child_environment
from queries.stores.choose import GraphStore, open_graph, start_graph_store
from queries.stores.neo4j_server import fetch_server, shell_command

# of a statement that can't be meant; what fails in passing or inside the server has other codes
_WRONG = "Neo.ClientError."
_COMMAND = re.compile(r"\s*:")
# `:param {name: value}` and `:param name => value`, as cypher-shell has them, one to a line
_PARAM = re.compile(
    r"\s*:params?[ \t]+(?:(?P<map>\{.*\})|(?P<name>\w+)[ \t]*=>[ \t]*(?P<value>.+?))[ \t]*;?[ \t]*(?:\n|$)"
)


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
        if statement is not None and _COMMAND.match(statement):
            # as an argument the shell takes no commands, such as `:param`
            return self._run(arguments, output, errors, piped=f"{statement.rstrip().removesuffix(';')};\n")
        if statement is not None:
            arguments += ["--", statement]
        return self._run(arguments, output, errors)

    def _run(
        self,
        arguments: Sequence[str],
        output: IO[str] | None,
        errors: IO[str] | None,
        *,
        piped: str | None = None,
    ) -> int:
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
            subprocess.Popen(  # noqa: S603
                command,
                env=environment,
                stdin=None if piped is None else subprocess.PIPE,
                stdout=output,
                stderr=errors,
                encoding="utf-8",
            ) as shell,
            _deaf_to_interrupts(),  # Ctrl-C is for the shell, which ends the statement and goes on
        ):
            if piped is not None:
                shell.communicate(piped)
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

    Needs nothing of cypher-shell; of its commands, `:param` may stand before the statement. Raises
    StatementRefused where the statement is wrong, or would write without `write`, and StoreError where Neo4j
    fails.
    """
    with open_graph(home=home, neo4j=neo4j, compose=compose, progress=progress) as graph:
        try:
            parameters, text = read_parameters(graph, statement)
            return graph.run(text, write=write, parameters=parameters)
        except StatementTimedOut as error:
            limit = "Neo4j's own limit of time (db.transaction.timeout) ended the statement"
            raise StatementRefused(limit) from error
        except StatementFailed as error:
            code = str(getattr(error.__cause__, "code", None))
            if not code.startswith(_WRONG):
                raise
            consent = "; to change the graph: --write" if code.endswith("AccessMode") else ""
            raise StatementRefused(f"{error}{consent}") from error


def read_parameters(graph: Graph, statement: str) -> tuple[dict[str, Any], str]:
    """Return the values of the `:param` lines before a statement, worked out by Neo4j, and the statement."""
    parameters: dict[str, Any] = {}
    while line := _PARAM.match(statement):
        given = line["map"] or f"{{{_quoted(line['name'])}: {line['value']}}}"
        parameters |= graph.run(f"RETURN {given} AS parameters").rows[0][0]
        statement = statement[line.end() :]
    if parameters and not statement.strip():
        raise StatementRefused("`:param` goes before a statement, and here is none")
    return parameters, statement


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
