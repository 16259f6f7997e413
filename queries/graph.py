"""The one doorway to Neo4j: named statements, parameters, time limits, errors that remember."""

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from types import TracebackType
from typing import Any, LiteralString, Self, TypeVar
from urllib.parse import urlsplit

import neo4j
from neo4j.exceptions import DriverError, Neo4jError, ServiceUnavailable, SessionExpired

from queries.console.plan_operators import Operator, read_operator
from queries.console.table import Table, plain
from queries.errors import LoadInProgress, StatementFailed, StatementTimedOut, StoreRefused, StoreUnavailable
from queries.patience import Patience, Sign, Silence
from queries.statement_files import get_statement
from queries.trace import Ran, Trace

T = TypeVar("T")

# else the driver's words on a broken connection stand on stderr beside our line; who listens hears them
logging.getLogger("neo4j").addHandler(logging.NullHandler())

_TIMEOUT_CODES = (
    "TransactionTimedOut",
    "TransactionTimedOutClientConfiguration",
    "LockAcquisitionTimeout",
    "LockClientStopped",  # the time ran out while it waited for a lock
)
_LOCKED_CODES = ("LockClientStopped", "LockAcquisitionTimeout")
_LOCK_PATIENCE_S = 20.0
# what a read may take beyond its limit until the server's word that it took too long is here
_GRACE_S = 1.5
# firewalls forget connections that have been idle, without telling either end
_IDLE_S = 20.0
_PING_S = 2.0
# how long reads may take where they are not a question's, and what to do where one takes longer
_ALLOWED: ContextVar[tuple[float | None, str]] = ContextVar(
    "allowed", default=(None, "ask for a smaller radius or fewer kinds of place")
)
# the traces that are open, each with its graph: what other threads run is in none of them
_TRACES: ContextVar[tuple[tuple[object, Trace], ...]] = ContextVar("traces", default=())
_SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
_REFUSED_CODES = (
    "Unauthorized",
    "AuthenticationRateLimit",
    "CredentialsExpired",
    "DatabaseNotFound",
    "Forbidden",
)


