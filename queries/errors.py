"""The errors of perto: one root, and the family of the stores.

    PertoError
    ├── StoreError            Neo4j or Qdrant failed                (here; exit code 4)
    ├── CatalogueError        a catalogue of services breaks its format   (here; exit code 2)
    ├── StatementRefused      a statement of a person's own is wrong      (here; exit code 2)
    ├── SettingsError         an environment variable can't be meant      (here; exit code 2)
    ├── SourceError           a source can't be read                (loader/errors.py; exit code 1 or 2)
    └── QuestionError         a call that can't be meant            (service/errors.py; exit code 2)

"Nothing found" is a value, never an error; an outage is an error, never an empty answer.
Each message is one line that says what happened and what to do.
"""

from collections.abc import Mapping


class PertoError(Exception):
    """The root of everything perto raises on purpose; its text is one line for people."""


class CatalogueError(PertoError):
    """A catalogue of services can't be read; `line` counts from 1, None where it is the file itself."""

    def __init__(self, what: str, *, path: str, line: int | None = None) -> None:
        where = path if line is None else f"{path}, line {line}"
        super().__init__(f"{where}: {what}")
        self.path = path
        self.line = line


class SettingsError(PertoError):
    """An environment variable holds what can't be meant."""


class StoreError(PertoError):
    """A store failed."""


class StoreUnavailable(StoreError):
    """Nothing answers where the store should be, or it broke off."""

    def __init__(self, message: str, *, url: str) -> None:
        super().__init__(message)
        self.url = url


class StoreRefused(StoreUnavailable):
    """The store answers and refuses us: wrong user or password, or no such database."""


class StatementFailed(StoreError):
    """Neo4j refused or broke off a statement."""

    def __init__(self, message: str, *, statement: str, parameters: Mapping[str, object]) -> None:
        super().__init__(message)
        self.statement = statement
        self.parameters = dict(parameters)


class StatementTimedOut(StatementFailed):
    """A read took longer than its time limit."""


class TooManyPairs(StoreError):
    """An answer would hold more pairs of places than memory should."""


class StatementRefused(PertoError):
    """Neo4j refuses a statement that a person wrote: its words, or what it would change."""


class ForeignData(StoreError):
    """Another application's data are where perto's would be; `labels` say how many nodes bear each of its."""

    def __init__(self, message: str, *, labels: Mapping[str, int] | None = None) -> None:
        super().__init__(message)
        self.labels = dict(labels or {})


class LoadInProgress(StoreError):
    """Another process is loading into this graph."""


class VectorsUnavailable(StoreError):
    """Qdrant or the embedding model can't be used now; answers by the graph still can."""


class ModelMismatch(VectorsUnavailable):
    """A collection was made by another embedding model."""

    def __init__(self, message: str, *, stored: str, asked: str) -> None:
        super().__init__(message)
        self.stored = stored
        self.asked = asked
