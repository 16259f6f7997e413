"""The statements that ran, in order, as answers and explanations tell them."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Ran:
    """One statement as it ran: name, text, parameters, rows returned, milliseconds."""

    name: str
    cypher: str
    parameters: Mapping[str, object]
    rows: int
    elapsed_ms: float


@dataclass(slots=True)
class Trace:
    """The statements run while a trace was open, in order."""

    statements: list[Ran] = field(default_factory=list)
