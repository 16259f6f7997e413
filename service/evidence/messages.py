"""What an answer says beside what it found, before it is said: codes with facts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Message:
    """A note, an assumption or a problem: the function of this name in presentation words it from the facts.

    Notes and assumptions are worded by notes.py of service/presentation/messages, problems by problems.py.
    """

    code: str
    facts: Mapping[str, Any]

    @property
    def offers(self) -> bool:
        """Whether a problem with a name has something to offer in its place."""
        return any(self.facts.get(what) for what in ("near", "names", "ids", "areas"))


def message(code: str, **facts: object) -> Message:
    """Make a message; the facts are the arguments of the function that words it, but for the language."""
    return Message(code, facts)