class Graph:
    """A connection to one Neo4j database, by named statements only.

    Reads run in READ mode and are ended by the server after `read_timeout_s` seconds; one that is silent for
    longer is unavailable. Raises StoreRefused
    (password, database), StoreUnavailable (nothing there, broken off), StatementTimedOut, StatementFailed.
    """

    def __init__(
        self, uri: str, *, user: str, password: str, database: str = "neo4j", read_timeout_s: float = 10.0
    ) -> None:
        self.uri = uri
        self.database = database
        self.read_timeout_s = read_timeout_s
        self._patience = Patience()
        self._answered_at = time.monotonic()
        self._retired: list[neo4j.Driver] = []
        self._auth = (user, password)
        _check_uri(uri)
        self._driver = self._make_driver()

    def verify(self) -> str:
        """Return the server's version; raise unless it answers, accepts the password, has the database."""
        try:
            with self._errors("the first statement", {}):
                return self._wait(self._ping)
        except ValueError as error:  # of a host's name that can't be looked up
            raise _no_address(self.uri) from error

    def read(self, name: str, **parameters: Any) -> list[dict[str, Any]]:
        """Run the named statement in READ mode and return its rows."""
        # a transaction of the server's own takes one round trip where a managed one takes three
        query = neo4j.Query(_text(name), timeout=self._limit_s())

        def run(sign: Sign) -> list[dict[str, Any]]:
            with self._session(neo4j.READ_ACCESS) as session:
                # statements return plain values, so what data() does to nodes and paths would find none
                result = session.run(query, parameters)
                keys = result.keys()
                rows = []
                for record in result:
                    sign.give()
                    rows.append(dict(zip(keys, tuple(record), strict=True)))
                return rows

        def run_again_if_broken(sign: Sign) -> list[dict[str, Any]]:
            try:
                return run(sign)
            except (ServiceUnavailable, SessionExpired):
                return run(sign)  # a pooled connection of a server that has been started anew since

        return self._record(name, parameters, lambda: self._wait(run_again_if_broken))

    def profile(self, name: str, **parameters: Any) -> Operator:
        """Run the named statement in READ mode for its plan; the rows go nowhere, and no trace has it.

        Counting takes the server longer than running alone; the time limit is that of a read.
        """
        query = neo4j.Query("PROFILE " + _text(name), timeout=self._limit_s())

        def run(sign: Sign) -> dict[str, Any] | None:
            with self._session(neo4j.READ_ACCESS) as session:
                return session.run(query, parameters).consume().profile

        with self._errors(name, parameters):
            profile = self._wait(run)
        if profile is None:
            raise StatementFailed(f"Neo4j gave no plan of {name}", statement=name, parameters=parameters)
        return read_operator(profile)

    @contextmanager
    def allow(self, read_s: float, *, otherwise: str) -> Iterator[None]:
        """Let each read inside the block take so many seconds; `otherwise` says what to do beyond them."""
        token = _ALLOWED.set((read_s, otherwise))
        try:
            yield
        finally:
            _ALLOWED.reset(token)

    def _limit_s(self) -> float:
        allowed_s, _ = _ALLOWED.get()
        return self.read_timeout_s if allowed_s is None else allowed_s

    def write(self, name: str, **parameters: Any) -> list[dict[str, Any]]:
        """Run the named statement in WRITE mode, in a transaction of its own, and return its rows."""

        def run() -> list[dict[str, Any]]:
            with self._session(neo4j.WRITE_ACCESS) as session:
                return session.execute_write(
                    lambda transaction: transaction.run(_text(name), parameters).data()
                )

        return self._record(name, parameters, run)

    def run(
        self, statement: str, *, write: bool = False, parameters: Mapping[str, Any] | None = None
    ) -> Table:
        """Run a statement that a person wrote, in READ mode unless told otherwise, with no time limit."""
        self._leave_dead_connections()
        with (
            self._errors("the statement", {}),
            self._session(neo4j.WRITE_ACCESS if write else neo4j.READ_ACCESS) as session,
        ):
            # in a transaction of the server's own, as CALL … IN TRANSACTIONS wants it
            result = session.run(statement, dict(parameters or {}))
            columns, rows = list(result.keys()), [[plain(value) for value in tuple(row)] for row in result]
            changes = {name: n for name, n in vars(result.consume().counters).items() if type(n) is int and n}
        return Table(columns, rows, changes)

    def create_schema(self) -> None:
        """Create what schema.cypher holds and is missing, and wait until the indexes are online."""
        with self._errors("schema", {}), self._session(neo4j.WRITE_ACCESS) as session:
            for part in get_statement("schema").cypher.split(";"):
                if part.strip():
                    session.run(part).consume()
            session.run("CALL db.awaitIndexes(300)").consume()

    @contextmanager
    def hold(self, name: str, **parameters: Any) -> Iterator[Callable[[], None]]:
        """Hold the locks that a write takes, uncommitted, until the block ends; then undo the write.

        Yields what raises StoreUnavailable where they are lost meanwhile: a server or a proxy may end an idle
        transaction. Raises LoadInProgress where another session holds them. The server frees the locks when
        this process dies, so none is ever left behind.
        """
        self._ask_for_locks(name, parameters)
        with self._session(neo4j.WRITE_ACCESS) as session:
            with self._errors(name, parameters):
                transaction = session.begin_transaction()
                transaction.run(_text(name), parameters).consume()

            def check() -> None:
                try:
                    transaction.run("RETURN 1").consume()
                except (DriverError, Neo4jError, OSError) as error:
                    raise StoreUnavailable(
                        f"Neo4j at {self.uri} gave up the lock of this load, so that another may have begun; "
                        "run it again",
                        url=self.uri,
                    ) from error

            try:
                yield check
            finally:
                # a server that has gone has undone it; how the block ended is what matters
                with suppress(DriverError, Neo4jError, OSError):
                    transaction.close()

    @contextmanager
    def trace(self) -> Iterator[Trace]:
        """Record the statements run inside the block."""
        trace = Trace()
        token = _TRACES.set((*_TRACES.get(), (self, trace)))
        try:
            yield trace
        finally:
            _TRACES.reset(token)

    @contextmanager
    def untraced(self) -> Iterator[None]:
        """Leave the statements run inside the block out of the traces that are open."""
        token = _TRACES.set(())
        try:
            yield
        finally:
            _TRACES.reset(token)

    def _ask_for_locks(self, name: str, parameters: dict[str, Any]) -> None:
        """Take the locks for a moment, with a time limit: the transaction that holds them can't have one."""
        deadline = time.monotonic() + _LOCK_PATIENCE_S
        while True:
            try:
                with (
                    self._errors(name, parameters),
                    self._session(neo4j.WRITE_ACCESS) as session,
                    session.begin_transaction(timeout=1.0) as probe,
                ):
                    probe.run(_text(name), parameters).consume()
                    probe.rollback()
                    return
            except StatementTimedOut as error:
                # only who waited for a lock was kept out by another; else the server is slow, so ask again
                code = getattr(error.__cause__, "code", None) or ""
                if code.endswith(_LOCKED_CODES):
                    raise LoadInProgress(
                        "another load is running on this graph; wait until it ends"
                    ) from error
                if time.monotonic() > deadline:
                    raise StoreUnavailable(
                        f"Neo4j at {self.uri} is too slow now to begin a load; try again later", url=self.uri
                    ) from error

    def close(self) -> None:
        """Close the connections; the server goes on."""
        for driver in (*self._retired, self._driver):
            # a thread that was left behind may be sending over it at this moment
            with suppress(BufferError):
                driver.close()
        self._patience.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _make_driver(self) -> neo4j.Driver:
        try:
            return neo4j.GraphDatabase.driver(
                self.uri,
                auth=self._auth,
                connection_timeout=5.0,
                connection_acquisition_timeout=10.0,
                max_transaction_retry_time=5.0,
                notifications_min_severity="OFF",
                user_agent="perto",
            )
        except (DriverError, ValueError) as error:
            raise _no_address(self.uri) from error

    def _ping(self, sign: Sign) -> str:
        with self._session(neo4j.READ_ACCESS) as session:
            return session.run("RETURN 1").consume().server.agent.removeprefix("Neo4j/")

    def _wait(self, work: Callable[[Sign], T]) -> T:
        """Return what a read returns, unless the server is silent for longer than it may take for it.

        The server ends what takes too long and says so. From one that hangs, or over a connection that died
        unnoticed, nothing comes, and the driver would wait for as long as that server's settings say.
        """
        self._leave_dead_connections()
        try:
            value = self._patience.wait(work, silence_s=self._limit_s() + _GRACE_S)
        except Silence:
            self._retire()
            raise
        self._answered_at = time.monotonic()
        return value

    def _leave_dead_connections(self) -> None:
        """Connect anew where nothing comes over connections that have been idle for a while."""
        if time.monotonic() - self._answered_at < _IDLE_S:
            return
        try:
            self._patience.wait(self._ping, silence_s=_PING_S)
        except Silence:
            self._retire()
        except (DriverError, Neo4jError, OSError):
            pass  # what is asked next says why
        self._answered_at = time.monotonic()

    def _retire(self) -> None:
        # not closed yet: another thread may be writing over a connection of it that is well
        self._retired.append(self._driver)
        self._driver = self._make_driver()

    def _session(self, access: str) -> neo4j.Session:
        return self._driver.session(database=self.database, default_access_mode=access)

    def _record(
        self, name: str, parameters: dict[str, Any], run: Callable[[], list[dict[str, Any]]]
    ) -> list[dict[str, Any]]:
        started = time.perf_counter()
        with self._errors(name, parameters):
            rows = run()
        elapsed_ms = (time.perf_counter() - started) * 1000
        for trace in (trace for graph, trace in _TRACES.get() if graph is self):
            trace.statements.append(Ran(name, get_statement(name).cypher, parameters, len(rows), elapsed_ms))
        return rows

    @contextmanager
    def _errors(self, name: str, parameters: Mapping[str, object]) -> Iterator[None]:
        """Translate the driver's errors into ours, in one line that says what to do."""
        try:
            yield
        except Neo4jError as error:
            code = error.code or ""
            if code.endswith(_REFUSED_CODES):
                raise StoreRefused(
                    f"Neo4j at {self.uri} refused: {_one_line(error.message)} "
                    "Check NEO4J_USER, NEO4J_PASSWORD and NEO4J_DATABASE.",
                    url=self.uri,
                ) from error
            if code.endswith(_TIMEOUT_CODES):
                raise StatementTimedOut(
                    f"{name} took longer than {self._limit_s():g} s; {_ALLOWED.get()[1]}",
                    statement=name,
                    parameters=parameters,
                ) from error
            raise StatementFailed(
                f"Neo4j refused {name}: {_one_line(error.message)}", statement=name, parameters=parameters
            ) from error
        except (DriverError, OSError) as error:
            raise StoreUnavailable(
                f"Neo4j does not answer at {self.uri} ({_one_line(str(error))}); is it running?", url=self.uri
            ) from error


def listed(names: Sequence[str] | None) -> list[str] | None:
    """Return names as a parameter of a statement, None for all."""
    return None if names is None else list(names)


def _check_uri(uri: str) -> None:
    # the driver would take a port above 65535 for another one, and http for a protocol it lacks a part of
    try:
        parts = urlsplit(uri)
        fine = parts.scheme in _SCHEMES and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fine = False
    if not fine or "@" in uri or any(c.isspace() for c in uri):
        raise _no_address(uri)


def _no_address(uri: str) -> StoreUnavailable:
    shown = f"…@{uri.rpartition('@')[2]}" if "@" in uri else uri  # what is before it may be a password
    return StoreUnavailable(f"{shown!r} is no Neo4j address; it looks like bolt://host:7687", url=shown)


def _text(name: str) -> LiteralString:
    # the driver wants literal text, and package data is as constant as a literal
    return get_statement(name).cypher


def _one_line(text: str | None) -> str:
    return " ".join((text or "no reason given").split())[:300]
